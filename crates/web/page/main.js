/** Puts the page together: one state, the board that shows it, and the panels around it. */

import * as answer from './answer.js';
import { paths } from './api.js';
import { BoardView } from './board.js';
import { byId, setAttribute } from './dom.js';
import * as explain from './explain.js';
import * as keys from './keys.js';
import * as logic from './logic.js';
import * as pad from './pad.js';
import * as proof from './proof.js';
import * as share from './share.js';
import { State } from './state.js';
import * as tabs from './tabs.js';
import * as theme from './theme.js';
import * as toolbar from './toolbar.js';
import { Verdict } from './verdict.js';

const state = new State();
const view = new BoardView(state, byId('frame'));
theme.start(byId('theme'));
share.start(state, view);
toolbar.start(state, view);
tabs.start(state, byId('tabs'));
keys.listen(state, view);
pad.start(state, byId('pad'));
const parts = { card: 'verdict', headline: 'verdict-headline', detail: 'verdict-detail', play: 'verdict-play', task: 'verdict-task' };
const verdict = new Verdict(state, Object.fromEntries(Object.entries(parts).map(([name, id]) => [name, byId(id)])));
answer.start(state, verdict);
logic.start(state);
proof.start(state);
byId('help').addEventListener('click', () => byId('help-dialog').showModal());
byId('help-close').addEventListener('click', () => byId('help-dialog').close());
offerExplanations();
view.focus();

/** The panel "Explain" is there if the server can explain. */
async function offerExplanations() {
  const known = await paths().catch(() => new Set());
  if (!known.has('/api/explain')) {
    if (state.view.panel === 'explain') state.look({ panel: 'answer' });
    return;
  }
  setAttribute(byId('tab-explain'), 'hidden', null);
  explain.start(state);
}
