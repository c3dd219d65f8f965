/**
 * What is to be seen in each cell, from the puzzle, the view and the marks; board.js only draws it.
 *
 * @typedef {object} Marks
 * @property {Map<number, string>} [cells]       names of tints by cell
 * @property {Map<number, string>} [candidates]  names of marks by candidate (cell * side + digit - 1)
 * @property {Map<number, number>} [shown]       digits that stand in open cells, for looking only
 * @property {Map<number, number[]>} [left]      candidates to show instead of the player's
 * @property {Map<number, [number, number]>} [pairs]  two digits in a cell, from two solutions
 * @property {{name: string, kind: string}[]} [houses]
 * @property {[number, number][]} [links]        lines from candidate to candidate
 * @property {string} [say]                      a word for those who hear the cell instead of seeing its tint
 */

import { candidates, clashes, digitAt } from './puzzle.js';
import { symbol } from './symbols.js';

/** The scene of the whole board: one entry per cell. */
export function scene({ puzzle, view, marks }) {
  const context = surroundings(puzzle, view, marks ?? {});
  return Array.from({ length: puzzle.board.cells }, (_, cell) => cellScene(cell, context));
}

function surroundings(puzzle, view, marks) {
  const { board } = puzzle;
  const clashing = new Set(clashes(puzzle).flatMap((clash) => clash.cells));
  const selectedDigit = digitAt(puzzle, view.selected) || marks.shown?.get(view.selected) || 0;
  const left = marks.left ? null : view.candidates && candidates(puzzle);
  // Where a panel shows a position of its own, only its marks are to be seen.
  const peers = marks.left ? new Set() : board.peers(view.selected);
  return { puzzle, view, marks, board, clashing, selectedDigit: marks.left ? 0 : selectedDigit, left, peers };
}

function cellScene(cell, context) {
  const { puzzle, marks, board, view } = context;
  const own = digitAt(puzzle, cell);
  const shown = own ? 0 : marks.shown?.get(cell) ?? 0;
  const pair = own ? undefined : marks.pairs?.get(cell);
  const digit = own || shown;
  const left = digit || pair ? [] : (marks.left ? marks.left.get(cell) : context.left?.[cell]) ?? [];
  return {
    text: digit ? symbol(digit, board.side, view.numbers) : '',
    pair: pair?.map((one) => symbol(one, board.side, view.numbers)),
    classes: classes(cell, digit, shown, context),
    candidates: left.map((one) => mark(cell, one, context)),
    label: label(cell, { own, shown, pair, left }, context),
  };
}

function mark(cell, digit, { board, marks, view }) {
  const kind = marks.candidates?.get(cell * board.side + digit - 1) ?? '';
  return { digit, text: symbol(digit, board.side, view.numbers), kind };
}

function classes(cell, digit, shown, { puzzle, view, marks, clashing, selectedDigit, peers }) {
  return [
    'cell',
    puzzle.givens[cell] ? 'given' : puzzle.entered[cell] ? 'entered' : shown ? 'shown' : '',
    cell === view.selected ? 'selected' : peers.has(cell) ? 'peer' : '',
    digit && digit === selectedDigit && cell !== view.selected ? 'same' : '',
    clashing.has(cell) ? 'clash' : '',
    marks.cells?.get(cell) ?? '',
  ].filter(Boolean).join(' ');
}

/** What a screen reader says: `row 3, column 4, given 5`. */
function label(cell, { own, shown, pair, left }, { puzzle, view, marks, board, clashing }) {
  const write = (digit) => symbol(digit, board.side, view.numbers);
  const content = own
    ? `${puzzle.givens[cell] ? 'given' : 'entered'} ${write(own)}`
    : shown ? `shown ${write(shown)}` : pair ? `${write(pair[0])} or ${write(pair[1])}` : 'empty';
  const parts = [`row ${board.row(cell) + 1}`, `column ${board.column(cell) + 1}`, content];
  if (left.length) parts.push(`candidates ${left.map(write).join(' ')}`);
  if (clashing.has(cell)) parts.push('clashes');
  const tint = marks.cells?.get(cell);
  if (tint) parts.push(marks.words?.[tint] ?? tint);
  return parts.join(', ');
}
