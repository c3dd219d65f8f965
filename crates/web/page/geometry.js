/** Board geometry: rows, columns and boxes. Cells count from 0; digits, and the names of cells and houses, from 1. */

const MAX_SIDE = 36;

export class Board {
  /** A board by the rows and columns of a box; its side is their product. */
  constructor(boxRows, boxColumns) {
    this.boxRows = boxRows;
    this.boxColumns = boxColumns;
    this.side = boxRows * boxColumns;
    this.cells = this.side * this.side;
    this.houses = houses(this);
    this.housesOf = housesOf(this);
  }

  /** `3x3`. */
  get boxes() {
    return `${this.boxRows}x${this.boxColumns}`;
  }

  /** `9x9`. */
  get size() {
    return `${this.side}x${this.side}`;
  }

  row(cell) {
    return Math.floor(cell / this.side);
  }

  column(cell) {
    return cell % this.side;
  }

  cell(row, column) {
    return row * this.side + column;
  }

  /** `r3c4`. */
  name(cell) {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** The cell of a name such as `r3c4`. */
  parseCell(name) {
    const [, row, column] = /^r(\d+)c(\d+)/.exec(name);
    return this.cell(row - 1, column - 1);
  }

  /** Cell and digit of a name such as `r3c4=5`. */
  parseCandidate(name) {
    return [this.parseCell(name), Number(name.split('=')[1])];
  }

  /** The house of a name such as `row 3`, or undefined. */
  findHouse(name) {
    return this.houses.find((house) => house.name === name);
  }

  /** The cells that share a house with this one. */
  peers(cell) {
    const peers = new Set(this.housesOf[cell].flatMap((house) => house.cells));
    peers.delete(cell);
    return peers;
  }

  equals(other) {
    return this.boxRows === other.boxRows && this.boxColumns === other.boxColumns;
  }
}

/** Parses the rows and columns of a box, such as `3x3`; null if the page has no such board. */
export function parseBoard(boxes) {
  const [, rows, columns] = (/^(\d+)x(\d+)$/.exec(boxes) ?? []).map(Number);
  const side = rows * columns;
  return side >= 1 && side <= MAX_SIDE ? new Board(rows, columns) : null;
}

function houses(board) {
  const indices = [...Array(board.side).keys()];
  const row = (at) => indices.map((column) => board.cell(at, column));
  const column = (at) => indices.map((row) => board.cell(row, at));
  return [
    ...indices.map((at) => ({ name: `row ${at + 1}`, cells: row(at) })),
    ...indices.map((at) => ({ name: `column ${at + 1}`, cells: column(at) })),
    ...indices.map((at) => ({ name: `box ${at + 1}`, cells: box(board, at) })),
  ];
}

function box(board, at) {
  const boxesPerBand = board.side / board.boxColumns;
  const top = Math.floor(at / boxesPerBand) * board.boxRows;
  const left = (at % boxesPerBand) * board.boxColumns;
  return [...Array(board.side).keys()].map((index) =>
    board.cell(top + Math.floor(index / board.boxColumns), left + (index % board.boxColumns)));
}

function housesOf(board) {
  const result = Array.from({ length: board.cells }, () => []);
  for (const house of board.houses) for (const cell of house.cells) result[cell].push(house);
  return result;
}
