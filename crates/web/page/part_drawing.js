/** Drawing of a pattern that was found by name: the candidates of each of its parts by their role, and chains of nodes. */

import { candidateIndex } from './puzzle.js';

/** Role on the board, and entry in the legend, of the candidates of a part. */
const PARTS = {
  body: ['reason', 'pattern'],
  als: ['reason', 'almost locked sets'],
  pivot: ['reason', 'pivot'],
  fin: ['fin', 'fins'],
  'restricted-common': ['common', 'restricted common'],
  'first-colour': ['reason', 'first colour'],
  'second-colour': ['second-colour', 'second colour'],
  extra: ['extra', 'one of these is true'],
};

/** A deadly pattern with more cells than this is most of the board. */
const MAX_DEADLY_CELLS = 8;

/** Draws the parts of a step: later ones replace earlier ones, since a restricted common lies in the sets before it. */
export function drawParts(drawing, { technique, parts, sets = [], covers = [], deadly_pattern: deadly = [] }) {
  const nodes = parts.filter(({ role }) => role === 'node').map(({ candidates }) => candidates);
  const isNetwork = nodes.length > 0 || parts.some(({ role }) => role === 'first-colour');
  // The houses of chains and colours would overlap too much.
  for (const set of sets) if (set.kind === 'cell' || !isNetwork) drawing.addConstraint({ ...set, candidates: [] }, 'base');
  for (const cover of covers) drawing.addConstraint({ ...cover, candidates: [] }, 'cover');
  if (deadly.length && deadly.length <= MAX_DEADLY_CELLS) drawDeadly(drawing, deadly);
  if (nodes.length) drawNodes(drawing, nodes, technique.endsWith('continuous-nice-loop') && !technique.includes('discontinuous'));
  else for (const part of parts) drawPart(drawing, part, technique);
  if (covers.length) drawing.explain('cover', 'cover sets');
}

function drawPart(drawing, { role, candidates }, technique) {
  const [kind, label] = PARTS[role];
  for (const name of candidates) drawing.addCandidate(name, kind);
  drawing.explain(kind, role === 'restricted-common' && technique === 'w-wing' ? 'strong link' : label);
}

function drawDeadly(drawing, cells) {
  const pattern = cells.map(({ cell }) => drawing.board.parseCell(cell));
  for (const cell of pattern) drawing.addCell(cell, 'deadly');
  // The cell of the elimination gets another tint, but belongs to the pattern.
  drawing.marks.frames = pattern.map((cell) => [cell, 'deadly']);
  drawing.explain('deadly', 'two fillings');
}

/**
 * A chain of nodes, each a candidate or several of which one is meant. Strong and weak links alternate, beginning with a strong one;
 * in a loop, the last node has a weak link to the first.
 */
function drawNodes(drawing, nodes, isLoop) {
  const { board, marks } = drawing;
  const index = (name) => candidateIndex(board, ...board.parseCandidate(name));
  const addLink = (from, to, kind) => {
    const [start, end] = nearest(board, from, to);
    if (start !== end) marks.links.push({ from: index(start), to: index(end), kind });
  };
  marks.numbers = new Map();
  nodes.forEach((node, at) => {
    for (const name of node) drawing.addCandidate(name, at % 2 ? 'implied' : 'node');
    if (!marks.numbers.has(index(node[0]))) marks.numbers.set(index(node[0]), at + 1);
    if (at > 0) addLink(nodes[at - 1], node, at % 2 ? 'strong' : 'weak');
  });
  if (isLoop) addLink(nodes.at(-1), nodes[0], 'weak');
  drawing.explain('strong', 'if the one is false, the other is true');
  drawing.explain('weak', 'cannot both be true');
}

/** The nearest candidates of two nodes. */
function nearest(board, from, to) {
  const place = (name) => {
    const cell = board.parseCell(name);
    return [board.row(cell), board.column(cell)];
  };
  const distance = ([one, other]) => Math.hypot(...place(one).map((at, axis) => at - place(other)[axis]));
  const pairs = from.flatMap((one) => to.map((other) => [one, other]));
  return pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best));
}
