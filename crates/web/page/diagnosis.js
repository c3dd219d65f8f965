/**
 * Diagnosis of a puzzle without exactly one solution: the sentences, the marks, and the corrections that it offers.
 *
 * @typedef {object} Correction
 * @property {string} label  text of its button
 * @property {(puzzle: import('./puzzle.js').Puzzle) => import('./puzzle.js').Puzzle} apply
 */

import { formatCount } from './dom.js';
import { conflicts, withGiven, withoutProgress } from './puzzle.js';
import { withSymbols } from './symbols.js';
import { conflictText } from './verdict.js';

/** Corrections offered at most; each would be a button. */
const MAX_CORRECTIONS = 8;

/** Sentences, marks and corrections for a puzzle without a solution, from the fields of `/api/explain`. */
export function unsatisfiable({ clashing, few, removable, undecided }, { puzzle, view }) {
  const { board } = puzzle;
  const write = (names) => withSymbols(names.join(', '), board.side, view.numbers);
  const text = [coreText(clashing, few, write, puzzle, view), correctionText(removable, undecided, write)].filter(Boolean).join(' ');
  const core = new Set(clashing.map((name) => board.parseCell(name)));
  const given = [...puzzle.givens.keys()].filter((cell) => puzzle.givens[cell]);
  const tints = new Map(given.map((cell) => [cell, core.has(cell) ? 'culprit' : 'dimmed']));
  const tintLabels = { culprit: 'one of the contradicting givens', dimmed: 'not involved' };
  const corrections = removable.slice(0, MAX_CORRECTIONS).map((name) => removal(board, name, write));
  return { text, marks: { tints, tintLabels }, corrections };
}

const removal = (board, name, write) => ({ label: `Remove ${write([name])}`, apply: (puzzle) => withGiven(puzzle, board.parseCell(name), 0) });

function coreText(givens, few, write, puzzle, view) {
  const [conflict] = conflicts(withoutProgress(puzzle));
  if (conflict) return `No solution: ${lowerFirst(conflictText(conflict, puzzle.board.side, view.numbers))}`;
  if (!givens.length) return 'No solution even without the givens: the excluded candidates leave none.';
  if (givens.length === 1) return `No solution: ${write(givens)} alone is contradictory.`;
  const minimality = { smallest: ', and no smaller set does', irreducible: ', and none of them is redundant', reduced: '' }[few];
  return `No solution: these ${givens.length} givens contradict each other${minimality}: ${write(givens)}.`;
}

function correctionText(removable, undecided, write) {
  const known = removable.length === 0
    ? (undecided.length ? '' : 'Removing one given is not enough.')
    : removable.length === 1 ? `Without ${write(removable)} there is a solution.`
      : `Without any one of these there is a solution: ${write(removable)}.`;
  const unknown = undecided.length ? `Whether removing one of these is enough is not known: ${write(undecided)}.` : '';
  return [known, unknown].filter(Boolean).join(' ');
}

/** The same for a puzzle with several solutions. */
export function ambiguous({ solutions, differ, all_differ: isComplete, extra, extra_at_least: least }, { puzzle, view }, digitsOf) {
  const { board } = puzzle;
  const write = (names) => withSymbols(names.join(', '), board.side, view.numbers);
  const cells = differ.map((name) => board.parseCell(name));
  const [first, second] = solutions.map(digitsOf);
  const pairs = new Map(cells.filter((cell) => first[cell] !== second[cell]).map((cell) => [cell, [first[cell], second[cell]]]));
  const tints = new Map(cells.map((cell) => [cell, 'differ']));
  const text = [
    `More than one solution. Solutions differ in ${isComplete ? '' : 'at least '}${formatCount(cells.length, 'cell')}.`,
    extra && extraText(extra, least, write),
  ].filter(Boolean).join(' ');
  const marks = { pairs, tints, tintLabels: { differ: 'solutions differ here' } };
  return { text, marks, corrections: extra?.length ? [addition(board, extra, write)] : [] };
}

const addition = (board, names, write) => ({
  label: names.length > MAX_CORRECTIONS ? `Add these ${names.length} givens` : `Add ${write(names)}`,
  apply: (puzzle) => names.reduce((changed, name) => withGiven(changed, ...board.parseCandidate(name)), puzzle),
});

function extraText(names, least, write) {
  if (names.length === 1) return `With the additional given ${write(names)} there is only one.`;
  const bound = least === names.length ? 'fewer are not enough' : `at least ${least} are needed`;
  return `With these ${names.length} additional givens there is only one, and ${bound}: ${write(names)}.`;
}

const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1);
