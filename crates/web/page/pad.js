/** The number pad, for fingers: a key per digit, one to empty the cell, one to take candidates away instead. */

import { button, fill, setAttribute } from './dom.js';
import { enter, toggle } from './edit.js';
import { symbol } from './symbols.js';

export function start(state, host) {
  let drawn = '';
  state.follow(['puzzle', 'view'], () => {
    const { puzzle, view } = state;
    const key = `${puzzle.board.side} ${view.numbers} ${view.pencil}`;
    if (key === drawn) return;
    drawn = key;
    host.dataset.keys = puzzle.board.side;
    host.dataset.side = puzzle.board.side > 9 ? 'large' : 'small';
    fill(host, ...keys(state), pencil(state), button('⌫', () => enter(state, 0), { 'aria-label': 'Empty the cell' }));
  });
}

function keys(state) {
  const { puzzle, view } = state;
  const { side } = puzzle.board;
  const press = (digit) => (state.view.pencil ? toggle(state, digit) : enter(state, digit));
  return Array.from({ length: side }, (_, at) => button(symbol(at + 1, side, view.numbers), () => press(at + 1)));
}

function pencil(state) {
  const { pencil: on } = state.view;
  const element = button('✎', () => state.look({ pencil: !state.view.pencil }), { 'aria-label': 'Take candidates away' });
  setAttribute(element, 'aria-pressed', on);
  return element;
}
