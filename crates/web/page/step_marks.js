/**
 * Marks of an explanation step on the board.
 *
 * @typedef {object} Step  a step as the API describes it; see docs/guide/src/explanations.md
 * @property {string} name  such as `X-wing`
 * @property {string} sentence
 * @property {Constraint[]} [sets]  the exactly-one constraints that justify the step
 * @property {Constraint[]} [covers]  the cover sets of a base/cover step
 * @property {{set: number, left: string|null}[]} [links]  the links of a chain: a constraint and its last candidate, null in a contradiction
 * @property {Step[]} [steps]  the inner steps of a nested step
 * @property {string|null} placed
 * @property {string[]} removed
 * @property {number[]} [grid]  the digits before the step, 0 for none
 * @property {number[][]} [candidates]  the candidates before the step
 *
 * @typedef {{kind: string, row?: number, column?: number, number?: number, digit?: number, candidates: string[]}} Constraint
 *   a cell, or a digit in a house
 */

import { candidateIndex } from './puzzle.js';

/** Meaning of the tints, for screen readers. */
const TINT_LABELS = {
  reason: 'part of the pattern', placed: 'digit placed here', elimination: 'candidate eliminated here', contradiction: 'no candidate left',
};

/** The position before a step, its constraints, and its placement and eliminations. Later marks replace earlier ones. */
export function stepMarks(board, step) {
  const marks = { ...position(step), tints: new Map(), tintLabels: TINT_LABELS, roles: new Map(), houses: [] };
  for (const constraint of [...innerConstraints(step), ...(step.covers ?? []), ...(step.sets ?? [])]) markConstraint(board, constraint, marks);
  marks.links = markChain(board, step, marks);
  for (const name of step.removed) markTarget(board, name, 'elimination', 'eliminated', marks);
  if (step.placed) markTarget(board, step.placed, 'placed', 'placed', marks);
  return marks;
}

/** Digits and candidates before the step. */
function position({ grid, candidates }) {
  const digits = new Map([...grid.entries()].filter(([, digit]) => digit));
  return { digits, candidates: new Map(candidates.entries()) };
}

/** The constraints of all inner steps. */
const innerConstraints = ({ steps = [] }) => steps.flatMap((inner) => [...innerConstraints(inner), ...(inner.sets ?? [])]);

function markConstraint(board, constraint, marks) {
  if (constraint.kind === 'cell') marks.tints.set(cellOf(board, constraint), 'reason');
  else addHouse(houseName(constraint), marks);
  for (const name of constraint.candidates) setRole(board, name, 'reason', marks);
}

const cellOf = (board, { row, column }) => board.cell(row - 1, column - 1);
const houseName = ({ kind, number }) => `${kind} ${number}`;

function addHouse(name, { houses }) {
  if (!houses.some((house) => house.name === name)) houses.push({ name, kind: 'reason' });
}

function setRole(board, name, role, { roles }) {
  roles.set(candidateIndex(board, ...board.parseCandidate(name)), role);
}

function markTarget(board, name, tint, role, marks) {
  marks.tints.set(board.parseCell(name), tint);
  setRole(board, name, role, marks);
}

/** Marks the constraint without a candidate at the end of a chain. */
function markContradiction(board, constraint, marks) {
  if (constraint.kind === 'cell') marks.tints.set(cellOf(board, constraint), 'contradiction');
  else marks.houses.find((house) => house.name === houseName(constraint)).kind = 'contradiction';
}

/** Marks the implied candidates of a chain; returns the lines between them, beginning at the assumed candidate. */
function markChain(board, { links = [], sets = [], removed }, marks) {
  const last = links.find((link) => !link.left);
  if (last) markContradiction(board, sets[last.set], marks);
  const implied = links.map((link) => link.left).filter(Boolean);
  for (const name of implied) setRole(board, name, 'implied', marks);
  const indices = [...removed.slice(0, 1), ...implied].map((name) => candidateIndex(board, ...board.parseCandidate(name)));
  return links.length ? indices.slice(1).map((index, at) => [indices[at], index]) : [];
}
