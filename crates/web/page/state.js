/** State of the page: the puzzle with its undo history, the view settings, and the marks on the board. */

import { digitAt, emptyPuzzle, hasSameGivens, withEntered, withGiven, withToggledCandidate } from './puzzle.js';

const MAX_UNDO_STEPS = 1000;

const DEFAULT_VIEW = {
  selected: 0, // cell
  mode: 'givens', // or 'play': whether typing sets givens or the player's digits
  candidates: false, // show pencil marks
  numbers: false, // show numbers instead of letters above 9
  pencil: false, // the number pad toggles candidates
  zoom: 1,
  panel: 'answer',
  formula: '', // encoding options other than the default: see logic.js
};

/** Emits the events `puzzle`, `givens` (with a `puzzle` event that changes more than the player's progress), `view` and `marks`. */
export class State extends EventTarget {
  puzzle = emptyPuzzle();
  view = { ...DEFAULT_VIEW };
  /** Marks of a panel on the board; see cell_models.js. They disappear with the puzzle and with the panel that shows them. */
  marks = null;
  /** The panel that shows them. */
  #marksPanel = '';
  #undoStack = [];
  #redoStack = [];

  /** Sets the puzzle; undo brings the previous one back. */
  setPuzzle(puzzle) {
    if (puzzle === this.puzzle) return;
    this.#undoStack.push(this.puzzle);
    if (this.#undoStack.length > MAX_UNDO_STEPS) this.#undoStack.shift();
    this.#redoStack = [];
    this.#replacePuzzle(puzzle);
  }

  /** Sets the first puzzle, with an empty history. */
  reset(puzzle) {
    this.#undoStack = [];
    this.#redoStack = [];
    this.#replacePuzzle(puzzle);
  }

  /** Sets the digit of the selected cell, 0 for none: a given or the player's digit, depending on the mode. */
  enterDigit(digit) {
    const { puzzle, view } = this;
    const { selected } = view;
    if (view.mode === 'givens') this.setPuzzle(withGiven(puzzle, selected, digit));
    else if (puzzle.entered[selected] !== digit) this.setPuzzle(withEntered(puzzle, selected, digit));
  }

  /** Eliminates a candidate of the selected cell, or restores it. */
  toggleCandidate(digit) {
    const { puzzle, view } = this;
    if (digitAt(puzzle, view.selected)) return;
    this.setPuzzle(withToggledCandidate(puzzle, view.selected, digit));
    if (!view.candidates) this.setView({ candidates: true });
  }

  undo() {
    this.#moveInHistory(this.#undoStack, this.#redoStack);
  }

  redo() {
    this.#moveInHistory(this.#redoStack, this.#undoStack);
  }

  get canUndo() {
    return this.#undoStack.length > 0;
  }

  get canRedo() {
    return this.#redoStack.length > 0;
  }

  /** Changes view settings. Another panel takes the marks away, except Share, which exports them. */
  setView(change) {
    this.view = { ...this.view, ...change };
    this.#emit('view');
    if (this.marks && ![this.#marksPanel, 'share'].includes(this.view.panel)) this.setMarks(null);
  }

  /** Sets the marks of the current panel on the board; null clears them. */
  setMarks(marks) {
    if (marks === this.marks) return;
    this.marks = marks;
    this.#marksPanel = this.view.panel;
    this.#emit('marks');
  }

  /** Calls a listener now and after each of these events. */
  subscribe(events, listener) {
    for (const event of events) this.addEventListener(event, listener);
    listener();
  }

  #moveInHistory(from, to) {
    if (!from.length) return;
    to.push(this.puzzle);
    this.#replacePuzzle(from.pop());
  }

  /** Clears the marks too, because they refer to the previous puzzle. */
  #replacePuzzle(puzzle) {
    const boardChanged = !puzzle.board.equals(this.puzzle.board);
    const givensChanged = boardChanged || !hasSameGivens(puzzle, this.puzzle);
    const hadMarks = Boolean(this.marks);
    this.puzzle = puzzle;
    this.marks = null;
    if (boardChanged) this.view = { ...this.view, selected: 0, zoom: 1, numbers: false };
    this.#emit('puzzle');
    if (givensChanged) this.#emit('givens');
    if (boardChanged) this.#emit('view');
    if (hadMarks) this.#emit('marks');
  }

  #emit(event) {
    this.dispatchEvent(new Event(event));
  }
}
