/**
 * State in the URL fragment: `#2.CHECKSUM.BOXES.GIVENS.ENTERED.ELIMINATED.EXCLUDED.VIEW`, and `.FORMULA` if the encoding options are
 * not the defaults.
 *
 * Digits are packed with as many bits as the side needs, and sets of candidates as the gaps between their sorted indices; both are
 * written with six bits per character. That makes 54 characters for the givens of a 9x9 and 521 for a 25x25. The leading number is the
 * version. The checksum detects links that lost or changed a character. Version 1, without a checksum, is still read.
 */

import { parseBoard } from './geometry.js';
import { emptyPuzzle } from './puzzle.js';

const VERSION = '2';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** View settings that are shared, by their letter. */
const VIEW_FLAGS = { p: ['mode', 'play'], c: ['candidates', true], n: ['numbers', true] };

export function toFragment({ puzzle, view }) {
  const { board } = puzzle;
  const flags = Object.entries(VIEW_FLAGS).filter(([, [name, value]]) => view[name] === value).map(([letter]) => letter).join('');
  const sets = [puzzle.eliminated, puzzle.excluded].map((set) => (set?.size ? packSet(set) : ''));
  const digits = [puzzle.givens, puzzle.entered].map((layer) => (layer.some(Boolean) ? packDigits(board, layer) : ''));
  const viewParts = [`${flags}${view.selected}${panelLetter(view.panel)}`, ...(view.formula ? [view.formula] : [])];
  const content = [board.boxes, ...digits, ...sets, ...viewParts].join('.');
  return `#${VERSION}.${checksum(content)}.${content}`;
}

/** The error for a fragment that cannot be read. */
export class DamagedLinkError extends Error {
  constructor() {
    super('This link is damaged or incomplete, so nothing was loaded. Copy it again, as a whole.');
  }
}

/** The part of a fragment after its version and checksum; null if these are wrong. */
function contentOf(fragment) {
  const [, version, rest] = /^#?(\d+)\.(.*)$/s.exec(fragment) ?? [];
  if (version === '1') return rest;
  const [, sum, content] = (version === VERSION && /^([^.]*)\.(.*)$/s.exec(rest)) || [];
  return content !== undefined && sum === checksum(content) ? content : null;
}

/** Three characters: 18 bits of the FNV-1a hash. */
function checksum(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193) >>> 0;
  return packFixed(hash % (1 << 18), 3);
}

const packFixed = (number, length) => Array.from({ length }, (_, at) => ALPHABET[(number >> (6 * at)) & 63]).join('');

/** Puzzle and view settings of a fragment; null if it is damaged. */
export function fromFragment(fragment) {
  const content = contentOf(fragment);
  if (content === null) return null;
  const [boxes, givens, entered, eliminated, excluded, flags, formula = ''] = content.split('.');
  const board = parseBoard(boxes);
  if (!board || flags === undefined) return null;
  try {
    return { puzzle: readPuzzle(board, givens, entered, eliminated, excluded), view: { ...readView(flags, board), formula } };
  } catch {
    return null;
  }
}

function readPuzzle(board, givens, entered, eliminated, excluded) {
  const puzzle = emptyPuzzle(board);
  if (givens) puzzle.givens = unpackDigits(board, givens);
  if (entered) puzzle.entered = unpackDigits(board, entered).map((digit, cell) => (puzzle.givens[cell] ? 0 : digit));
  if (eliminated) puzzle.eliminated = unpackSet(board, eliminated);
  if (excluded) puzzle.excluded = unpackSet(board, excluded);
  return puzzle;
}

const PANELS = { a: 'answer', e: 'explain', l: 'logic', r: 'proof', s: 'share' };
const panelLetter = (panel) => Object.keys(PANELS).find((letter) => PANELS[letter] === panel) ?? 'a';

function readView(flags, board) {
  const [, letters, selected, panel] = /^([a-z]*)(\d+)([a-z])$/.exec(flags);
  const view = { mode: 'givens', candidates: false, numbers: false, panel: PANELS[panel] ?? 'answer' };
  for (const letter of letters) if (VIEW_FLAGS[letter]) view[VIEW_FLAGS[letter][0]] = VIEW_FLAGS[letter][1];
  return { ...view, selected: Math.min(Number(selected), board.cells - 1) };
}

const bitsPerDigit = (board) => Math.ceil(Math.log2(board.side + 1));

function packDigits(board, digits) {
  const bits = bitsPerDigit(board);
  return encodeBits([...digits].flatMap((digit) => toBits(digit, bits)));
}

function unpackDigits(board, text) {
  const bits = bitsPerDigit(board);
  if (text.length !== Math.ceil((board.cells * bits) / 6)) throw new RangeError('digits are missing');
  const stream = decodeBits(text);
  return Uint8Array.from({ length: board.cells }, (_, cell) => {
    const digit = fromBits(stream.slice(cell * bits, (cell + 1) * bits));
    if (digit > board.side) throw new RangeError('digit out of range');
    return digit;
  });
}

/** Each gap in groups of five bits, lowest first; the sixth bit of a character means that another group follows. */
function packSet(set) {
  let previous = -1;
  return [...set].sort((a, b) => a - b).map((index) => {
    const text = packNumber(index - previous - 1);
    previous = index;
    return text;
  }).join('');
}

function packNumber(number) {
  const rest = Math.floor(number / 32);
  return rest ? ALPHABET[32 + (number % 32)] + packNumber(rest) : ALPHABET[number];
}

function unpackSet(board, text) {
  const indices = new Set();
  let [index, gap, factor] = [-1, 0, 1];
  for (const character of text) {
    const value = valueOf(character);
    gap += (value % 32) * factor;
    factor *= 32;
    if (value >= 32) continue;
    index += gap + 1;
    if (index >= board.cells * board.side) throw new RangeError('candidate out of range');
    indices.add(index);
    [gap, factor] = [0, 1];
  }
  return indices;
}

const toBits = (number, bits) => Array.from({ length: bits }, (_, at) => (number >> (bits - 1 - at)) & 1);
const fromBits = (bits) => bits.reduce((number, bit) => number * 2 + bit, 0);
const decodeBits = (text) => [...text].flatMap((character) => toBits(valueOf(character), 6));

function encodeBits(bits) {
  const groups = Array.from({ length: Math.ceil(bits.length / 6) }, (_, at) => bits.slice(at * 6, at * 6 + 6));
  return groups.map((group) => ALPHABET[fromBits(Array.from({ length: 6 }, (_, at) => group[at] ?? 0))]).join('');
}

function valueOf(character) {
  const value = ALPHABET.indexOf(character);
  if (value < 0) throw new RangeError('invalid character');
  return value;
}
