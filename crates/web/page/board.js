/** Board view: one SVG with selectable cells, grid lines and the marks of the panels. */

import { CELL, EDGE, MARGIN } from './board_layout.js';
import { markElements } from './board_marks.js';
import { CellElements } from './cell_elements.js';
import { CellModels } from './cell_models.js';
import { createSvg, setAttribute, setChildren } from './dom.js';

/** Minimum width of a cell in pixels on boards larger than 16x16; the board scrolls instead of shrinking further. */
const MIN_CELL_PIXELS = 24;

export class BoardView {
  #state;
  #frame;
  #svg;
  #cells = [];
  /** The signature of each painted cell. */
  #painted = [];
  #board = null;
  /** The marks, and the symbols, of the painted cells. */
  #marks = null;
  #numbers = false;
  #overlay;

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
    const select = (group) => {
      const selected = Number(group.dataset.cell);
      if (selected !== this.#state.view.selected) this.#state.setView({ selected });
    };
    this.#svg.addEventListener('pointerdown', (event) => {
      const group = event.target.closest?.('.cell');
      if (!group || event.button > 0) return;
      if (event.pointerType === 'mouse') event.preventDefault(); // the focus is set below, not by the browser
      select(group);
      this.focus();
    });
    this.#svg.addEventListener('focusin', (event) => {
      const group = event.target.closest('.cell');
      if (group) select(group);
    });
  }

  #update() {
    const { puzzle, view, marks } = this.#state;
    if (!this.#board?.equals(puzzle.board)) this.#build(puzzle.board);
    if (marks !== this.#marks || view.numbers !== this.#numbers) this.#painted = [];
    const models = new CellModels(this.#state);
    for (let cell = 0; cell < puzzle.board.cells; cell++) this.#paint(cell, models);
    if (marks !== this.#marks) setChildren(this.#overlay, ...markElements(puzzle.board, marks ?? {}));
    this.#svg.classList.toggle('position', Boolean(marks?.candidates));
    this.#marks = marks;
    this.#numbers = view.numbers;
    this.#resize();
  }

  /** Creates the elements of a new board. */
  #build(board) {
    this.#board = board;
    this.#painted = [];
    this.#cells = Array.from({ length: board.cells }, (_, cell) => new CellElements(board, cell));
    this.#overlay = createSvg('g', { class: 'overlay', 'aria-hidden': 'true' });
    const extent = MARGIN + board.side * CELL + EDGE;
    setAttribute(this.#svg, 'viewBox', `0 0 ${extent} ${extent}`);
    setAttribute(this.#svg, 'aria-label', `Sudoku board ${board.size}`);
    setAttribute(this.#svg, 'aria-rowcount', board.side);
    setAttribute(this.#svg, 'aria-colcount', board.side);
    setChildren(this.#svg, axes(board), ...rows(board, this.#cells), lines(board), this.#overlay);
  }

  /** Updates a cell, only if it has changed. */
  #paint(cell, models) {
    const signature = models.signature(cell);
    if (this.#painted[cell] === signature) return;
    this.#painted[cell] = signature;
    this.#cells[cell].update(models.model(cell), cell === this.#state.view.selected);
  }

  /** Fits the board into its frame, whose size the style sheet sets; large boards keep a readable size and scroll. */
  #resize() {
    const { side } = this.#board;
    this.#frame.classList.toggle('large', side > 16);
    const available = this.#frame.clientWidth;
    const base = side > 16 ? Math.max(available, side * MIN_CELL_PIXELS) : available;
    setAttribute(this.#svg, 'width', Math.floor(base * this.#state.view.zoom));
  }
}

function rows(board, cells) {
  return Array.from({ length: board.side }, (_, row) => {
    const inRow = cells.slice(row * board.side, (row + 1) * board.side);
    return createSvg('g', { role: 'row', 'aria-rowindex': row + 1 }, ...inRow.map(({ group }) => group));
  });
}

/** Row and column numbers, as in cell names such as r3c4. */
function axes(board) {
  const size = board.side > 16 ? 14 : board.side > 9 ? 12 : board.side > 6 ? 10 : 8; // large boards are shown smaller
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
