/** The board, drawn as one SVG: cells to be chosen, lines over them, and the marks of the panels. */

import { draw, fill, setAttribute } from './dom.js';
import { scene } from './scene.js';

/** The side of a cell and the room for the numbers of rows and columns, in units of the drawing. */
export const CELL = 40;
const MARGIN = 20;
const EDGE = 3;
const INSET = 2.2;
/** How far the lines of a chain are bent, as a share of their length. */
const BEND = 0.12;
/** Cells of boards above 16x16 are at least so many pixels wide; then the board scrolls. */
const LEAST = 24;

export class BoardView {
  #state;
  #frame;
  #svg;
  #cells = [];
  #seen = [];
  #board = null;

  /** Draws the state into an element that scrolls. */
  constructor(state, frame) {
    this.#state = state;
    this.#frame = frame;
    this.#svg = draw('svg', { id: 'board', role: 'grid' });
    frame.append(this.#svg);
    state.follow(['puzzle', 'view', 'marks'], () => this.#update());
    new ResizeObserver(() => this.#resize()).observe(frame);
    this.#listen();
  }

  get svg() {
    return this.#svg;
  }

  /** Brings the keyboard to the selected cell. */
  focus() {
    this.#cells[this.#state.view.selected].group.focus({ preventScroll: false });
  }

  #listen() {
    this.#svg.addEventListener('pointerdown', (event) => {
      const group = event.target.closest?.('.cell');
      if (!group || event.button > 0) return;
      if (event.pointerType === 'mouse') event.preventDefault(); // the focus is set here, not by the browser
      this.#state.look({ selected: Number(group.dataset.cell) });
      this.focus();
    });
    this.#svg.addEventListener('focusin', (event) => {
      const group = event.target.closest('.cell');
      if (group) this.#state.look({ selected: Number(group.dataset.cell) });
    });
  }

  #update() {
    const { puzzle, view } = this.#state;
    if (!this.#board?.equals(puzzle.board)) this.#lay(puzzle.board);
    scene(this.#state).forEach((cell, index) => this.#paint(index, cell, index === view.selected));
    this.#paintMarks(this.#state.marks ?? {});
    this.#resize();
  }

  /** Builds the elements of a board of another size. */
  #lay(board) {
    this.#board = board;
    this.#seen = [];
    this.#cells = Array.from({ length: board.cells }, (_, cell) => cellElements(board, cell));
    const extent = MARGIN + board.side * CELL + EDGE;
    setAttribute(this.#svg, 'viewBox', `0 0 ${extent} ${extent}`);
    setAttribute(this.#svg, 'aria-label', `Sudoku board ${board.size}`);
    setAttribute(this.#svg, 'aria-rowcount', board.side);
    setAttribute(this.#svg, 'aria-colcount', board.side);
    this.houses = draw('g', { class: 'houses' });
    this.links = draw('g', { class: 'links' });
    fill(this.#svg, axes(board), ...rows(board, this.#cells), lines(board), this.houses, this.links);
  }

  /** Touches the elements of a cell only if it looks other than before. */
  #paint(index, cell, selected) {
    const key = JSON.stringify([cell, selected]);
    if (this.#seen[index] === key) return;
    this.#seen[index] = key;
    const { group, digit, small } = this.#cells[index];
    setAttribute(group, 'class', cell.classes);
    setAttribute(group, 'aria-label', cell.label);
    setAttribute(group, 'aria-selected', selected);
    setAttribute(group, 'tabindex', selected ? 0 : -1);
    setAttribute(digit, 'class', cell.text.length > 1 ? 'digit wide' : 'digit');
    digit.textContent = cell.text;
    fill(small, ...(cell.pair ? pairElements(cell.pair) : cell.candidates.flatMap((one) => candidateElements(this.#board, one))));
    const [x, y] = corner(this.#board, index);
    setAttribute(small, 'transform', small.childNodes.length ? `translate(${x} ${y})` : null);
  }

  #paintMarks({ houses = [], links = [] }) {
    const outlines = houses.map(({ name, kind }) => houseOutline(this.#board, name, kind)).filter(Boolean);
    fill(this.houses, ...outlines);
    fill(this.links, ...links.map((link) => linkLine(this.#board, link)));
  }

  /** Large boards do not shrink below what can be read; they scroll. */
  #resize() {
    const { side } = this.#board;
    this.#frame.classList.toggle('large', side > 16);
    const room = this.#frame.clientWidth;
    const base = side > 16 ? Math.max(room, side * LEAST) : room;
    setAttribute(this.#svg, 'width', Math.floor(base * this.#state.view.zoom));
  }
}

function corner(board, cell) {
  return [MARGIN + board.column(cell) * CELL, MARGIN + board.row(cell) * CELL];
}

function cellElements(board, cell) {
  const [x, y] = corner(board, cell);
  const digit = draw('text', { class: 'digit', x: x + CELL / 2, y: y + CELL / 2, dy: '0.355em' });
  const small = draw('g', { class: 'small' });
  const back = draw('rect', { class: 'back', x, y, width: CELL, height: CELL });
  const ring = draw('rect', { class: 'ring', x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, rx: 3 });
  const place = { role: 'gridcell', 'aria-rowindex': board.row(cell) + 1, 'aria-colindex': board.column(cell) + 1 };
  const group = draw('g', { 'data-cell': cell, id: `cell-${board.name(cell)}`, ...place }, back, small, digit, ring);
  return { group, digit, small };
}

function rows(board, cells) {
  return Array.from({ length: board.side }, (_, row) => {
    const part = cells.slice(row * board.side, (row + 1) * board.side);
    return draw('g', { role: 'row', 'aria-rowindex': row + 1 }, ...part.map(({ group }) => group));
  });
}

/** The numbers of rows and columns, as the names of cells use them. */
function axes(board) {
  const size = board.side > 16 ? 14 : board.side > 9 ? 12 : 10; // large boards are drawn smaller
  const group = draw('g', { class: 'axes', 'aria-hidden': 'true', 'font-size': size });
  for (let at = 0; at < board.side; at++) {
    const middle = MARGIN + at * CELL + CELL / 2;
    group.append(draw('text', { x: middle, y: MARGIN / 2, dy: '0.2em' }, String(at + 1)));
    group.append(draw('text', { x: MARGIN / 2, y: middle, dy: '0.355em' }, String(at + 1)));
  }
  return group;
}

function lines(board) {
  const end = MARGIN + board.side * CELL;
  const across = (step) => range(board.side, step).map((at) => `M${MARGIN} ${MARGIN + at * CELL}H${end}`);
  const down = (step) => range(board.side, step).map((at) => `M${MARGIN + at * CELL} ${MARGIN}V${end}`);
  return draw('g', { class: 'lines', 'aria-hidden': 'true' },
    draw('path', { class: 'thin', d: [...across(1), ...down(1)].join('') }),
    draw('path', { class: 'thick', d: [...across(board.boxRows), ...down(board.boxColumns)].join('') }));
}

function range(end, step) {
  return Array.from({ length: end / step + 1 }, (_, at) => at * step);
}

/** Where a candidate stands in its cell: in the shape of a box, a little away from the lines. */
function place(board, digit) {
  const width = (CELL - 2 * INSET) / board.boxColumns;
  const height = (CELL - 2 * INSET) / board.boxRows;
  const x = INSET + ((digit - 1) % board.boxColumns) * width + width / 2;
  const y = INSET + Math.floor((digit - 1) / board.boxColumns) * height + height / 2;
  return [x, y, Math.min(width, height)];
}

function candidateElements(board, { digit, text, kind }) {
  const [x, y, room] = place(board, digit);
  const size = room * (text.length > 1 ? 0.62 : 0.78);
  const word = draw('text', { class: `candidate ${kind}`, x, y, dy: '0.355em', 'font-size': size }, text);
  return kind ? [draw('circle', { class: `spot ${kind}`, cx: x, cy: y, r: room * 0.48 }), word] : [word];
}

function pairElements([first, second]) {
  return [
    draw('text', { class: 'pair first', x: CELL * 0.3, y: CELL * 0.33, dy: '0.355em' }, first),
    draw('text', { class: 'pair second', x: CELL * 0.7, y: CELL * 0.69, dy: '0.355em' }, second),
  ];
}

function houseOutline(board, name, kind) {
  const house = board.houseOf(name);
  if (!house) return null;
  const [left, top] = corner(board, house.cells[0]);
  const [right, bottom] = corner(board, house.cells.at(-1));
  const size = { x: left, y: top, width: right - left + CELL, height: bottom - top + CELL, rx: 4 };
  return draw('rect', { class: `house ${kind}`, ...size });
}

/** A line from one candidate to the next, bent so that it does not run through those between them. */
function linkLine(board, [from, to]) {
  const [x1, y1, room] = spot(board, from);
  const [x2, y2] = spot(board, to);
  const middle = [(x1 + x2) / 2 + (y2 - y1) * BEND, (y1 + y2) / 2 - (x2 - x1) * BEND];
  const begin = towards([x1, y1], middle, room / 2);
  const end = towards([x2, y2], middle, room / 2);
  return draw('path', { class: 'link', d: `M${begin.join(' ')}Q${middle.join(' ')} ${end.join(' ')}` });
}

/** The point so far from one point on the way to another: lines end at the edge of a spot, not on its digit. */
function towards([x, y], [toX, toY], distance) {
  const share = distance / (Math.hypot(toX - x, toY - y) || 1);
  return [x + (toX - x) * share, y + (toY - y) * share];
}

function spot(board, number) {
  const [left, top] = corner(board, Math.floor(number / board.side));
  const [x, y, room] = place(board, (number % board.side) + 1);
  return [left + x, top + y, room];
}
