/** Loading puzzles: examples, pasted text, files, and links with a state. */

import { call } from './api.js';
import { formatCount } from './dom.js';
import { EXAMPLES } from './examples.js';
import { parseBoard } from './geometry.js';
import { firstLines } from './file_text.js';
import { DamagedLinkError, fromFragment } from './link.js';
import { candidateIndex, emptyPuzzle } from './puzzle.js';
import { digitOf } from './symbols.js';

/** Loads an example, ready to play. */
export function loadExample(state, id) {
  const { boxes, line } = EXAMPLES.find((example) => example.id === id);
  const puzzle = emptyPuzzle(parseBoard(boxes));
  puzzle.givens.set([...line].map((character) => digitOf(character, puzzle.board.side, false)));
  state.setPuzzle(puzzle);
  state.setView({ mode: 'play' });
}

/** Loads text in any format that the command reads, or a link. Returns a message; throws an error if the text is invalid. */
export async function loadText(state, text, options) {
  if (!text.trim()) throw new Error('The text contains no puzzle.');
  const shared = ownLink(text);
  if (shared) return loadShared(state, shared);
  const first = firstLines(text);
  const read = await call('read', { puzzle: first.text }, options);
  const board = parseBoard(read.boxes);
  if (!board) throw new Error(`The page supports boards up to 36x36; this one is ${read.board}.`);
  state.setPuzzle(toPuzzle(board, read));
  state.setView({ mode: 'play' });
  return summary(read, first.isComplete);
}

/** The state in a link of this page; null for any other text. */
function ownLink(text) {
  const fragment = /^https?:\/\/[^\s#]*(#\d+\.\S*)$/.exec(text.trim())?.[1];
  if (!fragment) return null;
  const shared = fromFragment(fragment);
  if (!shared) throw new DamagedLinkError();
  return shared;
}

function loadShared(state, { puzzle, view }) {
  state.setPuzzle(puzzle);
  state.setView(view);
  return `Loaded a ${puzzle.board.size} puzzle from a link.`;
}

function toPuzzle(board, read) {
  const puzzle = emptyPuzzle(board);
  puzzle.givens.set(read.digits.flat().map((digit) => digit ?? 0));
  if (read.candidates) puzzle.excluded = complement(board, read.candidates.flat());
  return puzzle;
}

/** The candidates that are not in these lists. */
function complement(board, candidates) {
  const excluded = new Set();
  candidates.forEach((digits, cell) => {
    for (let digit = 1; digit <= board.side; digit++) if (!digits.includes(digit)) excluded.add(candidateIndex(board, cell, digit));
  });
  return excluded;
}

function summary({ board, givens, format, notes, puzzles }, isComplete) {
  const count = formatCount(puzzles, 'puzzle');
  const others = puzzles > 1 ? ` It is the first of ${isComplete ? count : `more than ${count}`} in the text.` : '';
  return [`Loaded a ${board} puzzle with ${formatCount(givens, 'given')} (format: ${format}).${others}`, ...notes].join(' ');
}
