/**
 * The whole state in the fragment of the address: `#1.BOXES.GIVENS.ENTERED.REMOVED.RULEDOUT.VIEW`, and `.FORMULA` if the rules
 * are not said as usual.
 *
 * Digits are packed with as many bits as the side needs, sets of candidates as the distances between their numbers; both are
 * written 64 to a character. The leading number is the version: an address of another one is not read.
 */

import { boardOf } from './geometry.js';
import { empty } from './puzzle.js';

const VERSION = '1';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The parts of the view that are worth sharing, with a letter each. */
const FLAGS = { p: ['mode', 'play'], c: ['candidates', true], n: ['numbers', true] };

/** The fragment of a state. */
export function toFragment({ puzzle, view }) {
  const { board } = puzzle;
  const flags = Object.entries(FLAGS).filter(([, [name, value]]) => view[name] === value).map(([letter]) => letter).join('');
  const sets = [puzzle.removed, puzzle.ruledOut].map((set) => (set?.size ? packSet(set) : ''));
  const digits = [puzzle.givens, puzzle.entered].map((part) => (part.some(Boolean) ? packDigits(board, part) : ''));
  const shown = [`${flags}${view.selected}${panelLetter(view.panel)}`, ...(view.formula ? [view.formula] : [])];
  return `#${[VERSION, board.boxes, ...digits, ...sets, ...shown].join('.')}`;
}

/** Puzzle and view of a fragment; nothing if it is none of ours or broken. */
export function fromFragment(fragment) {
  const [version, boxes, givens, entered, removed, ruledOut, flags, formula = ''] = fragment.replace(/^#/, '').split('.');
  const board = version === VERSION && boardOf(boxes);
  if (!board || flags === undefined) return null;
  try {
    return { puzzle: readPuzzle(board, givens, entered, removed, ruledOut), view: { ...readView(flags, board), formula } };
  } catch {
    return null;
  }
}

function readPuzzle(board, givens, entered, removed, ruledOut) {
  const puzzle = empty(board);
  if (givens) puzzle.givens = unpackDigits(board, givens);
  if (entered) puzzle.entered = unpackDigits(board, entered).map((digit, cell) => (puzzle.givens[cell] ? 0 : digit));
  if (removed) puzzle.removed = unpackSet(board, removed);
  if (ruledOut) puzzle.ruledOut = unpackSet(board, ruledOut);
  return puzzle;
}

const PANELS = { a: 'answer', e: 'explain', l: 'logic', r: 'proof', s: 'share' };
const panelLetter = (panel) => Object.keys(PANELS).find((letter) => PANELS[letter] === panel) ?? 'a';

function readView(flags, board) {
  const [, letters, selected, panel] = /^([a-z]*)(\d+)([a-z])$/.exec(flags);
  const view = { mode: 'givens', candidates: false, numbers: false, panel: PANELS[panel] ?? 'answer' };
  for (const letter of letters) if (FLAGS[letter]) view[FLAGS[letter][0]] = FLAGS[letter][1];
  return { ...view, selected: Math.min(Number(selected), board.cells - 1) };
}

const bitsOf = (board) => Math.ceil(Math.log2(board.side + 1));

function packDigits(board, digits) {
  const bits = bitsOf(board);
  return characters([...digits].flatMap((digit) => toBits(digit, bits)));
}

function unpackDigits(board, text) {
  const bits = bitsOf(board);
  const all = bitsFrom(text);
  return Uint8Array.from({ length: board.cells }, (_, cell) => {
    const digit = fromBits(all.slice(cell * bits, (cell + 1) * bits));
    if (digit > board.side) throw new RangeError('no digit of this board');
    return digit;
  });
}

/** Each distance in groups of five bits, the lowest first; the sixth bit says that another group follows. */
function packSet(set) {
  let before = -1;
  return [...set].sort((a, b) => a - b).map((number) => {
    const text = packNumber(number - before - 1);
    before = number;
    return text;
  }).join('');
}

function packNumber(number) {
  const rest = Math.floor(number / 32);
  return rest ? ALPHABET[32 + (number % 32)] + packNumber(rest) : ALPHABET[number];
}

function unpackSet(board, text) {
  const numbers = new Set();
  let [at, group, shift] = [-1, 0, 1];
  for (const character of text) {
    const value = valueOf(character);
    group += (value % 32) * shift;
    shift *= 32;
    if (value >= 32) continue;
    at += group + 1;
    if (at >= board.cells * board.side) throw new RangeError('no candidate of this board');
    numbers.add(at);
    [group, shift] = [0, 1];
  }
  return numbers;
}

const toBits = (number, bits) => Array.from({ length: bits }, (_, at) => (number >> (bits - 1 - at)) & 1);
const fromBits = (bits) => bits.reduce((number, bit) => number * 2 + bit, 0);
const bitsFrom = (text) => [...text].flatMap((character) => toBits(valueOf(character), 6));

function characters(bits) {
  const groups = Array.from({ length: Math.ceil(bits.length / 6) }, (_, at) => bits.slice(at * 6, at * 6 + 6));
  return groups.map((group) => ALPHABET[fromBits(Array.from({ length: 6 }, (_, at) => group[at] ?? 0))]).join('');
}

function valueOf(character) {
  const value = ALPHABET.indexOf(character);
  if (value < 0) throw new RangeError('a character that is not ours');
  return value;
}
