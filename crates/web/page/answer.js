/** Panel "Answer": the solution, two solutions and their differences, true candidates, forced cells, number of solutions. */

import { call } from './api.js';
import { byId, createElement, formatCount, setAttribute, setChildren } from './dom.js';
import { digitAt, isComplete } from './puzzle.js';
import { puzzleFields } from './request.js';
import { Task } from './task.js';

/** Counting stops here. */
const COUNT_LIMIT = 1_000_000;

export function start(state, verdict) {
  const task = new Task(byId('answer-task'));
  const onClick = (id, action) => byId(id).addEventListener('click', action);
  onClick('show-solution', () => showSolution(state, verdict));
  onClick('show-two', () => showTwo(state, verdict));
  onClick('show-true', () => showTrueCandidates(state, task));
  onClick('show-forced', () => showForcedCells(state, task));
  onClick('count', () => countSolutions(state, task));
  onClick('check-entered', () => checkEntered(state, verdict));
  onClick('fill-solution', () => fillSolution(state, verdict));
  onClick('hide-answer', () => state.setMarks(null));
  verdict.addEventListener('answer', () => updateButtons(state, verdict));
  state.subscribe(['puzzle', 'marks'], () => updateButtons(state, verdict));
  state.addEventListener('puzzle', () => showMessage(''));
}

/** Enables the buttons that apply to the puzzle. */
function updateButtons(state, { result }) {
  const { puzzle, marks } = state;
  const solutions = result?.grids.length ?? 0;
  const setEnabled = (id, enabled) => setAttribute(byId(id), 'disabled', !enabled);
  setEnabled('show-solution', solutions > 0);
  setEnabled('fill-solution', solutions === 1 && !isComplete(puzzle));
  setEnabled('show-two', solutions >= 2);
  setEnabled('check-entered', solutions === 1 && puzzle.entered.some(Boolean));
  for (const id of ['show-true', 'show-forced', 'count']) setEnabled(id, solutions > 0);
  setEnabled('hide-answer', marks);
}

function showMessage(...parts) {
  setChildren(byId('answer-message'), ...parts);
}

/** An entry of the colour legend. */
const legend = (kind, label) => createElement('span', { class: 'key' }, createElement('span', { class: `swatch ${kind}` }), label);

const openCells = ({ puzzle }) => [...puzzle.givens.keys()].filter((cell) => !digitAt(puzzle, cell));

const tintAll = (cells, tint) => new Map(cells.map((cell) => [cell, tint]));

function showSolution(state, { result }) {
  const digits = new Map(openCells(state).map((cell) => [cell, result.grids[0][cell]]));
  state.setMarks({ digits });
  showMessage(result.grids.length > 1 ? 'One of several solutions, shown on the board.' : 'The solution, shown on the board.');
}

function fillSolution(state, { result }) {
  const { puzzle } = state;
  const entered = puzzle.givens.map((given, cell) => (given ? 0 : result.grids[0][cell]));
  state.setPuzzle({ ...puzzle, entered });
  state.setView({ mode: 'play' });
}

function showTwo(state, { result }) {
  const [first, second] = result.grids;
  const cells = openCells(state);
  const differing = cells.filter((cell) => first[cell] !== second[cell]);
  const digits = new Map(cells.filter((cell) => first[cell] === second[cell]).map((cell) => [cell, first[cell]]));
  const pairs = new Map(differing.map((cell) => [cell, [first[cell], second[cell]]]));
  state.setMarks({ digits, pairs, tints: tintAll(differing, 'differ'), tintLabels: { differ: 'the two solutions differ' } });
  showMessage(`Two solutions that differ in ${formatCount(differing.length, 'cell')}. `, legend('first', 'first'), ' ', legend('second', 'second'));
}

/** Marks the digits of the player that differ from the solution. */
function checkEntered(state, { result }) {
  const { entered } = state.puzzle;
  const wrong = [...entered.keys()].filter((cell) => entered[cell] && entered[cell] !== result.grids[0][cell]);
  state.setMarks({ tints: tintAll(wrong, 'wrong'), tintLabels: { wrong: 'wrong digit' } });
  showMessage(wrong.length ? `${formatCount(wrong.length)} of your digits ${wrong.length === 1 ? 'is' : 'are'} wrong.` : 'All your digits are right.');
}

/** The true candidates of each cell, from the server; null if the puzzle has changed meanwhile. */
async function trueCandidates(state, task) {
  const { puzzle } = state;
  const result = await task.run((options) => call('candidates', puzzleFields(puzzle), options));
  return state.puzzle === puzzle && result ? { ...result, cells: result.candidates.flat() } : null;
}

async function showTrueCandidates(state, task) {
  const found = await trueCandidates(state, task);
  if (!found) return;
  const cells = openCells(state);
  const forced = cells.filter((cell) => found.cells[cell].length === 1);
  const candidates = new Map(cells.map((cell) => [cell, found.cells[cell]]));
  state.setMarks({ candidates, tints: tintAll(forced, 'forced'), tintLabels: { forced: 'forced' } });
  const total = cells.reduce((sum, cell) => sum + found.cells[cell].length, 0);
  showMessage(`${formatCount(total, 'candidate')} in ${formatCount(cells.length, 'open cell')} occur in some solution. `,
    legend('forced', `${formatCount(forced.length, 'cell')} forced`), found.complete === false && ' The search was stopped early.');
}

async function showForcedCells(state, task) {
  const found = await trueCandidates(state, task);
  if (!found) return;
  const forced = openCells(state).filter((cell) => found.cells[cell].length === 1);
  const digits = new Map(forced.map((cell) => [cell, found.cells[cell][0]]));
  state.setMarks({ digits, tints: tintAll(forced, 'forced'), tintLabels: { forced: 'forced' } });
  const cells = `${formatCount(forced.length, 'cell')} ${forced.length === 1 ? 'has' : 'have'}`;
  showMessage(forced.length ? `${cells} the same digit in every solution.` : 'No open cell is forced.');
}

async function countSolutions(state, task) {
  const request = { ...puzzleFields(state.puzzle), limit: COUNT_LIMIT };
  const result = await task.run((options) => call('count', request, options));
  if (!result) return;
  showMessage(`${result.exact ? 'Exactly' : 'At least'} ${formatCount(result.count, 'solution')}.`);
}
