/**
 * Drawing of an explanation step: marks on the board that show the pattern as what it is, and a legend of one line.
 *
 * @typedef {object} Step  a step as the API describes it; see docs/guide/src/explanations.md
 * @property {string} technique  such as `x-wing`
 * @property {string} name  such as `X-wing`
 * @property {string} sentence
 * @property {Constraint[]} [sets]  the exactly-one constraints that justify the step
 * @property {Constraint[]} [covers]  the cover sets of a base/cover step
 * @property {{set: number, left: string|null}[]} [links]  the links of a chain: a constraint and its last candidate, null in a contradiction
 * @property {Step[]} [steps]  the inner steps of a nested step
 * @property {string[]} [eureka]  a chain in Eureka notation, a line each
 * @property {string} [detail]  the whole argument, if the sentence is a summary
 * @property {{role: string, candidates: string[]}[]} [parts]  the parts of a pattern found by name
 * @property {{cell: string, digits: number[]}[]} [deadly_pattern]  the cells that a uniqueness technique is about
 * @property {string|null} placed
 * @property {string[]} removed
 * @property {number[]} [grid]  the digits before the step, 0 for none
 * @property {number[][]} [candidates]  the candidates before the step
 *
 * @typedef {{kind: string, row?: number, column?: number, number?: number, digit?: number, candidates: string[]}} Constraint
 *   a cell, or a digit in a house
 */

import { chainLinks } from './chain_links.js';
import { drawParts } from './part_drawing.js';
import { candidateIndex } from './puzzle.js';

/** Meaning of the tints, for screen readers. */
const TINT_LABELS = {
  reason: 'part of the pattern', placed: 'digit placed here', elimination: 'candidate eliminated here', contradiction: 'no candidate left',
  pivot: 'pivot', pincer: 'pincer', deadly: 'in the rectangle or loop with two fillings',
};

const FISH = /(^|-)(x-wing|swordfish|jellyfish|fish)$/;
/** Seen as a whole, even if a chain justifies them. */
const LOCKED_OR_SUBSET = /^(pointing|claiming|(locked|naked|hidden)-(pair|triple|quad|set))$/;
const WING = /^(xy-wing|xyz-wing|wxyz-wing|bent-set)$/;

/** The marks and the legend of a step. The position before it is shown; later marks replace earlier ones. */
export function stepDrawing(board, step) {
  const drawing = new Drawing(board, step);
  for (const constraint of innerConstraints(step)) drawing.addConstraint(constraint, 'base');
  const pattern = patternOf(step);
  pattern(drawing, step);
  for (const name of step.removed) drawing.addTarget(name, 'elimination', 'eliminated');
  if (step.placed) drawing.addTarget(step.placed, 'placed', 'placed');
  if (step.placed) drawing.explain('placed', 'digit placed');
  if (step.removed.length) drawing.explain('eliminated', 'eliminated');
  return { marks: drawing.marks, legend: drawing.legend };
}

/** The constraints of all inner steps. */
const innerConstraints = ({ steps = [] }) => steps.flatMap((inner) => [...innerConstraints(inner), ...(inner.sets ?? [])]);

/** How the pattern of a step is drawn. */
function patternOf({ technique, sets = [], covers, links = [], parts }) {
  if (LOCKED_OR_SUBSET.test(technique)) return drawConstraints;
  if (FISH.test(technique) && technique !== 'turbot-fish' && isOfLines(sets) && (!covers || isOfLines(covers))) return drawFish;
  if (WING.test(technique) && sets.every(({ kind }) => kind === 'cell')) return drawWing;
  if (parts) return drawParts;
  return links.length ? drawChain : drawConstraints;
}

/** Whether all constraints are rows, or all are columns. */
const isOfLines = (sets) => ['row', 'column'].some((line) => sets.every(({ kind }) => kind === line));

/** Subsets and singles: the constraints with their candidates. */
function drawConstraints(drawing, { sets = [], covers = [] }) {
  for (const cover of covers) drawing.addConstraint({ ...cover, candidates: [] }, 'cover');
  for (const set of sets) drawing.addConstraint(set, 'base');
  if (sets.length) drawing.explain('reason', 'pattern');
}

