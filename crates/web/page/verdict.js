/** The answer to the givens, asked for as they are edited: none, one or many solutions. */

import { ask } from './api.js';
import { button, count, fill, make, setAttribute } from './dom.js';
import { clashes, digitAt, givenCount, isFull } from './puzzle.js';
import { symbol } from './symbols.js';
import { Task } from './task.js';
import { question } from './text.js';

/** A pause in typing of this length, and the puzzle is sent. */
const PAUSE = 120;

/** Tells by the event `answer` that there is one, or none any more. */
export class Verdict extends EventTarget {
  /** What the server said: `answer` and `grids`; nothing while it is not known. */
  result = null;
  #state;
  #parts;
  #task;
  #asked = '';
  #timer = 0;

  /** Shows the verdict in elements: `card`, `headline`, `detail`, `play` and `task`. */
  constructor(state, parts) {
    super();
    this.#state = state;
    this.#parts = parts;
    this.#task = new Task(parts.task);
    state.follow(['puzzle'], () => this.#edited());
  }

  /** Asks only if the givens have changed; what the player enters does not change the puzzle. */
  #edited() {
    this.#showPlay();
    const { puzzle } = this.#state;
    const key = JSON.stringify(question(puzzle));
    if (key === this.#asked) return;
    this.#asked = key;
    this.#task.cancel();
    clearTimeout(this.#timer);
    this.#set(null);
    if (!givenCount(puzzle) && !puzzle.ruledOut) return this.#show('idle', 'An empty board', 'Type or paste a puzzle, or pick an example.');
    setAttribute(this.#parts.card, 'data-busy', 'true');
    if (this.#parts.card.dataset.answer === 'idle') this.#show('busy', 'Solving …', '');
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Offers to ask again, after an attempt that was cancelled or failed. */
  #offerAgain() {
    this.#show('idle', 'No verdict yet', '');
    this.#parts.task.append(button('Try again', () => this.#ask(), { class: 'cancel' }));
  }

  async #ask() {
    const key = this.#asked;
    const waiting = setTimeout(() => this.#show('busy', 'Solving …', 'The board can be edited meanwhile.'), 300);
    const result = await this.#task.run((how) => ask('solve', { ...question(this.#state.puzzle), solutions: 2 }, how));
    clearTimeout(waiting);
    if (key !== this.#asked) return;
    setAttribute(this.#parts.card, 'data-busy', null);
    if (!result) return this.#offerAgain();
    this.#set(result);
    this.#show(result.answer, ...words(result, this.#state));
  }

  #set(result) {
    this.result = result && { ...result, grids: result.grids.map((grid) => grid.flat()) };
    this.dispatchEvent(new Event('answer'));
  }

  #show(kind, headline, detail) {
    setAttribute(this.#parts.card, 'data-answer', kind);
    this.#parts.headline.textContent = headline;
    this.#parts.detail.textContent = detail;
    if (kind === 'idle' || kind === 'none') setAttribute(this.#parts.card, 'data-busy', null);
  }

  /** How far the player is. */
  #showPlay() {
    const { puzzle } = this.#state;
    const entered = puzzle.entered.filter(Boolean).length;
    const clashing = clashes(puzzle).length > 0;
    const solved = isFull(puzzle) && !clashing;
    const words = solved ? 'Solved: every house holds every digit once.' : entered ? `${count(entered)} entered, ${openCount(puzzle)} to go.` : '';
    fill(this.#parts.play, words && make('span', { class: solved ? 'solved' : 'quiet' }, words));
  }
}

const openCount = (puzzle) => puzzle.board.cells - puzzle.givens.filter((_, cell) => digitAt(puzzle, cell)).length;

/** Whether the panel that explains is there. */
const explains = () => !document.getElementById('tab-explain').hidden;

function words(result, { puzzle, view }) {
  const givens = count(givenCount(puzzle), 'given');
  const clash = clashes({ ...puzzle, entered: new Uint8Array(puzzle.board.cells) })[0];
  if (clash) return ['No solution', `${symbol(clash.digit, puzzle.board.side, view.numbers)} stands twice in ${clash.house}.`];
  switch (result.answer) {
    case 'one': return ['Exactly one solution', `${givens}.`];
    case 'many': return ['More than one solution', `${givens}. See two of them, and where they differ, under Answer.`];
    case 'unknown': return ['No verdict', `${result.stopped ?? 'The work was ended'}.`];
    default: return ['No solution', `${givens}; no two of them clash directly.${explains() ? ' Explain shows why.' : ''}`];
  }
}
