/**
 * A step of an explanation as marks on the board.
 *
 * @typedef {object} Step         what the API says of a step; docs/explain.md
 * @property {string} name        such as `X-wing`
 * @property {string} sentence
 * @property {Place[]} [sets]     what the reason looks at: a cell, or a digit in a house
 * @property {Place[]} [covers]   where all candidates of the sets are
 * @property {{set: number, left: string|null}[]} [links]  the moves of a chain
 * @property {Step[]} [steps]     the steps within the step
 * @property {string|null} placed
 * @property {string[]} removed
 * @property {number[]} [grid]    the digits before the step; 0 for none
 * @property {number[][]} [candidates]  the candidates before the step
 *
 * @typedef {{kind: string, row?: number, column?: number, number?: number, digit?: number, candidates: string[]}} Place
 */

import { candidate } from './puzzle.js';

/** The words for those who hear the marks. */
const WORDS = { reason: 'part of the reason', placed: 'the digit is placed here', loses: 'loses a candidate', dead: 'nothing would be left' };

/** What a step marks: the position before it, its sets, and what it places or takes away. Later marks win. */
export function marksOf(board, step) {
  const marks = { ...position(step), cells: new Map(), candidates: new Map(), houses: [], words: WORDS };
  for (const place of [...innerSets(step), ...(step.covers ?? []), ...(step.sets ?? [])]) markPlace(board, place, marks);
  marks.links = markChain(board, step, marks);
  for (const name of step.removed) markTarget(board, name, ['loses', 'gone'], marks);
  if (step.placed) markTarget(board, step.placed, ['placed', 'good'], marks);
  return marks;
}

/** Digits and candidates as they are before the step. */
function position({ grid, candidates }) {
  const shown = new Map([...grid.entries()].filter(([, digit]) => digit));
  return { shown, left: new Map(candidates.entries()) };
}

/** The sets of the steps within a step. */
const innerSets = ({ steps = [] }) => steps.flatMap((inner) => [...innerSets(inner), ...(inner.sets ?? [])]);

function markPlace(board, place, marks) {
  if (place.kind === 'cell') marks.cells.set(board.cell(place.row - 1, place.column - 1), 'reason');
  else addHouse(`${place.kind} ${place.number}`, marks);
  for (const name of place.candidates) mark(board, name, 'reason', marks);
}

function addHouse(name, { houses }) {
  if (!houses.some((house) => house.name === name)) houses.push({ name, kind: 'reason' });
}

function mark(board, name, kind, { candidates }) {
  candidates.set(candidate(board, ...board.candidateOf(name)), kind);
}

function markTarget(board, name, [cellKind, kind], marks) {
  marks.cells.set(board.cellOf(name), cellKind);
  mark(board, name, kind, marks);
}

/** The set with nothing left at the end of a chain. */
function markDead(board, place, marks) {
  if (place.kind === 'cell') marks.cells.set(board.cell(place.row - 1, place.column - 1), 'dead');
  else marks.houses.find((house) => house.name === `${place.kind} ${place.number}`).kind = 'dead';
}

/** The candidates that follow one after the other are joined by lines, from what is assumed on. */
function markChain(board, { links = [], sets = [], removed }, marks) {
  const last = links.find((link) => !link.left);
  if (last) markDead(board, sets[last.set], marks);
  const names = links.map((link) => link.left).filter(Boolean);
  for (const name of names) mark(board, name, 'then', marks);
  const numbers = [...removed.slice(0, 1), ...names].map((name) => candidate(board, ...board.candidateOf(name)));
  return links.length ? numbers.slice(1).map((number, at) => [numbers[at], number]) : [];
}
