/**
 * Symbols of digits. Up to 9x9 they are the digits; on larger boards 1-9 then A-Z, on 25x25 A-Y, as the command writes them. The
 * alternative is numbers, and on 36x36 there is no other.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Whether a board has a single-character symbol for each digit. */
export const hasSymbols = (side) => side <= 35;

/** Whether a board shows numbers of several characters. They all have the same size, however many characters they have. */
export const showsNumbers = (side, numbers) => side > 9 && (numbers || !hasSymbols(side));

/** The symbol of a digit, or its number if `numbers` is set. */
export function symbol(digit, side, numbers) {
  if (numbers || side <= 9 || !hasSymbols(side)) return String(digit);
  if (side === 25) return LETTERS[digit - 1];
  return digit <= 9 ? String(digit) : LETTERS[digit - 10];
}

/** The symbol of a digit in a candidate string, which has single characters on every board: 0-9 then A-Z on 36x36. */
export function candidateSymbol(digit, side) {
  return hasSymbols(side) ? symbol(digit, side, false) : (digit - 1).toString(36).toUpperCase();
}

/** The digit of a typed character; 0 for a character that clears a cell, undefined for any other. */
export function digitOf(character, side, numbers) {
  if ('.0_ '.includes(character)) return 0;
  const letter = LETTERS.indexOf(character.toUpperCase());
  const lettersOnly = side === 25 && !numbers;
  const digit = letter >= 0 ? letter + (lettersOnly ? 1 : 10) : Number(character);
  return Number.isInteger(digit) && digit >= 1 && digit <= side ? digit : undefined;
}

/** The request field that makes the server write digits as this board shows them; none for numbers. */
export function alphabetField(side, numbers) {
  return symbol(side, side, numbers) === String(side) ? {} : { alphabet: `${symbol(1, side, numbers)}-${symbol(side, side, numbers)}` };
}

/** A text with candidates such as `r3c4=12`, with their digits as the board shows them. */
export function withSymbols(text, side, numbers) {
  return text.replace(/\b(r\d+c\d+=)(\d+)\b/g, (_, cell, digit) => cell + symbol(Number(digit), side, numbers));
}

/** Options of a select element for the digits of a board. */
export function digitOptions(side, numbers) {
  return Array.from({ length: side }, (_, index) => [String(index + 1), symbol(index + 1, side, numbers)]);
}
