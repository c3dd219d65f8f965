/** What the page knows, in one place: the puzzle with its history, how it is looked at, and what is marked on the board. */

import { empty } from './puzzle.js';

const HISTORY = 1000;

/** How the board is looked at when the page opens. */
export const VIEW = {
  selected: 0,
  mode: 'givens', // or 'play'
  candidates: false,
  numbers: false,
  pencil: false, // the number pad takes candidates away
  zoom: 1,
  panel: 'answer',
  formula: '', // how the rules are said, if not as usual: see logic.js
};

/** Tells of changes by the events `puzzle`, `view` and `marks`. */
export class State extends EventTarget {
  puzzle = empty();
  view = { ...VIEW };
  /** What a panel shows on the board; see scene.js. */
  marks = null;
  #before = [];
  #after = [];

  /** Takes a new puzzle; the one before can be brought back. */
  change(puzzle) {
    if (puzzle === this.puzzle) return;
    this.#before.push(this.puzzle);
    if (this.#before.length > HISTORY) this.#before.shift();
    this.#after = [];
    this.#show(puzzle);
  }

  /** Begins with a puzzle; there is nothing before it. */
  begin(puzzle) {
    this.#before = [];
    this.#after = [];
    this.#show(puzzle);
  }

  undo() {
    this.#step(this.#before, this.#after);
  }

  redo() {
    this.#step(this.#after, this.#before);
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /** Changes how the board is looked at. */
  look(change) {
    this.view = { ...this.view, ...change };
    this.#tell('view');
  }

  /** Marks something on the board, or nothing. */
  mark(marks) {
    if (!marks && !this.marks) return;
    this.marks = marks;
    this.#tell('marks');
  }

  #step(from, to) {
    if (!from.length) return;
    to.push(this.puzzle);
    this.#show(from.pop());
  }

  /** Marks speak of the puzzle before, so they go. */
  #show(puzzle) {
    const other = !puzzle.board.equals(this.puzzle.board);
    this.puzzle = puzzle;
    this.marks = null;
    if (other) this.view = { ...this.view, selected: 0, zoom: 1, numbers: false };
    this.#tell('puzzle');
    if (other) this.#tell('view');
  }

  #tell(event) {
    this.dispatchEvent(new Event(event));
  }

  /** Calls a function now and after each of these events. */
  follow(events, listener) {
    for (const event of events) this.addEventListener(event, listener);
    listener();
  }
}
