/** Entry point: creates the state, the board that shows it, and the panels around it. */

import * as answer from './answer.js';
import { endpoints } from './api.js';
import { BoardView } from './board.js';
import { byId, focusOn, setAttribute } from './dom.js';
import * as explain from './explain.js';
import * as keyboard from './keyboard.js';
import * as loading from './loading.js';
import * as logic from './logic.js';
import * as notice from './notice.js';
import * as numberPad from './number_pad.js';
import * as proof from './proof.js';
import * as share from './share.js';
import * as startScreen from './start.js';
import { State } from './state.js';
import * as tabs from './tabs.js';
import * as theme from './theme.js';
import * as toolbar from './toolbar.js';
import { Verdict } from './verdict.js';

const state = new State();
const view = new BoardView(state, byId('frame'));
theme.start(byId('theme'));
notice.start(state);
share.start(state, view); // first of the panels: it restores the state of the URL
toolbar.start(state, view);
loading.start(state, view);
startScreen.start(state, view);
tabs.start(state, byId('tabs'));
keyboard.start(state, view);
numberPad.start(state, byId('pad'));
const parts = { card: 'verdict', headline: 'verdict-headline', detail: 'verdict-detail', play: 'verdict-play', task: 'verdict-task' };
const verdict = new Verdict(state, Object.fromEntries(Object.entries(parts).map(([name, id]) => [name, byId(id)])));
answer.start(state, verdict);
logic.start(state);
proof.start(state);
byId('help').addEventListener('click', () => byId('help-dialog').showModal());
byId('rating-help').addEventListener('click', () => {
  byId('help-dialog').showModal();
  focusOn(byId('help-ratings'));
});
byId('help-close').addEventListener('click', () => byId('help-dialog').close());
enableExplanations();
view.focus();

/** Shows the panel "Explain" if the server has the endpoint for it. */
async function enableExplanations() {
  const available = await endpoints().catch(() => new Set());
  if (!available.has('/api/explain')) {
    if (state.view.panel === 'explain') state.setView({ panel: 'answer' });
    return;
  }
  setAttribute(byId('tab-explain'), 'hidden', null);
  explain.start(state, verdict);
}
