/** Lengths and places on the board, in units of its SVG. */

/** Side of a cell, margin for the row and column numbers, room for the outer line. */
export const CELL = 40;
export const MARGIN = 20;
export const EDGE = 3;
/** Distance of candidates from the lines of their cell. */
const INSET = 2.2;

/** Top left corner of a cell. */
export function corner(board, cell) {
  return [MARGIN + board.column(cell) * CELL, MARGIN + board.row(cell) * CELL];
}

/** Centre of a cell. */
export function centre(board, cell) {
  return corner(board, cell).map((at) => at + CELL / 2);
}

/** Centre of a candidate in its cell, and the size available to it. Candidates are arranged like the cells of a box. */
export function candidatePosition(board, digit) {
  const width = (CELL - 2 * INSET) / board.boxColumns;
  const height = (CELL - 2 * INSET) / board.boxRows;
  const x = INSET + ((digit - 1) % board.boxColumns) * width + width / 2;
  const y = INSET + Math.floor((digit - 1) / board.boxColumns) * height + height / 2;
  return [x, y, Math.min(width, height)];
}

/** Centre of a candidate on the board, and the size available to it. */
export function spotPosition(board, index) {
  const [left, top] = corner(board, Math.floor(index / board.side));
  const [x, y, space] = candidatePosition(board, (index % board.side) + 1);
  return [left + x, top + y, space];
}
