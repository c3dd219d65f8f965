/** Puzzles from elsewhere: examples, pasted text, dropped and opened files, addresses with a state. */

import { ask } from './api.js';
import { EXAMPLES } from './examples.js';
import { boardOf } from './geometry.js';
import { fromFragment } from './link.js';
import { candidate, empty } from './puzzle.js';
import { digitOf } from './symbols.js';

/** Puts an example on the board, ready to be played. */
export function loadExample(state, id) {
  const { boxes, line } = EXAMPLES.find((example) => example.id === id);
  const puzzle = empty(boardOf(boxes));
  puzzle.givens.set([...line].map((character) => digitOf(character, puzzle.board.side, false)));
  state.change(puzzle);
  state.look({ mode: 'play' });
}

/**
 * Reads text in any format that the command reads, or an address with a state.
 * Gives a sentence about what was read; throws one about what is wrong.
 */
export async function loadText(state, text, how) {
  if (!text.trim()) throw new Error('There is no puzzle in the text.');
  const shared = text.trim().startsWith('http') && fromFragment(text.trim().replace(/^[^#]*/, ''));
  if (shared) return loadShared(state, shared);
  const read = await ask('read', { puzzle: text }, how);
  const board = boardOf(read.boxes);
  if (!board) throw new Error(`The page shows boards up to 36x36, and this one is ${read.board}.`);
  state.change(puzzleOf(board, read));
  state.look({ mode: 'play' });
  return told(read);
}

function loadShared(state, { puzzle, view }) {
  state.change(puzzle);
  state.look(view);
  return `Read a ${puzzle.board.size} puzzle from an address.`;
}

function puzzleOf(board, read) {
  const puzzle = empty(board);
  puzzle.givens.set(read.digits.flat().map((digit) => digit ?? 0));
  if (read.candidates) puzzle.ruledOut = ruledOut(board, read.candidates.flat());
  return puzzle;
}

/** What the candidates of a text leave out. */
function ruledOut(board, candidates) {
  const out = new Set();
  candidates.forEach((digits, cell) => {
    for (let digit = 1; digit <= board.side; digit++) if (!digits.includes(digit)) out.add(candidate(board, cell, digit));
  });
  return out;
}

function told({ board, givens, format, puzzles }) {
  const others = puzzles > 1 ? ` It is the first of ${puzzles} puzzles in the text.` : '';
  return `Read a ${board} puzzle with ${givens} givens (format: ${format}).${others}`;
}
