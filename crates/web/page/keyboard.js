/** Keyboard input: arrows move the selection, digits and letters enter, Shift with a digit toggles a pencil mark. */

import { digitOf, showsNumbers } from './symbols.js';

/** Two digit keys within this time form one number, where numbers are shown. In milliseconds. */
const NUMBER_TIMEOUT = 1500;

/** Handles keys on the board, and undo and redo everywhere except in text fields. */
export function start(state, view) {
  let last = { digit: 0, time: 0, cell: -1 };
  view.svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = digitOfKey(event, state);
    if (digit === undefined) return;
    event.preventDefault();
    last = applyDigit(state, digit, event.shiftKey, last, event.timeStamp);
  });
  view.svg.addEventListener('keydown', (event) => moveSelection(event, state, view));
  document.addEventListener('keydown', (event) => handleShortcut(event, state));
}

/** The digit of a key event. Shift changes the character of a digit key, so its physical key decides. */
function digitOfKey(event, { puzzle, view }) {
  if (['Backspace', 'Delete'].includes(event.key)) return 0;
  const key = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const character = event.shiftKey && key ? key : event.key;
  if (character.length !== 1) return undefined;
  return digitOf(character, puzzle.board.side, showsNumbers(puzzle.board.side, view.numbers));
}

/** Enters a digit, or appends it to the number typed just before. Returns the number, to be continued by the next key. */
function applyDigit(state, digit, shift, last, time) {
  const { puzzle, view } = state;
  const { side } = puzzle.board;
  const continues = showsNumbers(side, view.numbers) && last.cell === view.selected && time - last.time < NUMBER_TIMEOUT;
  const appended = last.digit * 10 + digit;
  const number = continues && last.digit && appended <= side ? appended : digit;
  if (shift && number) state.toggleCandidate(number);
  else state.enterDigit(number);
  return { digit: number, time, cell: view.selected };
}

function moveSelection(event, state, view) {
  const cell = targetCell(event, state);
  if (cell === undefined) return;
  event.preventDefault();
  state.setView({ selected: cell });
  view.focus();
}

/** The cell that a key moves to; arrows wrap around at the edges. */
function targetCell(event, { puzzle, view }) {
  const { board } = puzzle;
  const { side } = board;
  const row = board.row(view.selected);
  const column = board.column(view.selected);
  const to = (r, c) => board.cell((r + side) % side, (c + side) % side);
  const wholeBoard = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowUp': return to(row - 1, column);
    case 'ArrowDown': return to(row + 1, column);
    case 'ArrowLeft': return to(row, column - 1);
    case 'ArrowRight': return to(row, column + 1);
    case 'PageUp': return to(Math.max(0, row - board.boxRows), column);
    case 'PageDown': return to(Math.min(side - 1, row + board.boxRows), column);
    case 'Home': return to(wholeBoard ? 0 : row, 0);
    case 'End': return to(wholeBoard ? side - 1 : row, side - 1);
    default: return undefined;
  }
}

/** Text fields have an undo of their own. */
const isTextField = (element) => element.matches?.('textarea, input:not([type=checkbox], [type=radio], [type=file])');

function handleShortcut(event, state) {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) state.setMarks(null);
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTextField(event.target)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) state.redo();
  else state.undo();
}
