/** Toolbar: mode, undo, pencil marks, zoom, examples and new boards. */

import { byId, createElement, setAttribute, setOptions } from './dom.js';
import { EXAMPLES } from './examples.js';
import { parseBoard } from './geometry.js';
import { loadExample } from './load.js';
import { emptyPuzzle, withoutProgress } from './puzzle.js';
import { hasSymbols } from './symbols.js';

/** New boards, by the rows and columns of a box. */
const BOARDS = ['2x2', '2x3', '2x4', '3x3', '2x5', '3x4', '3x5', '4x4', '4x5', '5x5', '5x6', '6x6'];

export function start(state, view) {
  const onClick = (id, action) => byId(id).addEventListener('click', action);
  onClick('mode-givens', () => state.setView({ mode: 'givens' }));
  onClick('mode-play', () => state.setView({ mode: 'play' }));
  onClick('candidates', () => state.setView({ candidates: !state.view.candidates }));
  onClick('numbers', () => state.setView({ numbers: !state.view.numbers }));
  onClick('undo', () => keepFocus(view, () => state.undo()));
  onClick('redo', () => keepFocus(view, () => state.redo()));
  onClick('restart', () => keepFocus(view, () => state.setPuzzle(withoutProgress(state.puzzle))));
  onClick('zoom-in', () => zoom(state, 1.25));
  onClick('zoom-out', () => zoom(state, 0.8));
  startExamples(state, view);
  startSizes(state, view);
  state.subscribe(['puzzle', 'view'], () => update(state));
}

/** Acts; a button that is disabled by it hands its focus to the board. */
function keepFocus(view, action) {
  const focused = document.activeElement;
  action();
  if (focused?.disabled) view.focus();
}

function zoom(state, factor) {
  state.setView({ zoom: Math.min(4, Math.max(0.5, state.view.zoom * factor)) });
}

function update(state) {
  const { puzzle, view } = state;
  const setPressed = (id, on) => setAttribute(byId(id), 'aria-pressed', on);
  setPressed('mode-givens', view.mode === 'givens');
  setPressed('mode-play', view.mode === 'play');
  setPressed('candidates', view.candidates);
  setPressed('numbers', view.numbers);
  setAttribute(byId('numbers'), 'hidden', puzzle.board.side <= 9 || !hasSymbols(puzzle.board.side));
  setAttribute(byId('undo'), 'disabled', !state.canUndo);
  setAttribute(byId('redo'), 'disabled', !state.canRedo);
  setAttribute(byId('restart'), 'disabled', !puzzle.entered.some(Boolean) && !puzzle.eliminated.size);
  setAttribute(byId('zoom'), 'hidden', puzzle.board.side < 16);
}

/** Makes a select element act as a menu: it calls `action` and shows its title again. */
function makeMenu(id, title, pairs, action) {
  setOptions(byId(id), pairs);
  byId(id).prepend(createElement('option', { value: '', selected: true, disabled: true }, title));
  byId(id).addEventListener('change', (event) => {
    action(event.target.value);
    event.target.value = '';
  });
}

function startExamples(state, view) {
  makeMenu('examples', 'Examples', EXAMPLES.map(({ id, label }) => [id, label]), (id) => {
    loadExample(state, id);
    view.focus();
  });
}

function startSizes(state, view) {
  const hasSquareBoxes = (boxes) => boxes.split('x')[0] === boxes.split('x')[1];
  const label = (boxes) => parseBoard(boxes).size + (hasSquareBoxes(boxes) ? '' : ` (${boxes} boxes)`);
  makeMenu('sizes', 'New board', BOARDS.map((boxes) => [boxes, label(boxes)]), (boxes) => {
    state.setPuzzle(emptyPuzzle(parseBoard(boxes)));
    state.setView({ mode: 'givens' });
    view.focus();
  });
}
