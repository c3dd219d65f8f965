/**
 * How digits are written. Up to 9x9 as they are; above, one character each: 1-9 then A-Z, or A-Y on 25x25, as the command does;
 * or as numbers, which is the only way on 36x36.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Whether a board can be written with one character per digit. */
export const hasSymbols = (side) => side <= 35;

/** What stands in a cell for a digit. */
export function symbol(digit, side, numbers) {
  if (numbers || side <= 9 || !hasSymbols(side)) return String(digit);
  if (side === 25) return LETTERS[digit - 1];
  return digit <= 9 ? String(digit) : LETTERS[digit - 10];
}

/** What stands for a digit in a list of candidates, which needs one character each on every board. */
export function listed(digit, side) {
  return hasSymbols(side) ? symbol(digit, side, false) : (digit - 1).toString(36).toUpperCase();
}

/** The digit of a typed character, 0 for a character that empties a cell, nothing for any other. */
export function digitOf(character, side, numbers) {
  if ('.0_ '.includes(character)) return 0;
  const letter = LETTERS.indexOf(character.toUpperCase());
  const lettersOnly = side === 25 && !numbers;
  const digit = letter >= 0 ? letter + (lettersOnly ? 1 : 10) : Number(character);
  return Number.isInteger(digit) && digit >= 1 && digit <= side ? digit : undefined;
}
