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

export const givenCount = (puzzle) => puzzle.givens.reduce((sum, digit) => sum + (digit > 0), 0);

/** Whether every cell has a digit. */
export const isComplete = (puzzle) => puzzle.givens.every((_, cell) => digitAt(puzzle, cell));

/** The open candidates of each cell: not a digit of a peer, not excluded, not eliminated. Cells with a digit have none. */
export function candidates(puzzle) {
  const used = digitsInHouses(puzzle);
  return Array.from({ length: puzzle.board.cells }, (_, cell) => (digitAt(puzzle, cell) ? [] : openCandidates(puzzle, cell, used[cell])));
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
  const used = Array.from({ length: board.cells }, () => new Uint8Array(board.side + 1));
  for (const house of board.houses) {
    const digits = house.cells.map((cell) => digitAt(puzzle, cell)).filter(Boolean);
    for (const cell of house.cells) for (const digit of digits) used[cell][digit] = 1;
  }
  return used;
}

/**
 * Digits that are repeated in a house.
 * @returns {{house: string, digit: number, cells: number[]}[]}
 */
export function conflicts(puzzle) {
  return puzzle.board.houses.flatMap((house) => {
    const cellsOf = new Map();
    for (const cell of house.cells) {
      const digit = digitAt(puzzle, cell);
      if (digit) cellsOf.set(digit, [...(cellsOf.get(digit) ?? []), cell]);
    }
    return [...cellsOf].filter(([, cells]) => cells.length > 1).map(([digit, cells]) => ({ house: house.name, digit, cells }));
  });
}
