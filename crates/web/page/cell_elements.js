/** Elements of a cell: its digit, its candidates and its frame. Only what has changed is updated. */

import { CELL, candidatePosition, corner } from './board_layout.js';
import { createSvg, setAttribute, setChildren } from './dom.js';

export class CellElements {
  #board;
  #digit;
  #sign;
  #small;
  /** Elements and key of each candidate that is shown, by digit. */
  #candidates = new Map();
  #pair = '';

  constructor(board, cell) {
    const [x, y] = corner(board, cell);
    this.#board = board;
    this.#digit = createSvg('text', { class: 'digit', x: x + CELL / 2, y: y + CELL / 2, dy: '0.355em' });
    this.#sign = createSvg('text', { class: 'sign', x: x + CELL - 6, y: y + 6, dy: '0.355em' });
    this.#small = createSvg('g', { class: 'small', transform: `translate(${x} ${y})` });
    const back = createSvg('rect', { class: 'back', x, y, width: CELL, height: CELL });
    const ring = createSvg('rect', { class: 'ring', x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, rx: 3 });
    const position = { role: 'gridcell', 'aria-rowindex': board.row(cell) + 1, 'aria-colindex': board.column(cell) + 1 };
    this.group = createSvg('g', { 'data-cell': cell, id: `cell-${board.name(cell)}`, ...position }, back, this.#small, this.#digit, this.#sign, ring);
  }

  /** Shows a model; see cell_models.js. */
  update(model, isSelected) {
    setAttribute(this.group, 'class', model.classes);
    setAttribute(this.group, 'aria-label', model.label);
    setAttribute(this.group, 'aria-selected', isSelected);
    setAttribute(this.group, 'tabindex', isSelected ? 0 : -1);
    setAttribute(this.#digit, 'class', model.isNumeric ? 'digit wide' : 'digit');
    setText(this.#digit, model.text);
    setText(this.#sign, model.sign);
    this.#updatePair(model.pair);
    this.#updateCandidates(model.candidates);
  }

  #updatePair(pair) {
    const key = pair?.join() ?? '';
    if (key === this.#pair) return;
    this.#pair = key;
    this.#candidates.clear();
    setChildren(this.#small, ...(pair ? pairElements(pair) : []));
  }

  #updateCandidates(candidates) {
    if (!candidates.length && !this.#candidates.size) return;
    const wanted = new Set(candidates.map(({ digit }) => digit));
    for (const [digit, { elements }] of this.#candidates) {
      if (wanted.has(digit)) continue;
      elements.forEach((element) => element.remove());
      this.#candidates.delete(digit);
    }
    for (const candidate of candidates) this.#updateCandidate(candidate);
  }

  #updateCandidate(candidate) {
    const key = `${candidate.text} ${candidate.role}`;
    const shown = this.#candidates.get(candidate.digit);
    if (shown?.key === key) return;
    shown?.elements.forEach((element) => element.remove());
    const elements = candidateElements(this.#board, candidate);
    this.#small.append(...elements);
    this.#candidates.set(candidate.digit, { key, elements });
  }
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shapes of the roles that are no circles. */
const SHAPES = { fin: 'square', extra: 'square', node: 'square', common: 'diamond', 'second-colour': 'diamond' };

/** A candidate with the shape of its role, and a stroke through what is eliminated. */
function candidateElements(board, { digit, text, role, isNumeric }) {
  const [x, y, space] = candidatePosition(board, digit);
  const size = space * (isNumeric ? 0.62 : 0.78);
  const label = createSvg('text', { class: `candidate ${role}`, x, y, dy: '0.355em', 'font-size': size }, text);
  if (!role) return [label];
  const radius = space * 0.48;
  const shape = spot(role, x, y, radius);
  const stroke = role === 'eliminated' && createSvg('path', { class: 'stroke', d: `M${x - radius * 1.1} ${y + radius * 1.1}L${x + radius * 1.1} ${y - radius * 1.1}` });
  return [stroke, shape, label].filter(Boolean);
}

function spot(role, x, y, radius) {
  const attributes = { class: `spot ${role}` };
  switch (SHAPES[role]) {
    case 'square': return createSvg('rect', { ...attributes, x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
    case 'diamond': return createSvg('path', { ...attributes, d: `M${x} ${y - radius * 1.2}l${radius * 1.2} ${radius * 1.2}l${-radius * 1.2} ${radius * 1.2}l${-radius * 1.2} ${-radius * 1.2}z` });
    default: return createSvg('circle', { ...attributes, cx: x, cy: y, r: radius });
  }
}

function pairElements([first, second]) {
  return [
    createSvg('text', { class: 'pair first', x: CELL * 0.3, y: CELL * 0.33, dy: '0.355em' }, first),
    createSvg('text', { class: 'pair second', x: CELL * 0.7, y: CELL * 0.69, dy: '0.355em' }, second),
  ];
}
