/** Verdict card: no solution, one or many, solved again whenever the givens change. */

import { call } from './api.js';
import { createButton, createElement, formatCount, setAttribute, setChildren } from './dom.js';
import { conflicts, digitAt, givenCount, isSolved, withoutProgress } from './puzzle.js';
import { puzzleFields } from './request.js';
import { symbol } from './symbols.js';
import { Task } from './task.js';

/** Pause in typing before the puzzle is sent, and time before the card shows that it is being solved. In milliseconds. */
const TYPING_PAUSE = 120;
const BUSY_DELAY = 300;

/** Emits the event `answer` when the result changes. */
export class Verdict extends EventTarget {
  /**
   * `none`, `one` or `many` once this is proved; else null.
   * @type {string|null}
   */
  answer = null;
  /** Known solutions, as flat grids: the only one, two of many, or while the answer is unknown one that was found, or none. */
  solutions = [];
  #result = null;
  #state;
  #parts;
  #task;
  /** The request for the current givens, as JSON. */
  #requested = '';
  #timer = 0;

  /** Shows the verdict in the elements `card`, `headline`, `detail`, `play` and `task`. */
  constructor(state, parts) {
    super();
    this.#state = state;
    this.#parts = parts;
    this.#task = new Task(parts.task);
    state.subscribe(['puzzle'], () => this.#update());
    state.addEventListener('view', () => this.#showResult());
  }

  /** Solves again if the givens have changed; digits entered by the player do not change the puzzle. */
  #update() {
    this.#showPlay();
    const { puzzle } = this.#state;
    const key = JSON.stringify(puzzleFields(puzzle));
    if (key === this.#requested) return;
    this.#requested = key;
    this.#task.cancel();
    clearTimeout(this.#timer);
    this.#setResult(null);
    if (!givenCount(puzzle) && !puzzle.excluded) return this.#show('idle', 'Empty board', 'Type or paste a puzzle, or choose an example.');
    setAttribute(this.#parts.card, 'data-busy', 'true');
    if (this.#parts.card.dataset.answer === 'idle') this.#show('busy', 'Solving …', '');
    this.#timer = setTimeout(() => this.#solve(), TYPING_PAUSE);
  }

  async #solve() {
    const key = this.#requested;
    const timer = setTimeout(() => this.#show('busy', 'Solving …', 'You can keep editing.'), BUSY_DELAY);
    const request = { ...puzzleFields(this.#state.puzzle), solutions: 2 };
    const result = await this.#task.run((options) => call('solve', request, options));
    clearTimeout(timer);
    if (key !== this.#requested) return;
    setAttribute(this.#parts.card, 'data-busy', null);
    if (!result) return this.#offerRetry();
    this.#setResult(result);
    this.#showResult();
  }

  /** Offers to solve again after a cancelled or failed attempt. */
  #offerRetry() {
    this.#show('idle', 'No answer yet', '');
    this.#parts.task.append(createButton('Try again', () => this.#solve(), { class: 'cancel' }));
  }

  /** Keeps what a result states: a complete one the answer, an incomplete one only what was found. */
  #setResult(result) {
    this.#result = result;
    this.answer = result?.result === 'complete' ? result.answer : null;
    const grids = result?.result === 'complete' ? result.grids : result?.found ?? [];
    this.solutions = grids.map((grid) => grid.flat());
    this.dispatchEvent(new Event('answer'));
  }

  #showResult() {
    if (this.#result) this.#show(this.answer ?? 'unknown', ...verdictTexts(this.#result, this.#state));
  }

  #show(answer, headline, detail) {
    setAttribute(this.#parts.card, 'data-answer', answer);
    setText(this.#parts.headline, headline);
    setText(this.#parts.detail, detail);
    if (answer === 'idle' || answer === 'none') setAttribute(this.#parts.card, 'data-busy', null);
  }

  /** Shows the player's progress. */
  #showPlay() {
    const { puzzle } = this.#state;
    const entered = puzzle.entered.filter(Boolean).length;
    const solved = isSolved(puzzle);
    const progress = entered ? `${formatCount(entered)} entered, ${openCount(puzzle)} left.` : '';
    const text = solved ? 'Solved: every house contains each digit once.' : progress;
    setChildren(this.#parts.play, text && createElement('span', { class: solved ? 'solved' : 'quiet' }, text));
  }
}

const openCount = (puzzle) => puzzle.board.cells - puzzle.givens.filter((_, cell) => digitAt(puzzle, cell)).length;

/** Headline and detail of a result. */
function verdictTexts(result, state) {
  return result.result === 'complete' ? completeTexts(result, state) : incompleteTexts(result);
}

function completeTexts({ answer }, { puzzle, view }) {
  const givens = formatCount(givenCount(puzzle), 'given');
  const [conflict] = conflicts(withoutProgress(puzzle));
  if (conflict) return ['No solution', conflictText(conflict, puzzle.board.side, view.numbers)];
  switch (answer) {
    case 'one': return ['Exactly one solution', `${givens}.`];
    case 'many': return ['More than one solution', `${givens}.`];
    default: return ['No solution', `${givens} without a direct conflict.`];
  }
}

/** States only what was found before the search was stopped. */
function incompleteTexts({ found, stopped }) {
  if (found.length) return ['At least one solution', `Whether there is another is not known: ${stopped}.`];
  return ['No answer', `Whether there is a solution is not known: ${stopped}.`];
}

/** Sets a text only if it changes: otherwise screen readers would repeat it. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** `Row 1 has two 5s.` */
export function conflictText({ house, digit, cells }, side, numbers) {
  const times = cells.length === 2 ? 'two' : cells.length;
  return `${house[0].toUpperCase()}${house.slice(1)} has ${times} ${symbol(digit, side, numbers)}s.`;
}
