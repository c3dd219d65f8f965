/**
 * Mistakes of the player, revealed in levels: how many, which cells, the right digits. Each level is a request of its own, so the page
 * does not have what it does not show.
 */

import { call } from './api.js';
import { createButton, focusOn, formatCount } from './dom.js';
import { positionFields } from './request.js';
import { symbol } from './symbols.js';

/** Levels of `/api/check` after the count, each with the label of its button. */
const LEVELS = [['cells', 'Show which'], ['digits', 'Show the right digits']];

/** Checks the player's digits and crossed-out candidates, and shows how many are wrong. */
export function checkPosition(state, task, message) {
  return requestLevel(state, task, message, 'count');
}

async function requestLevel(state, task, message, reveal) {
  const request = { ...positionFields(state.puzzle), reveal };
  const result = await task.run((options) => call('check', request, options));
  if (!result) return;
  showChecked(state, task, message, result);
  if (reveal !== 'count') focusOn(message.element); // its button has disappeared
}

function showChecked(state, task, message, { solvable, mistakes }) {
  if (!solvable) message.show(null, 'The puzzle has no solution, so no digit can be right.');
  else if (mistakes) showMistakes(state, task, message, mistakes);
  else message.show(null, 'No mistakes so far.');
}

/** Shows mistakes as far as they are revealed, and a button for the next level. */
export function showMistakes(state, task, message, mistakes) {
  const { cells, right } = mistakes;
  const next = right ? undefined : LEVELS[cells ? 1 : 0];
  const button = next && cells?.length !== 0 && createButton(next[1], () => requestLevel(state, task, message, next[0]), { class: 'next-level' });
  const rows = right?.map((entry) => rightText(entry, state)).join(' ');
  message.show(cells?.length ? mistakeMarks(state, cells) : null, [countText(mistakes), rows].filter(Boolean).join(' '), ' ', button);
}

/** `2 of your digits are wrong, and 1 candidate was crossed out by mistake.` */
function countText({ wrong_digits: digits, wrong_eliminations: eliminations, consistent }) {
  const wrong = digits ? `${formatCount(digits)} of your digits ${digits === 1 ? 'is' : 'are'} wrong` : '';
  const lost = eliminations ? `${formatCount(eliminations, 'candidate')} ${eliminations === 1 ? 'was' : 'were'} crossed out by mistake` : '';
  if (!wrong && !lost && !consistent) return 'Each of your entries agrees with some solution, but no solution agrees with all of them.';
  return `${[wrong, lost].filter(Boolean).join(', and ')}.`;
}

function rightText({ cell, digits }, { puzzle, view }) {
  return `${cell} is ${digits.map((digit) => symbol(digit, puzzle.board.side, view.numbers)).join(' or ')}.`;
}

function mistakeMarks({ puzzle }, cells) {
  const tints = new Map(cells.map((name) => [puzzle.board.parseCell(name), 'wrong']));
  return { tints, tintLabels: { wrong: 'mistake' } };
}
