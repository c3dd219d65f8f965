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
 * @property {{from: number, to: number, kind: string}[]} [links]  lines between candidates, as candidate indices
 * @property {Map<number, number>} [numbers]  numbers of candidates in a chain, by candidate index
 * @property {[number, number][]} [bridges]  lines between cells
 * @property {[number, string][]} [frames]  outlines of cells, whatever their tint
 */

import { candidateIndex, candidates, conflicts, digitAt } from './puzzle.js';
import { showsNumbers, symbol } from './symbols.js';

/** Signs of the tints in a corner of the cell, for people who do not distinguish the colours. In a cell with candidates, these have shapes. */
const TINT_SIGNS = { wrong: '×', culprit: '!', differ: '≠', forced: '=', target: '?', placed: '+', contradiction: '∅' };
const CONFLICT_SIGN = '!';

/** Models of all cells, made on demand: most cells do not change with a key. */
export class CellModels {
  constructor({ puzzle, view, marks }) {
    const { board } = puzzle;
    Object.assign(this, { puzzle, view, board, marks: marks ?? {} });
    this.conflicting = new Set(conflicts(puzzle).flatMap((conflict) => conflict.cells));
    // Marks with candidates are a position of their own: the selection is not highlighted in it.
    const isPosition = Boolean(this.marks.candidates);
    this.isNumeric = showsNumbers(board.side, view.numbers);
    this.selectedDigit = isPosition ? 0 : digitAt(puzzle, view.selected) || this.marks.digits?.get(view.selected) || 0;
    this.open = !isPosition && view.candidates ? candidates(puzzle) : null;
    this.peers = isPosition ? new Set() : board.peers(view.selected);
  }

  /**
   * A text that differs whenever the model of the cell differs, if the marks, the board and `view.numbers` are the same. Much cheaper
   * than the model.
   */
  signature(cell) {
    const { puzzle, open } = this;
    return `${this.classes(cell)} ${digitAt(puzzle, cell)} ${open ? open[cell].join() : ''}`;
  }

  model(cell) {
    const { puzzle, marks, board, view } = this;
    const own = digitAt(puzzle, cell);
    const shown = own ? 0 : marks.digits?.get(cell) ?? 0;
    const pair = own ? undefined : marks.pairs?.get(cell);
    const digit = own || shown;
    const open = digit || pair ? [] : (marks.candidates ? marks.candidates.get(cell) : this.open?.[cell]) ?? [];
    return {
      isNumeric: this.isNumeric,
      text: digit ? symbol(digit, board.side, view.numbers) : '',
      sign: open.length ? '' : TINT_SIGNS[marks.tints?.get(cell)] ?? (this.conflicting.has(cell) ? CONFLICT_SIGN : ''),
      pair: pair?.map((one) => symbol(one, board.side, view.numbers)),
      classes: this.classes(cell),
      candidates: open.map((one) => this.#candidate(cell, one)),
      label: this.#label(cell, { own, shown, pair, open }),
    };
  }

  #candidate(cell, digit) {
    const { board, marks, view } = this;
    const index = candidateIndex(board, cell, digit);
    return { digit, text: symbol(digit, board.side, view.numbers), role: marks.roles?.get(index) ?? '', isNumeric: this.isNumeric };
  }

  classes(cell) {
    const { puzzle, view, marks } = this;
    const own = digitAt(puzzle, cell);
    const shown = own ? 0 : marks.digits?.get(cell) ?? 0;
    let classes = 'cell';
    if (puzzle.givens[cell]) classes += ' given';
    else if (own) classes += ' entered';
    else if (shown) classes += ' shown';
    if (cell === view.selected) classes += ' selected';
    else if (this.peers.has(cell)) classes += ' peer';
    if (this.selectedDigit && (own || shown) === this.selectedDigit && cell !== view.selected) classes += ' same';
    if (this.conflicting.has(cell)) classes += ' conflict';
    const tint = marks.tints?.get(cell);
    return tint ? `${classes} ${tint}` : classes;
  }

  /** The label for screen readers: `row 3, column 4, given 5`. */
  #label(cell, { own, shown, pair, open }) {
    const { puzzle, view, marks, board } = this;
    const write = (digit) => symbol(digit, board.side, view.numbers);
    const content = own
      ? `${puzzle.givens[cell] ? 'given' : 'entered'} ${write(own)}`
      : shown ? `shown ${write(shown)}` : pair ? `${write(pair[0])} or ${write(pair[1])}` : 'empty';
    const parts = [`row ${board.row(cell) + 1}`, `column ${board.column(cell) + 1}`, content];
    if (open.length) parts.push(`candidates ${open.map(write).join(' ')}`);
    if (this.conflicting.has(cell)) parts.push('conflict');
    const tint = marks.tints?.get(cell);
    if (tint) parts.push(marks.tintLabels?.[tint] ?? tint);
    return parts.join(', ');
  }
}
