/** Puzzles as text for the API, in formats that hold on every board: numbers, or candidates where the puzzle has them. */

import { candidate, candidates, digitAt } from './puzzle.js';
import { listed } from './symbols.js';

/** What a request says about the puzzle. */
export function question(puzzle) {
  return { puzzle: puzzle.ruledOut ? candidateText(puzzle) : numbers(puzzle.board, puzzle.givens), boxes: puzzle.board.boxes };
}

/** The same with what the player has entered and taken away, if anything. */
export function questionHere(puzzle) {
  const begun = puzzle.removed.size > 0 || puzzle.entered.some(Boolean);
  return begun ? { ...question(puzzle), position: position(puzzle) } : question(puzzle);
}

/** Rows of numbers, 0 for an open cell. */
export function numbers(board, digits) {
  const rows = Array.from({ length: board.side }, (_, row) => digits.slice(row * board.side, (row + 1) * board.side).join(' '));
  return rows.join('\n');
}

/** Every candidate of every cell: its symbol, or a point where it is ruled out. */
function candidateText(puzzle) {
  const { board, givens, ruledOut } = puzzle;
  const allowed = (cell, digit) => (givens[cell] ? givens[cell] === digit : !ruledOut.has(candidate(board, cell, digit)));
  return candidateLine(board, allowed);
}

function candidateLine(board, allowed) {
  let text = '';
  for (let cell = 0; cell < board.cells; cell++) {
    for (let digit = 1; digit <= board.side; digit++) text += allowed(cell, digit) ? listed(digit, board.side) : '.';
  }
  return text;
}

/** What the player knows: digits placed, and candidates left. */
function position(puzzle) {
  const left = candidates(puzzle);
  return candidateLine(puzzle.board, (cell, digit) => {
    const placed = digitAt(puzzle, cell);
    return placed ? placed === digit : left[cell].includes(digit);
  });
}
