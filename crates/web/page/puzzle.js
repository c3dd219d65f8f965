/** Puzzle with the player's progress: givens, entered digits, eliminated candidates. Immutable: changes return a copy. */

import { Board } from './geometry.js';

/**
 * @typedef {object} Puzzle
 * @property {Board} board
 * @property {Uint8Array} givens  digit of each cell, 0 for none
 * @property {Uint8Array} entered  digits entered by the player, 0 for none
 * @property {Set<number>} eliminated  candidates eliminated by the player, as candidate indices
 * @property {Set<number>|null} excluded  candidates that the puzzle itself excludes, if its text contained candidates
 *
 * A candidate index is cell * side + digit - 1.
 */

export function emptyPuzzle(board = new Board(3, 3)) {
  const { cells } = board;
  return { board, givens: new Uint8Array(cells), entered: new Uint8Array(cells), eliminated: new Set(), excluded: null };
}

/** The digit in a cell, given or entered; 0 for none. */
export const digitAt = (puzzle, cell) => puzzle.givens[cell] || puzzle.entered[cell];

export const candidateIndex = (board, cell, digit) => cell * board.side + digit - 1;

/** The puzzle with a given set, or cleared by 0. */
export function withGiven(puzzle, cell, digit) {
  const givens = puzzle.givens.slice();
  const entered = puzzle.entered.slice();
  givens[cell] = digit;
  entered[cell] = 0;
  return { ...puzzle, givens, entered };
}

/** The puzzle with a digit entered, or cleared by 0; givens are not changed. */
export function withEntered(puzzle, cell, digit) {
  if (puzzle.givens[cell]) return puzzle;
  const entered = puzzle.entered.slice();
  entered[cell] = digit;
  return { ...puzzle, entered };
}

/** The puzzle with a candidate eliminated, or restored. */
export function withToggledCandidate(puzzle, cell, digit) {
  const eliminated = new Set(puzzle.eliminated);
  const index = candidateIndex(puzzle.board, cell, digit);
  if (!eliminated.delete(index)) eliminated.add(index);
  return { ...puzzle, eliminated };
}

/** The puzzle without the player's progress. */
export function withoutProgress(puzzle) {
  return { ...puzzle, entered: new Uint8Array(puzzle.board.cells), eliminated: new Set() };
}

/** Whether two puzzles on one board are the same, apart from the player's progress. */
export const hasSameGivens = (one, other) =>
  one.excluded === other.excluded && one.givens.every((digit, cell) => digit === other.givens[cell]);

export const givenCount = (puzzle) => puzzle.givens.reduce((sum, digit) => sum + (digit > 0), 0);

/** Whether there is nothing on the board: no given, no excluded candidate, no progress. */
export const isBlank = (puzzle) => !puzzle.excluded && !puzzle.eliminated.size && puzzle.givens.every((_, cell) => !digitAt(puzzle, cell));

/** Whether every cell has a digit. */
export const isFull = (puzzle) => puzzle.givens.every((_, cell) => digitAt(puzzle, cell));

/** Whether the digits are a solution: every house has each digit once, and no digit is excluded by the puzzle. */
export function isSolved(puzzle) {
  const { board, excluded } = puzzle;
  const isExcluded = (cell) => excluded?.has(candidateIndex(board, cell, digitAt(puzzle, cell)));
  return isFull(puzzle) && !conflicts(puzzle).length && !puzzle.givens.some((_, cell) => isExcluded(cell));
}

/** The open candidates of each cell: not a digit of a peer, not excluded, not eliminated. Cells with a digit have none. */
export const candidates = perPuzzle((puzzle) => {
  const used = digitsInHouses(puzzle);
  return Array.from({ length: puzzle.board.cells }, (_, cell) => (digitAt(puzzle, cell) ? [] : openCandidates(puzzle, cell, used[cell])));
});

/** A function of puzzles that is computed once for each: they are immutable, and the selection moves more often than they change. */
function perPuzzle(compute) {
  const results = new WeakMap();
  return (puzzle) => {
    if (!results.has(puzzle)) results.set(puzzle, compute(puzzle));
    return results.get(puzzle);
  };
}

function openCandidates(puzzle, cell, used) {
  const { board, eliminated, excluded } = puzzle;
  const digits = [];
  for (let digit = 1; digit <= board.side; digit++) {
    const index = candidateIndex(board, cell, digit);
    if (!used[digit] && !eliminated.has(index) && !excluded?.has(index)) digits.push(digit);
  }
  return digits;
}

/** For each cell, a flag per digit: whether it is in one of the cell's houses. */
function digitsInHouses(puzzle) {
  const { board } = puzzle;
  const ofHouse = new Map(board.houses.map((house) => [house, digitFlags(puzzle, house)]));
  return board.housesOf.map((houses) => {
    const [row, column, box] = houses.map((house) => ofHouse.get(house));
    return row.map((flag, digit) => flag | column[digit] | box[digit]);
  });
}

function digitFlags(puzzle, { cells }) {
  const flags = new Uint8Array(puzzle.board.side + 1);
  for (const cell of cells) flags[digitAt(puzzle, cell)] = 1;
  flags[0] = 0;
  return flags;
}

/**
 * Digits that are repeated in a house.
 * @returns {{house: string, digit: number, cells: number[]}[]}
 */
export const conflicts = perPuzzle((puzzle) => puzzle.board.houses.flatMap((house) => {
  const counts = new Uint8Array(puzzle.board.side + 1);
  for (const cell of house.cells) counts[digitAt(puzzle, cell)] += 1;
  const repeated = [...counts.keys()].filter((digit) => digit && counts[digit] > 1);
  const holders = (digit) => house.cells.filter((cell) => digitAt(puzzle, cell) === digit);
  return repeated.map((digit) => ({ house: house.name, digit, cells: holders(digit) }));
}));
