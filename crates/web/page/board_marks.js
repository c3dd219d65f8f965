/** Drawings over the board: outlined houses, links of chains with arrowheads, lines between the cells of a wing. */

import { CELL, centre, corner, spotPosition } from './board_layout.js';
import { createSvg } from './dom.js';

/** Curvature of links, as a fraction of their length. */
const BEND = 0.12;
/** Length and half width of an arrowhead. */
const ARROW = [5, 2.4];
/** Outlines of crossing or nested houses are moved inwards by this, so that none hides another. */
const HOUSE_INSETS = { base: 0, faint: 0, cover: 2.5, contradiction: 1 };

/** Tints whose cells have an outline, too. */
const OUTLINED = new Set(['pivot', 'pincer', 'contradiction', 'culprit', 'target', 'wrong']);

/** The elements of all marks that are not part of a cell. */
export function markElements(board, { tints = new Map(), houses = [], links = [], bridges = [], frames = [], numbers = new Map() }) {
  return [
    ...[...tints].filter(([, tint]) => OUTLINED.has(tint)).map(([cell, tint]) => cellOutline(board, cell, tint)),
    ...frames.map(([cell, kind]) => cellOutline(board, cell, kind)),
    ...houses.map(({ name, kind }) => houseOutline(board, name, kind)).filter(Boolean),
    ...bridges.map((bridge) => bridgeLine(board, bridge)),
    ...links.flatMap((link) => linkElements(board, link)),
    ...[...numbers].flatMap(([index, number]) => badge(board, index, number)),
  ];
}

function cellOutline(board, cell, tint) {
  const [x, y] = corner(board, cell);
  return createSvg('rect', { class: `outline ${tint}`, x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 3 });
}

function houseOutline(board, name, kind) {
  const house = board.findHouse(name);
  if (!house) return null;
  const inset = HOUSE_INSETS[kind] ?? 0;
  const [left, top] = corner(board, house.cells[0]);
  const [right, bottom] = corner(board, house.cells.at(-1));
  const size = { x: left + inset, y: top + inset, width: right - left + CELL - 2 * inset, height: bottom - top + CELL - 2 * inset, rx: 4 };
  return createSvg('rect', { class: `house ${kind}`, ...size });
}

/** A curve between two cells, from edge to edge. */
function bridgeLine(board, [from, to]) {
  const [start, end] = [centre(board, from), centre(board, to)];
  const middle = bend(start, end);
  const points = [towards(start, middle, CELL * 0.5), towards(end, middle, CELL * 0.5)];
  return createSvg('path', { class: 'bridge', d: `M${points[0].join(' ')}Q${middle.join(' ')} ${points[1].join(' ')}` });
}

/** A weak link is dashed; a strong one ends in an arrowhead. Both are curved, so that they do not cross the candidates between. */
function linkElements(board, { from, to, kind }) {
  const [x1, y1, space] = spotPosition(board, from);
  const [x2, y2] = spotPosition(board, to);
  const middle = bend([x1, y1], [x2, y2]);
  const start = towards([x1, y1], middle, space / 2);
  const tip = towards([x2, y2], middle, space / 2);
  if (kind === 'weak') return [createSvg('path', { class: 'link weak', d: `M${start.join(' ')}Q${middle.join(' ')} ${tip.join(' ')}` })];
  const end = towards(tip, middle, ARROW[0] * 0.8);
  return [
    createSvg('path', { class: 'link strong', d: `M${start.join(' ')}Q${middle.join(' ')} ${end.join(' ')}` }),
    createSvg('path', { class: 'arrow', d: arrowhead(tip, middle) }),
  ];
}

/** The number of a candidate in a chain: at its upper right corner, on top of all lines and within its cell. */
function badge(board, index, number) {
  const [x, y, space] = spotPosition(board, index);
  const [left, top] = corner(board, Math.floor(index / board.side));
  const radius = space * 0.3;
  const at = { x: Math.min(x + space * 0.45, left + CELL - radius - 1), y: Math.max(y - space * 0.45, top + radius + 1) };
  return [
    createSvg('circle', { class: 'badge', cx: at.x, cy: at.y, r: radius }),
    createSvg('text', { class: 'badge-number', ...at, dy: '0.355em', 'font-size': space * (number > 9 ? 0.38 : 0.48) }, String(number)),
  ];
}

/** The control point of a curve between two points. */
const bend = ([x1, y1], [x2, y2]) => [(x1 + x2) / 2 + (y2 - y1) * BEND, (y1 + y2) / 2 - (x2 - x1) * BEND];

/** A triangle with its tip at a point, pointing away from another. */
function arrowhead(tip, from) {
  const [length, half] = ARROW;
  const base = towards(tip, from, length);
  const [dx, dy] = [(tip[0] - base[0]) / length, (tip[1] - base[1]) / length];
  return `M${tip.join(' ')}L${base[0] - dy * half} ${base[1] + dx * half}L${base[0] + dy * half} ${base[1] - dx * half}Z`;
}

/** The point at a distance from one point towards another: lines end at the edge of a spot, not on its digit. */
function towards([x, y], [toX, toY], distance) {
  const fraction = distance / (Math.hypot(toX - x, toY - y) || 1);
  return [x + (toX - x) * fraction, y + (toY - y) * fraction];
}
