/** Board view: one SVG with selectable cells, grid lines and the marks of the panels. */

import { cellModels } from './cell_models.js';
import { createSvg, setAttribute, setChildren } from './dom.js';

/** Lengths in SVG units: side of a cell, margin for the row and column numbers, room for the outer line. */
const CELL = 40;
const MARGIN = 20;
const EDGE = 3;
/** Distance of candidates from the lines of their cell. */
const INSET = 2.2;
/** Curvature of the lines of a chain, as a fraction of their length. */
const BEND = 0.12;
/** Minimum width of a cell in pixels on boards larger than 16x16; the board scrolls instead of shrinking further. */
const MIN_CELL_PIXELS = 24;

export class BoardView {
  #state;
  #frame;
  #svg;
  #cells = [];
  /** The last painted model of each cell, as JSON. */
  #painted = [];
  #board = null;

  /** Draws the board of the state into a scrolling element. */
  constructor(state, frame) {
    this.#state = state;
    this.#frame = frame;
    this.#svg = createSvg('svg', { id: 'board', role: 'grid' });
    frame.append(this.#svg);
    state.subscribe(['puzzle', 'view', 'marks'], () => this.#update());
    new ResizeObserver(() => this.#resize()).observe(frame);
    this.#listen();
  }

  get svg() {
    return this.#svg;
  }

  /** Moves the keyboard focus to the selected cell. */
  focus() {
    this.#cells[this.#state.view.selected].group.focus({ preventScroll: false });
  }

  #listen() {
    this.#svg.addEventListener('pointerdown', (event) => {
      const group = event.target.closest?.('.cell');
      if (!group || event.button > 0) return;
      if (event.pointerType === 'mouse') event.preventDefault(); // the focus is set below, not by the browser
      this.#state.setView({ selected: Number(group.dataset.cell) });
      this.focus();
    });
    this.#svg.addEventListener('focusin', (event) => {
      const group = event.target.closest('.cell');
      if (group) this.#state.setView({ selected: Number(group.dataset.cell) });
    });
  }

  #update() {
    const { puzzle, view } = this.#state;
    if (!this.#board?.equals(puzzle.board)) this.#build(puzzle.board);
    cellModels(this.#state).forEach((model, index) => this.#paint(index, model, index === view.selected));
    this.#paintMarks(this.#state.marks ?? {});
    this.#resize();
  }

  /** Creates the elements of a new board. */
  #build(board) {
    this.#board = board;
    this.#painted = [];
    this.#cells = Array.from({ length: board.cells }, (_, cell) => cellElements(board, cell));
    const extent = MARGIN + board.side * CELL + EDGE;
    setAttribute(this.#svg, 'viewBox', `0 0 ${extent} ${extent}`);
    setAttribute(this.#svg, 'aria-label', `Sudoku board ${board.size}`);
    setAttribute(this.#svg, 'aria-rowcount', board.side);
    setAttribute(this.#svg, 'aria-colcount', board.side);
    this.houses = createSvg('g', { class: 'houses' });
    this.links = createSvg('g', { class: 'links' });
    setChildren(this.#svg, axes(board), ...rows(board, this.#cells), lines(board), this.houses, this.links);
  }

  /** Updates the elements of a cell, only if its model has changed. */
  #paint(index, model, selected) {
    const key = JSON.stringify([model, selected]);
    if (this.#painted[index] === key) return;
    this.#painted[index] = key;
    const { group, digit, small } = this.#cells[index];
    setAttribute(group, 'class', model.classes);
    setAttribute(group, 'aria-label', model.label);
    setAttribute(group, 'aria-selected', selected);
    setAttribute(group, 'tabindex', selected ? 0 : -1);
    setAttribute(digit, 'class', model.text.length > 1 ? 'digit wide' : 'digit');
    digit.textContent = model.text;
    const candidates = model.candidates.flatMap((candidate) => candidateElements(this.#board, candidate));
    setChildren(small, ...(model.pair ? pairElements(model.pair) : candidates));
    const [x, y] = corner(this.#board, index);
    setAttribute(small, 'transform', small.childNodes.length ? `translate(${x} ${y})` : null);
  }

  #paintMarks({ houses = [], links = [] }) {
    const outlines = houses.map(({ name, kind }) => houseOutline(this.#board, name, kind)).filter(Boolean);
    setChildren(this.houses, ...outlines);
    setChildren(this.links, ...links.map((link) => linkLine(this.#board, link)));
  }

  /** Fits the board into its frame; large boards keep a readable size and scroll. */
  #resize() {
    const { side } = this.#board;
    this.#frame.classList.toggle('large', side > 16);
    const available = this.#frame.clientWidth;
    const base = side > 16 ? Math.max(available, side * MIN_CELL_PIXELS) : available;
    setAttribute(this.#svg, 'width', Math.floor(base * this.#state.view.zoom));
  }
}

/** Top left corner of a cell. */
function corner(board, cell) {
  return [MARGIN + board.column(cell) * CELL, MARGIN + board.row(cell) * CELL];
}

function cellElements(board, cell) {
  const [x, y] = corner(board, cell);
  const digit = createSvg('text', { class: 'digit', x: x + CELL / 2, y: y + CELL / 2, dy: '0.355em' });
  const small = createSvg('g', { class: 'small' });
  const back = createSvg('rect', { class: 'back', x, y, width: CELL, height: CELL });
  const ring = createSvg('rect', { class: 'ring', x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, rx: 3 });
  const position = { role: 'gridcell', 'aria-rowindex': board.row(cell) + 1, 'aria-colindex': board.column(cell) + 1 };
  const group = createSvg('g', { 'data-cell': cell, id: `cell-${board.name(cell)}`, ...position }, back, small, digit, ring);
  return { group, digit, small };
}

function rows(board, cells) {
  return Array.from({ length: board.side }, (_, row) => {
    const inRow = cells.slice(row * board.side, (row + 1) * board.side);
    return createSvg('g', { role: 'row', 'aria-rowindex': row + 1 }, ...inRow.map(({ group }) => group));
  });
}

/** Row and column numbers, as in cell names such as r3c4. */
function axes(board) {
  const size = board.side > 16 ? 14 : board.side > 9 ? 12 : 10; // large boards are shown smaller
  const group = createSvg('g', { class: 'axes', 'aria-hidden': 'true', 'font-size': size });
  for (let at = 0; at < board.side; at++) {
    const middle = MARGIN + at * CELL + CELL / 2;
    group.append(createSvg('text', { x: middle, y: MARGIN / 2, dy: '0.2em' }, String(at + 1)));
    group.append(createSvg('text', { x: MARGIN / 2, y: middle, dy: '0.355em' }, String(at + 1)));
  }
  return group;
}

function lines(board) {
  const end = MARGIN + board.side * CELL;
  const across = (step) => range(board.side, step).map((at) => `M${MARGIN} ${MARGIN + at * CELL}H${end}`);
  const down = (step) => range(board.side, step).map((at) => `M${MARGIN + at * CELL} ${MARGIN}V${end}`);
  return createSvg('g', { class: 'lines', 'aria-hidden': 'true' },
    createSvg('path', { class: 'thin', d: [...across(1), ...down(1)].join('') }),
    createSvg('path', { class: 'thick', d: [...across(board.boxRows), ...down(board.boxColumns)].join('') }));
}

function range(end, step) {
  return Array.from({ length: end / step + 1 }, (_, at) => at * step);
}

/** Centre of a candidate in its cell, and the size available to it. Candidates are arranged like the cells of a box. */
function candidatePosition(board, digit) {
  const width = (CELL - 2 * INSET) / board.boxColumns;
  const height = (CELL - 2 * INSET) / board.boxRows;
  const x = INSET + ((digit - 1) % board.boxColumns) * width + width / 2;
  const y = INSET + Math.floor((digit - 1) / board.boxColumns) * height + height / 2;
  return [x, y, Math.min(width, height)];
}

function candidateElements(board, { digit, text, role }) {
  const [x, y, space] = candidatePosition(board, digit);
  const size = space * (text.length > 1 ? 0.62 : 0.78);
  const label = createSvg('text', { class: `candidate ${role}`, x, y, dy: '0.355em', 'font-size': size }, text);
  return role ? [createSvg('circle', { class: `spot ${role}`, cx: x, cy: y, r: space * 0.48 }), label] : [label];
}

function pairElements([first, second]) {
  return [
    createSvg('text', { class: 'pair first', x: CELL * 0.3, y: CELL * 0.33, dy: '0.355em' }, first),
    createSvg('text', { class: 'pair second', x: CELL * 0.7, y: CELL * 0.69, dy: '0.355em' }, second),
  ];
}

function houseOutline(board, name, kind) {
  const house = board.findHouse(name);
  if (!house) return null;
  const [left, top] = corner(board, house.cells[0]);
  const [right, bottom] = corner(board, house.cells.at(-1));
  const size = { x: left, y: top, width: right - left + CELL, height: bottom - top + CELL, rx: 4 };
  return createSvg('rect', { class: `house ${kind}`, ...size });
}

/** A line between two candidates, curved so that it does not cross the candidates between them. */
function linkLine(board, [from, to]) {
  const [x1, y1, space] = spotPosition(board, from);
  const [x2, y2] = spotPosition(board, to);
  const middle = [(x1 + x2) / 2 + (y2 - y1) * BEND, (y1 + y2) / 2 - (x2 - x1) * BEND];
  const start = towards([x1, y1], middle, space / 2);
  const end = towards([x2, y2], middle, space / 2);
  return createSvg('path', { class: 'link', d: `M${start.join(' ')}Q${middle.join(' ')} ${end.join(' ')}` });
}

/** The point at a distance from one point towards another: lines end at the edge of a spot, not on its digit. */
function towards([x, y], [toX, toY], distance) {
  const fraction = distance / (Math.hypot(toX - x, toY - y) || 1);
  return [x + (toX - x) * fraction, y + (toY - y) * fraction];
}

/** Centre of a candidate on the board, and the size available to it. */
function spotPosition(board, index) {
  const [left, top] = corner(board, Math.floor(index / board.side));
  const [x, y, space] = candidatePosition(board, (index % board.side) + 1);
  return [left + x, top + y, space];
}
