/** The keyboard on the board: arrows move, digits and letters enter, Shift with them takes candidates away. */

import { enter, toggle } from './edit.js';
import { digitOf, hasSymbols } from './symbols.js';

/** Two keys within this time are one number, where digits are shown as numbers. */
const TOGETHER = 1500;

/** Listens to the keys that reach the board, and to undo and redo everywhere but in fields of text. */
export function listen(state, view) {
  let last = { digit: 0, time: 0, cell: -1 };
  view.svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = typed(event, state);
    if (digit === undefined) return;
    event.preventDefault();
    last = put(state, digit, event.shiftKey, last, event.timeStamp);
  });
  view.svg.addEventListener('keydown', (event) => move(event, state, view));
  document.addEventListener('keydown', (event) => history(event, state));
}

/** The digit of a key. With Shift, keys of digits write other characters, so the key itself counts. */
function typed(event, { puzzle, view }) {
  if (['Backspace', 'Delete'].includes(event.key)) return 0;
  const key = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const character = event.shiftKey && key ? key : event.key;
  if (character.length !== 1) return undefined;
  return digitOf(character, puzzle.board.side, usesNumbers(puzzle, view));
}

const usesNumbers = (puzzle, view) => view.numbers || !hasSymbols(puzzle.board.side);

function put(state, digit, shift, last, time) {
  const { puzzle, view } = state;
  const { side } = puzzle.board;
  const joins = side > 9 && usesNumbers(puzzle, view) && last.cell === view.selected && time - last.time < TOGETHER;
  const joined = last.digit * 10 + digit;
  const whole = joins && last.digit && joined <= side ? joined : digit;
  if (shift && whole) toggle(state, whole);
  else enter(state, whole);
  return { digit: whole, time, cell: view.selected };
}

function move(event, state, view) {
  const next = target(event, state);
  if (next === undefined) return;
  event.preventDefault();
  state.look({ selected: next });
  view.focus();
}

/** Where a key leads; arrows go on at the other side. */
function target(event, { puzzle, view }) {
  const { board } = puzzle;
  const { side } = board;
  const row = board.row(view.selected);
  const column = board.column(view.selected);
  const to = (r, c) => board.cell((r + side) % side, (c + side) % side);
  const all = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowUp': return to(row - 1, column);
    case 'ArrowDown': return to(row + 1, column);
    case 'ArrowLeft': return to(row, column - 1);
    case 'ArrowRight': return to(row, column + 1);
    case 'PageUp': return to(Math.max(0, row - board.boxRows), column);
    case 'PageDown': return to(Math.min(side - 1, row + board.boxRows), column);
    case 'Home': return to(all ? 0 : row, 0);
    case 'End': return to(all ? side - 1 : row, side - 1);
    default: return undefined;
  }
}

/** Whether a key goes into a field of text, which has an undo of its own. */
const inText = (element) => element.matches?.('textarea, input:not([type=checkbox], [type=radio], [type=file])');

function history(event, state) {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) state.mark(null);
  if (!(event.ctrlKey || event.metaKey) || event.altKey || inText(event.target)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) state.redo();
  else state.undo();
}
