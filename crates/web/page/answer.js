/** Panel "Answer": the solution, two solutions side by side, and the candidates that occur in some solution. */

import { ask } from './api.js';
import { byId, count, fill, make, setAttribute } from './dom.js';
import { digitAt, isFull } from './puzzle.js';
import { Task } from './task.js';
import { question } from './text.js';

export function start(state, verdict) {
  const task = new Task(byId('answer-task'));
  const on = (id, action) => byId(id).addEventListener('click', action);
  on('show-solution', () => showSolution(state, verdict));
  on('show-two', () => showTwo(state, verdict));
  on('show-true', () => showTrue(state, task));
  on('show-forced', () => showForced(state, task));
  on('count', () => countAll(state, task));
  on('check-entered', () => checkEntered(state, verdict));
  on('fill-solution', () => fillSolution(state, verdict));
  on('hide-answer', () => state.mark(null));
  verdict.addEventListener('answer', () => enable(state, verdict));
  state.follow(['puzzle', 'marks'], () => enable(state, verdict));
  state.addEventListener('puzzle', () => say(''));
}

/** Which buttons make sense now. */
function enable(state, { result }) {
  const { puzzle, marks } = state;
  const found = result?.grids.length ?? 0;
  setAttribute(byId('show-solution'), 'disabled', found === 0);
  setAttribute(byId('fill-solution'), 'disabled', found !== 1 || isFull(puzzle));
  setAttribute(byId('show-two'), 'disabled', found < 2);
  setAttribute(byId('check-entered'), 'disabled', found !== 1 || !puzzle.entered.some(Boolean));
  for (const id of ['show-true', 'show-forced', 'count']) setAttribute(byId(id), 'disabled', found === 0);
  setAttribute(byId('hide-answer'), 'disabled', !marks);
}

function say(...words) {
  fill(byId('answer-words'), ...words);
}

/** A word with the tint that it explains. */
const key = (kind, words) => make('span', { class: 'key' }, make('span', { class: `swatch ${kind}` }), words);

function openCells({ puzzle }) {
  return [...puzzle.givens.keys()].filter((cell) => !digitAt(puzzle, cell));
}

function showSolution(state, { result }) {
  const shown = new Map(openCells(state).map((cell) => [cell, result.grids[0][cell]]));
  state.mark({ shown });
  say(result.grids.length > 1 ? 'One of several solutions, shown lightly on the board.' : 'The solution, shown lightly on the board.');
}

function fillSolution(state, { result }) {
  const { puzzle } = state;
  const entered = puzzle.givens.map((given, cell) => (given ? 0 : result.grids[0][cell]));
  state.change({ ...puzzle, entered });
  state.look({ mode: 'play' });
}

function showTwo(state, { result }) {
  const [first, second] = result.grids;
  const cells = openCells(state);
  const differ = cells.filter((cell) => first[cell] !== second[cell]);
  const shown = new Map(cells.filter((cell) => first[cell] === second[cell]).map((cell) => [cell, first[cell]]));
  const pairs = new Map(differ.map((cell) => [cell, [first[cell], second[cell]]]));
  state.mark({ shown, pairs, cells: new Map(differ.map((cell) => [cell, 'differ'])), words: { differ: 'the two solutions differ' } });
  say(`Two solutions; they differ in ${count(differ.length, 'cell')}. `, key('first', 'the first'), ' ', key('second', 'the second'));
}

/** The digits of the player that are not those of the solution. */
function checkEntered(state, { result }) {
  const { puzzle } = state;
  const wrong = [...puzzle.entered.keys()].filter((cell) => puzzle.entered[cell] && puzzle.entered[cell] !== result.grids[0][cell]);
  state.mark({ cells: new Map(wrong.map((cell) => [cell, 'wrong'])), words: { wrong: 'not as in the solution' } });
  say(wrong.length ? `${count(wrong.length, 'digit')} of yours cannot stay.` : 'All digits that you entered are right.');
}

/** The candidates that occur in some solution, asked of the server. */
async function trueCandidates(state, task) {
  const { puzzle } = state;
  const answer = await task.run((how) => ask('candidates', question(puzzle), how));
  return state.puzzle === puzzle && answer ? { ...answer, cells: answer.candidates.flat() } : null;
}

async function showTrue(state, task) {
  const found = await trueCandidates(state, task);
  if (!found) return;
  const cells = openCells(state);
  const forced = cells.filter((cell) => found.cells[cell].length === 1);
  const left = new Map(cells.map((cell) => [cell, found.cells[cell]]));
  state.mark({ left, cells: new Map(forced.map((cell) => [cell, 'forced'])), words: { forced: 'forced' } });
  const total = cells.reduce((sum, cell) => sum + found.cells[cell].length, 0);
  say(`${count(total, 'candidate')} in ${count(cells.length, 'open cell')} occur in some solution. `,
    key('forced', `${count(forced.length, 'cell')} forced`), found.complete === false && ' Not all were looked at.');
}

async function showForced(state, task) {
  const found = await trueCandidates(state, task);
  if (!found) return;
  const forced = openCells(state).filter((cell) => found.cells[cell].length === 1);
  const shown = new Map(forced.map((cell) => [cell, found.cells[cell][0]]));
  state.mark({ shown, cells: new Map(forced.map((cell) => [cell, 'forced'])), words: { forced: 'forced' } });
  say(forced.length ? `${count(forced.length, 'cell')} hold the same digit in every solution.` : 'No open cell is forced.');
}

async function countAll(state, task) {
  const limit = 1_000_000;
  const answer = await task.run((how) => ask('count', { ...question(state.puzzle), limit }, how));
  if (!answer) return;
  const digits = Number.isFinite(Number(answer.count)) ? count(Number(answer.count)) : answer.count;
  say(answer.exact ? `${digits} ${answer.count === 1 ? 'solution' : 'solutions'}, counted to the end.` : `At least ${digits} solutions.`);
}