/** A fish: its base lines, its cover lines, and fins, the base candidates outside of the cover lines. */
function drawFish(drawing, { sets, covers, links = [], removed }) {
  const { board } = drawing;
  const [base, cover] = sets[0].kind === 'row' ? ['row', 'column'] : ['column', 'row'];
  const lineOf = (name) => (cover === 'row' ? board.row(board.parseCell(name)) : board.column(board.parseCell(name))) + 1;
  // A chain has no cover sets: its target and the candidate left in each line have a cover line each.
  const corners = [removed[0], ...links.map(({ left }) => left).filter(Boolean)];
  const lines = [...new Set(covers ? covers.map(({ number }) => number) : corners.map(lineOf))].sort((a, b) => a - b);
  for (const number of lines) drawing.addHouse(`${cover} ${number}`, 'cover');
  for (const { number } of sets) drawing.addHouse(`${base} ${number}`, 'base');
  const candidates = sets.flatMap((set) => set.candidates);
  const fins = candidates.filter((name) => !lines.includes(lineOf(name)));
  for (const name of candidates) drawing.addCandidate(name, fins.includes(name) ? 'fin' : 'reason');
  drawing.explain('base', `base: ${plural(base, sets.map(({ number }) => number))}`);
  drawing.explain('cover', `cover: ${plural(cover, lines)}`);
  if (fins.length) drawing.explain('fin', fins.length === 1 ? 'fin' : 'fins');
}

/** `rows 2 and 5`. */
const plural = (kind, numbers) => `${kind}${numbers.length === 1 ? '' : 's'} ${[numbers.slice(0, -1).join(', '), numbers.at(-1)].filter(Boolean).join(' and ')}`;

/** A wing: the pivot is the cell that sees the others, with a line to each pincer. */
function drawWing(drawing, step) {
  const { board } = drawing;
  const cells = step.sets.map(({ row, column }) => board.cell(row - 1, column - 1));
  const pivot = cells.find((cell) => cells.every((other) => other === cell || board.peers(cell).has(other)));
  if (pivot === undefined) return drawChain(drawing, step);
  for (const set of step.sets) drawing.addConstraint(set, 'base');
  for (const cell of cells) drawing.addCell(cell, cell === pivot ? 'pivot' : 'pincer');
  for (const cell of cells) if (cell !== pivot) drawing.addBridge(pivot, cell);
  drawing.explain('pivot', 'pivot');
  drawing.explain('pincer', 'pincers');
}

/** A chain: numbered candidates, each implied by the ones that arrows come from. */
function drawChain(drawing, step) {
  const { board, marks } = drawing;
  for (const set of step.sets) drawing.addConstraint(set, 'faint');
  const { links, numbers, contradiction } = chainLinks(board, step);
  for (const [index] of numbers) marks.roles.set(index, 'implied');
  Object.assign(marks, { links, numbers });
  if (contradiction) drawing.addContradiction(contradiction);
  drawing.explain('weak', 'cannot both be true');
  drawing.explain('strong', 'so this one is true');
  if (contradiction) drawing.explain('contradiction', 'nothing left');
}

/** Marks and legend under construction. */
class Drawing {
  legend = [];

  constructor(board, { grid, candidates }) {
    this.board = board;
    const digits = new Map([...grid.entries()].filter(([, digit]) => digit));
    this.marks = { digits, candidates: new Map(candidates.entries()), tints: new Map(), tintLabels: TINT_LABELS, roles: new Map(), houses: [], links: [], bridges: [] };
  }

  explain(kind, label) {
    this.legend.push([kind, label]);
  }

  addConstraint(constraint, kind) {
    if (constraint.kind === 'cell') this.addCell(cellOf(this.board, constraint), 'reason');
    else this.addHouse(houseName(constraint), kind);
    for (const name of constraint.candidates) this.addCandidate(name, 'reason');
  }

  addCell(cell, tint) {
    this.marks.tints.set(cell, tint);
  }

  addHouse(name, kind) {
    if (!this.marks.houses.some((house) => house.name === name)) this.marks.houses.push({ name, kind });
  }

  addCandidate(name, role) {
    this.marks.roles.set(candidateIndex(this.board, ...this.board.parseCandidate(name)), role);
  }

  addTarget(name, tint, role) {
    this.addCell(this.board.parseCell(name), tint);
    this.addCandidate(name, role);
  }

  /** A line between two cells. */
  addBridge(from, to) {
    this.marks.bridges.push([from, to]);
  }

  /** The constraint without a candidate at the end of a chain. */
  addContradiction(constraint) {
    if (constraint.kind === 'cell') this.addCell(cellOf(this.board, constraint), 'contradiction');
    else this.marks.houses.find((house) => house.name === houseName(constraint)).kind = 'contradiction';
  }
}

const cellOf = (board, { row, column }) => board.cell(row - 1, column - 1);
const houseName = ({ kind, number }) => `${kind} ${number}`;
