/**
 * Cell models: what each cell of the board shows, computed from the puzzle, the view settings and the marks. board.js only draws them.
 *
 * @typedef {object} Marks  what a panel shows on the board
 * @property {Map<number, string>} [tints]  tint (a CSS class) by cell
 * @property {Object<string, string>} [tintLabels]  what each tint means, for screen readers
 * @property {Map<number, string>} [roles]  role (a CSS class) by candidate index
 * @property {Map<number, number>} [digits]  digits shown in open cells, such as a solution
 * @property {Map<number, number[]>} [candidates]  candidates by cell, shown instead of the player's
 * @property {Map<number, [number, number]>} [pairs]  two digits in a cell, of two solutions
 * @property {{name: string, kind: string}[]} [houses]  outlined houses
 * @property {[number, number][]} [links]  lines between candidates, as candidate indices
 */

import { candidateIndex, candidates, conflicts, digitAt } from './puzzle.js';
import { symbol } from './symbols.js';

/** The models of all cells. */
export function cellModels({ puzzle, view, marks }) {
  const context = boardContext(puzzle, view, marks ?? {});
  return Array.from({ length: puzzle.board.cells }, (_, cell) => cellModel(cell, context));
}

function boardContext(puzzle, view, marks) {
  const { board } = puzzle;
  const conflicting = new Set(conflicts(puzzle).flatMap((conflict) => conflict.cells));
  // Marks with candidates are a position of their own: the selection is not highlighted in it.
  if (marks.candidates) return { puzzle, view, marks, board, conflicting, open: null, selectedDigit: 0, peers: new Set() };
  const selectedDigit = digitAt(puzzle, view.selected) || marks.digits?.get(view.selected) || 0;
  const open = view.candidates && candidates(puzzle);
  return { puzzle, view, marks, board, conflicting, open, selectedDigit, peers: board.peers(view.selected) };
}

function cellModel(cell, context) {
  const { puzzle, marks, board, view } = context;
  const own = digitAt(puzzle, cell);
  const shown = own ? 0 : marks.digits?.get(cell) ?? 0;
  const pair = own ? undefined : marks.pairs?.get(cell);
  const digit = own || shown;
  const open = digit || pair ? [] : (marks.candidates ? marks.candidates.get(cell) : context.open?.[cell]) ?? [];
  return {
    text: digit ? symbol(digit, board.side, view.numbers) : '',
    pair: pair?.map((one) => symbol(one, board.side, view.numbers)),
    classes: classes(cell, digit, shown, context),
    candidates: open.map((one) => candidateModel(cell, one, context)),
    label: label(cell, { own, shown, pair, open }, context),
  };
}

function candidateModel(cell, digit, { board, marks, view }) {
  const role = marks.roles?.get(candidateIndex(board, cell, digit)) ?? '';
  return { digit, text: symbol(digit, board.side, view.numbers), role };
}

function classes(cell, digit, shown, { puzzle, view, marks, conflicting, selectedDigit, peers }) {
  return [
    'cell',
    puzzle.givens[cell] ? 'given' : puzzle.entered[cell] ? 'entered' : shown ? 'shown' : '',
    cell === view.selected ? 'selected' : peers.has(cell) ? 'peer' : '',
    digit && digit === selectedDigit && cell !== view.selected ? 'same' : '',
    conflicting.has(cell) ? 'conflict' : '',
    marks.tints?.get(cell) ?? '',
  ].filter(Boolean).join(' ');
}

/** The label for screen readers: `row 3, column 4, given 5`. */
function label(cell, { own, shown, pair, open }, { puzzle, view, marks, board, conflicting }) {
  const write = (digit) => symbol(digit, board.side, view.numbers);
  const content = own
    ? `${puzzle.givens[cell] ? 'given' : 'entered'} ${write(own)}`
    : shown ? `shown ${write(shown)}` : pair ? `${write(pair[0])} or ${write(pair[1])}` : 'empty';
  const parts = [`row ${board.row(cell) + 1}`, `column ${board.column(cell) + 1}`, content];
  if (open.length) parts.push(`candidates ${open.map(write).join(' ')}`);
  if (conflicting.has(cell)) parts.push('conflict');
  const tint = marks.tints?.get(cell);
  if (tint) parts.push(marks.tintLabels?.[tint] ?? tint);
  return parts.join(', ');
}
