/** A puzzle and what a player has done: givens, entered digits, candidates taken away. Values that are copied, never changed. */

import { Board } from './geometry.js';

/**
 * @typedef {object} Puzzle
 * @property {Board} board
 * @property {Uint8Array} givens    the digit of each cell, 0 for none
 * @property {Uint8Array} entered   the digits that the player entered
 * @property {Set<number>} removed  the candidates that the player took away: cell * side + digit - 1
 * @property {Set<number>|null} ruledOut  the candidates that the puzzle itself rules out, if it came with candidates
 */

/** An empty board. */
export function empty(board = new Board(3, 3)) {
  const { cells } = board;
  return { board, givens: new Uint8Array(cells), entered: new Uint8Array(cells), removed: new Set(), ruledOut: null };
}

/** The digit in a cell, given or entered; 0 for none. */
export const digitAt = (puzzle, cell) => puzzle.givens[cell] || puzzle.entered[cell];

/** The number of a candidate. */
export const candidate = (board, cell, digit) => cell * board.side + digit - 1;

/** The puzzle with a digit, or 0, as a given of a cell. */
export function withGiven(puzzle, cell, digit) {
  const givens = puzzle.givens.slice();
  const entered = puzzle.entered.slice();
  givens[cell] = digit;
  entered[cell] = 0;
  return { ...puzzle, givens, entered };
}

/** The puzzle with a digit, or 0, entered in a cell; givens stay. */
export function withEntered(puzzle, cell, digit) {
  if (puzzle.givens[cell]) return puzzle;
  const entered = puzzle.entered.slice();
  entered[cell] = digit;
  return { ...puzzle, entered };
}

/** The puzzle with a candidate taken away, or put back. */
export function withToggled(puzzle, cell, digit) {
  const removed = new Set(puzzle.removed);
  const number = candidate(puzzle.board, cell, digit);
  if (!removed.delete(number)) removed.add(number);
  return { ...puzzle, removed };
}

/** The puzzle as it was before anything was entered. */
export function restarted(puzzle) {
  return { ...puzzle, entered: new Uint8Array(puzzle.board.cells), removed: new Set() };
}

/** How many cells hold a digit that is given. */
export const givenCount = (puzzle) => puzzle.givens.reduce((sum, digit) => sum + (digit > 0), 0);

/** Whether every cell holds a digit. */
export const isFull = (puzzle) => puzzle.givens.every((_, cell) => digitAt(puzzle, cell));

/** The candidates of each cell: what the digits in sight, the puzzle and the player leave. Cells with a digit have none. */
export function candidates(puzzle) {
  const seen = digitsSeen(puzzle);
  return Array.from({ length: puzzle.board.cells }, (_, cell) => (digitAt(puzzle, cell) ? [] : open(puzzle, cell, seen[cell])));
}

function open(puzzle, cell, seen) {
  const { board, removed, ruledOut } = puzzle;
  const digits = [];
  for (let digit = 1; digit <= board.side; digit++) {
    const number = candidate(board, cell, digit);
    if (!seen[digit] && !removed.has(number) && !ruledOut?.has(number)) digits.push(digit);
  }
  return digits;
}

/** For each cell, which digits stand in its houses. */
function digitsSeen(puzzle) {
  const { board } = puzzle;
  const seen = Array.from({ length: board.cells }, () => new Uint8Array(board.side + 1));
  for (const house of board.houses) {
    const digits = house.cells.map((cell) => digitAt(puzzle, cell)).filter(Boolean);
    for (const cell of house.cells) for (const digit of digits) seen[cell][digit] = 1;
  }
  return seen;
}

/**
 * The direct clashes: a digit twice or more often in a house.
 * @returns {{house: string, digit: number, cells: number[]}[]}
 */
export function clashes(puzzle) {
  return puzzle.board.houses.flatMap((house) => {
    const places = new Map();
    for (const cell of house.cells) {
      const digit = digitAt(puzzle, cell);
      if (digit) places.set(digit, [...(places.get(digit) ?? []), cell]);
    }
    return [...places].filter(([, cells]) => cells.length > 1).map(([digit, cells]) => ({ house: house.name, digit, cells }));
  });
}
