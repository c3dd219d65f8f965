/** Number pad for touch screens: a key per digit, a pencil-mark toggle and a key that clears the cell. */

import { createButton, setAttribute, setChildren } from './dom.js';
import { symbol } from './symbols.js';

export function start(state, host) {
  let rendered = '';
  state.subscribe(['puzzle', 'view'], () => {
    const { puzzle, view } = state;
    const key = `${puzzle.board.side} ${view.numbers} ${view.pencil}`;
    if (key === rendered) return;
    rendered = key;
    host.dataset.keys = puzzle.board.side;
    host.dataset.side = puzzle.board.side > 9 ? 'large' : 'small';
    const clear = createButton('⌫', () => state.enterDigit(0), { 'aria-label': 'Clear cell' });
    setChildren(host, ...digitKeys(state), pencilKey(state), clear);
  });
}

function digitKeys(state) {
  const { puzzle, view } = state;
  const { side } = puzzle.board;
  const press = (digit) => (state.view.pencil ? state.toggleCandidate(digit) : state.enterDigit(digit));
  return Array.from({ length: side }, (_, index) => createButton(symbol(index + 1, side, view.numbers), () => press(index + 1)));
}

function pencilKey(state) {
  const key = createButton('✎', () => state.setView({ pencil: !state.view.pencil }), { 'aria-label': 'Pencil marks' });
  setAttribute(key, 'aria-pressed', state.view.pencil);
  return key;
}
