/** Panel "Answer": hints, checking, the solution, two solutions and their differences, true candidates, forced cells, the count. */

import { call } from './api.js';
import { BoardMessage } from './board_message.js';
import { byId, createElement, formatCount, setAttribute } from './dom.js';
import { checkPosition } from './mistakes.js';
import { digitAt, isBlank, isFull } from './puzzle.js';
import { puzzleFields } from './request.js';
import { Task } from './task.js';

/** Counting stops here. */
const COUNT_LIMIT = 1_000_000;

export function start(state, verdict) {
  return new AnswerPanel(state, verdict);
}

class AnswerPanel {
  #state;
  #verdict;
  #task;
  #message;

  constructor(state, verdict) {
    this.#state = state;
    this.#verdict = verdict;
    this.#task = new Task(byId('answer-task'), state, 'givens');
    this.#message = new BoardMessage(state, byId('answer-message'));
    const onClick = (id, action) => byId(id).addEventListener('click', action);
    onClick('check-entered', () => checkPosition(state, this.#task, this.#message));
    onClick('show-solution', () => this.#showSolution());
    onClick('show-two', () => this.#showTwo());
    onClick('fill-solution', () => this.#fillSolution());
    onClick('show-true', () => this.#trueCandidates(completeTrueCandidates, incompleteTrueCandidates));
    onClick('show-forced', () => this.#trueCandidates(completeForcedCells, incompleteForcedCells));
    onClick('count', () => this.#count());
    onClick('hide-answer', () => this.#hide());
    verdict.addEventListener('answer', () => this.#update());
    state.subscribe(['puzzle', 'marks'], () => this.#update());
  }

  /** Shows the controls that apply to the puzzle. */
  #update() {
    const { puzzle, marks } = this.#state;
    const { answer, solutions } = this.#verdict;
    const setVisible = (id, visible) => setAttribute(byId(id), 'hidden', visible ? null : '');
    setVisible('start', isBlank(puzzle));
    setVisible('check-entered', solutions.length > 0 && (puzzle.entered.some(Boolean) || puzzle.eliminated.size > 0));
    setVisible('show-solution', solutions.length > 0);
    setVisible('fill-solution', answer === 'one' && !isFull(puzzle));
    setVisible('show-two', answer === 'many');
    // The true candidates of a puzzle with one solution are that solution.
    setVisible('all-solutions', solutions.length > 0 && answer !== 'one');
    setVisible('hide-answer', marks && this.#state.view.panel === 'answer');
  }

  #showSolution() {
    const { answer, solutions } = this.#verdict;
    const digits = new Map(openCells(this.#state).map((cell) => [cell, solutions[0][cell]]));
    const texts = { one: 'The solution, shown on the board.', many: 'One of several solutions, shown on the board.' };
    this.#message.show({ digits }, texts[answer] ?? 'A solution, shown on the board. Whether there is another is not known.');
  }

  #fillSolution() {
    const { puzzle } = this.#state;
    const [solution] = this.#verdict.solutions;
    this.#state.setPuzzle({ ...puzzle, entered: puzzle.givens.map((given, cell) => (given ? 0 : solution[cell])) });
    this.#state.setView({ mode: 'play' });
    byId('undo').focus();
  }

  #showTwo() {
    const [first, second] = this.#verdict.solutions;
    const cells = openCells(this.#state);
    const differing = cells.filter((cell) => first[cell] !== second[cell]);
    const digits = new Map(cells.filter((cell) => first[cell] === second[cell]).map((cell) => [cell, first[cell]]));
    const pairs = new Map(differing.map((cell) => [cell, [first[cell], second[cell]]]));
    const marks = { digits, pairs, tints: tintAll(differing, 'differ'), tintLabels: { differ: 'the two solutions differ' } };
    this.#message.show(marks, `Two solutions that differ in ${formatCount(differing.length, 'cell')}. `,
      legend('first', 'first (upper left)'), ' ', legend('second', 'second (lower right)'));
  }

  /** Finds the true candidates and shows them with the function for a complete or for an incomplete result. */
  async #trueCandidates(showComplete, showIncomplete) {
    const request = puzzleFields(this.#state.puzzle);
    const result = await this.#task.run((options) => call('candidates', request, options));
    if (!result) return;
    const cells = openCells(this.#state);
    const shown = result.result === 'complete' ? showComplete(result.candidates.flat(), cells) : showIncomplete(result.found.flat(), cells, result.stopped);
    this.#message.show(...shown);
  }

  async #count() {
    const request = { ...puzzleFields(this.#state.puzzle), limit: COUNT_LIMIT };
    const result = await this.#task.run((options) => call('count', request, options));
    if (result) this.#message.show(null, result.result === 'complete' ? completeCount(result) : incompleteCount(result));
  }

  #hide() {
    this.#state.setMarks(null);
    byId('tab-answer').focus(); // the button disappears
  }
}

/** An entry of the legend. */
const legend = (kind, label) => createElement('span', { class: 'key' }, createElement('span', { class: `swatch ${kind}` }), label);

const openCells = ({ puzzle }) => [...puzzle.givens.keys()].filter((cell) => !digitAt(puzzle, cell));

const tintAll = (cells, tint) => new Map(cells.map((cell) => [cell, tint]));

const completeCount = ({ count }) => `Exactly ${formatCount(count, 'solution')}.`;

const incompleteCount = ({ at_least: count, stopped }) => `At least ${formatCount(count, 'solution')}: ${stopped}.`;

/* The functions below return the marks and the message for open cells with these true candidates. */

function completeTrueCandidates(digits, cells) {
  const forced = cells.filter((cell) => digits[cell].length === 1);
  const candidates = new Map(cells.map((cell) => [cell, digits[cell]]));
  const total = cells.reduce((sum, cell) => sum + digits[cell].length, 0);
  return [
    { candidates, tints: tintAll(forced, 'forced'), tintLabels: { forced: 'forced' } },
    `${formatCount(total, 'candidate')} in ${formatCount(cells.length, 'open cell')} occur in some solution. `,
    legend('forced', `${formatCount(forced.length, 'cell')} forced`),
  ];
}

/** Further solutions may have other candidates, so no cell is called forced. */
function incompleteTrueCandidates(digits, cells, stopped) {
  const candidates = new Map(cells.map((cell) => [cell, digits[cell]]));
  const total = cells.reduce((sum, cell) => sum + digits[cell].length, 0);
  return [{ candidates }, `At least ${formatCount(total, 'candidate')} in ${formatCount(cells.length, 'open cell')} occur in some solution: ${stopped}.`];
}

function completeForcedCells(digits, cells) {
  const forced = cells.filter((cell) => digits[cell].length === 1);
  if (!forced.length) return [null, 'No open cell is forced.'];
  const marks = { digits: new Map(forced.map((cell) => [cell, digits[cell][0]])), tints: tintAll(forced, 'forced'), tintLabels: { forced: 'forced' } };
  return [marks, `${formatCount(forced.length, 'cell')} ${forced.length === 1 ? 'has' : 'have'} the same digit in every solution.`];
}

/** Two different digits of a cell refute that it is forced; one digit proves nothing. */
function incompleteForcedCells(digits, cells, stopped) {
  const open = cells.filter((cell) => digits[cell].length > 1).length;
  const known = open ? ` ${formatCount(open, 'cell')} ${open === 1 ? 'is' : 'are'} known not to be forced.` : '';
  return [null, `Which cells are forced is not known: ${stopped}.${known}`];
}
