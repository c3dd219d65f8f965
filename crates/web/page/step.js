/**
 * A step of an explanation as marks on the board.
 *
 * Sets are written `r3c4` (the cell holds some digit) and `7 in row 3` (the digit is somewhere in the house).
 */

import { candidate } from './puzzle.js';

/** The words for those who hear the marks. */
const WORDS = { reason: 'part of the reason', target: 'the step is about this cell' };

/**
 * The position before a step of a list: what the steps before it placed and took away.
 * @returns {{shown: Map<number, number>, left: Map<number, number[]>}}
 */
export function positionBefore(board, left, steps) {
  const position = { shown: new Map(), left: new Map(left.map((digits, cell) => [cell, [...digits]])) };
  for (const step of steps) apply(board, position, step);
  return position;
}

function apply(board, { shown, left }, step) {
  const take = (cell, digit) => left.set(cell, left.get(cell).filter((one) => one !== digit));
  for (const name of step.removed ?? []) take(...board.candidateOf(name));
  if (!step.placed) return;
  const [cell, digit] = board.candidateOf(step.placed);
  shown.set(cell, digit);
  left.set(cell, []);
  for (const peer of board.peers(cell)) take(peer, digit);
}

/** What a step marks: its sets, the candidates that it speaks of, and what it places or takes away. */
export function marksOf(board, step, position) {
  const marks = { ...position, cells: new Map(), candidates: new Map(), houses: [], links: [], words: WORDS };
  for (const set of setsOf(step)) markSet(board, set, position, marks);
  markChain(board, step, marks);
  for (const name of step.removed ?? []) markCandidate(board, name, 'gone', marks);
  if (step.placed) markCandidate(board, step.placed, 'good', marks);
  return marks;
}

/** All sets of a step, those of the steps within it too. */
function setsOf({ reason }) {
  if (!reason) return [];
  const own = [reason.set, ...(reason.sets ?? []), ...(reason.links ?? []).map((link) => link.set)];
  return [...own, ...(reason.steps ?? []).flatMap(setsOf)].filter(Boolean);
}

function markSet(board, set, position, marks) {
  const place = /^(\d+) in (.+)$/.exec(set);
  if (!place) return markCell(board.cellOf(set), position, marks, board);
  const [, digit, name] = place;
  if (!marks.houses.some((house) => house.name === name)) marks.houses.push({ name, kind: 'reason' });
  for (const cell of board.houseOf(name)?.cells ?? []) {
    if (position.left.get(cell)?.includes(Number(digit))) mark(board, cell, Number(digit), 'reason', marks);
  }
}

function markCell(cell, position, marks, board) {
  marks.cells.set(cell, 'reason');
  for (const digit of position.left.get(cell) ?? []) mark(board, cell, digit, 'reason', marks);
}

function mark(board, cell, digit, kind, { candidates }) {
  candidates.set(candidate(board, cell, digit), kind);
}

function markCandidate(board, name, kind, marks) {
  const [cell, digit] = board.candidateOf(name);
  marks.cells.set(cell, 'target');
  mark(board, cell, digit, kind, marks);
}

/** The candidates that follow one after the other, joined by lines. */
function markChain(board, { removed, reason }, marks) {
  const names = (reason?.links ?? []).map((link) => link.left).filter(Boolean);
  if (!names.length) return;
  const numbers = [removed?.[0], ...names].filter(Boolean).map((name) => candidate(board, ...board.candidateOf(name)));
  for (const name of names) mark(board, ...board.candidateOf(name), 'then', marks);
  marks.links = numbers.slice(1).map((number, at) => [numbers[at], number]);
}
