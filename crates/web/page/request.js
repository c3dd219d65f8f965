/**
 * Request fields for the API. The puzzle is sent as rows of numbers, or as a candidate string if it has excluded candidates: only these
 * formats represent every board up to 36x36.
 */

import { candidateIndex, digitAt } from './puzzle.js';
import { candidateSymbol } from './symbols.js';

/** The fields of the puzzle, without the player's progress. */
export function puzzleFields(puzzle) {
  return { puzzle: puzzle.excluded ? candidateText(puzzle) : numberRows(puzzle.board, puzzle.givens), boxes: puzzle.board.boxes };
}

/**
 * The fields of the puzzle and of the player's position, if the player has changed anything. Digits and crossed-out candidates are
 * separate: in a candidate grid, a cell with one candidate left would count as filled by the player.
 */
export function positionFields(puzzle) {
  const { board, entered, eliminated } = puzzle;
  const digits = puzzle.givens.map((_, cell) => digitAt(puzzle, cell));
  const name = (index) => `${board.name(Math.floor(index / board.side))}=${(index % board.side) + 1}`;
  return {
    ...puzzleFields(puzzle),
    ...(entered.some(Boolean) && { position: numberRows(board, digits) }),
    ...(eliminated.size > 0 && { eliminated: [...eliminated].map(name) }),
  };
}

/** Rows of numbers, 0 for an empty cell. */
function numberRows(board, digits) {
  const rows = Array.from({ length: board.side }, (_, row) => digits.slice(row * board.side, (row + 1) * board.side).join(' '));
  return rows.join('\n');
}

function candidateText(puzzle) {
  const { board, givens, excluded } = puzzle;
  const isOpen = (cell, digit) => (givens[cell] ? givens[cell] === digit : !excluded.has(candidateIndex(board, cell, digit)));
  return candidateString(board, isOpen);
}

/** A character per candidate: its symbol, or a point if it is eliminated. */
function candidateString(board, isOpen) {
  let text = '';
  for (let cell = 0; cell < board.cells; cell++) {
    for (let digit = 1; digit <= board.side; digit++) text += isOpen(cell, digit) ? candidateSymbol(digit, board.side) : '.';
  }
  return text;
}
