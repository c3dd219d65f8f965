/** The geometry of a board: rows, columns and boxes of cells. Cells and digits count from 0 here, digits of puzzles from 1. */

export class Board {
  /** Boxes of so many rows and columns; the side of the board is their product. */
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
  cellOf(name) {
    const [, row, column] = /^r(\d+)c(\d+)/.exec(name);
    return this.cell(row - 1, column - 1);
  }

  /** Cell and digit of a name such as `r3c4=5`. */
  candidateOf(name) {
    return [this.cellOf(name), Number(name.split('=')[1])];
  }

  /** The house of a name such as `row 3`, if there is one. */
  houseOf(name) {
    return this.houses.find((house) => house.name === name);
  }

  /** The cells that share a house with this one. */
  peers(cell) {
    const all = new Set(this.housesOf[cell].flatMap((house) => house.cells));
    all.delete(cell);
    return all;
  }

  equals(other) {
    return this.boxRows === other.boxRows && this.boxColumns === other.boxColumns;
  }
}

/** Reads `3x3`, the rows and columns of a box; nothing if that is no board that the page shows. */
export function boardOf(boxes) {
  const [, rows, columns] = (/^(\d+)x(\d+)$/.exec(boxes) ?? []).map(Number);
  const side = rows * columns;
  return side >= 1 && side <= 36 ? new Board(rows, columns) : null;
}

function houses(board) {
  const places = [...Array(board.side).keys()];
  const row = (at) => places.map((place) => board.cell(at, place));
  const column = (at) => places.map((place) => board.cell(place, at));
  return [
    ...places.map((at) => ({ name: `row ${at + 1}`, cells: row(at) })),
    ...places.map((at) => ({ name: `column ${at + 1}`, cells: column(at) })),
    ...places.map((at) => ({ name: `box ${at + 1}`, cells: box(board, at) })),
  ];
}

function box(board, at) {
  const across = board.side / board.boxColumns;
  const top = Math.floor(at / across) * board.boxRows;
  const left = (at % across) * board.boxColumns;
  return [...Array(board.side).keys()].map((place) =>
    board.cell(top + Math.floor(place / board.boxColumns), left + (place % board.boxColumns)));
}

function housesOf(board) {
  const found = Array.from({ length: board.cells }, () => []);
  for (const house of board.houses) for (const cell of house.cells) found[cell].push(house);
  return found;
}
