/** Start screen: what to do with an empty board. */

import { byId, createButton, setChildren } from './dom.js';
import { EXAMPLES } from './examples.js';
import { loadExample } from './load.js';

/** Shows the examples as buttons, and the ways to bring a puzzle of one's own. */
export function start(state, view) {
  const open = (id) => {
    loadExample(state, id);
    view.focus();
  };
  setChildren(byId('start-examples'), ...EXAMPLES.map(({ id, label, level }) =>
    createButton(label, () => open(id), { class: level ? 'level' : null, id: `example-${id}` })));
  byId('start-paste').addEventListener('click', () => byId('load').click());
  byId('start-open').addEventListener('click', () => byId('load-file').click());
}
