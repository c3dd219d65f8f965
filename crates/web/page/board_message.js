/** Message of a panel about what it shows on the board. It disappears with its marks and with its puzzle. */

import { setChildren } from './dom.js';

export class BoardMessage {
  #state;
  #element;
  /** The marks that the message is about; null for none. */
  #marks = null;

  constructor(state, element) {
    this.#state = state;
    this.#element = element;
    state.addEventListener('puzzle', () => this.clear());
    state.addEventListener('marks', () => state.marks !== this.#marks && this.clear());
  }

  get element() {
    return this.#element;
  }

  /** Shows marks on the board, and a message about them. Without marks, earlier ones are removed. */
  show(marks, ...parts) {
    this.#marks = marks;
    this.#state.setMarks(marks);
    setChildren(this.#element, ...parts);
  }

  clear() {
    this.#marks = null;
    setChildren(this.#element);
  }
}
