/** One piece of long work at a time, with a line that tells how it goes and a button that cancels it. */

import { isCancelled } from './api.js';
import { button, fill, make } from './dom.js';

/** Work shorter than this shows nothing, so that nothing flickers. */
const PATIENCE = 250;

export class Task {
  #host;
  #control = null;

  /** Shows progress, errors and the button to cancel in this element. */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Runs work that takes `{signal, progress}`; what ran before is cancelled.
   * Gives what the work gives, or nothing if it failed or was cancelled.
   */
  async run(work) {
    this.cancel();
    const control = new AbortController();
    this.#control = control;
    fill(this.#host);
    const timer = setTimeout(() => this.#show('Working …'), PATIENCE);
    try {
      return await work({ signal: control.signal, progress: (sentence) => control === this.#control && this.#show(sentence) });
    } catch (error) {
      if (control === this.#control || !isCancelled(error)) this.#end(error);
      return undefined;
    } finally {
      clearTimeout(timer);
      if (control === this.#control) this.#done();
    }
  }

  /** Stops what runs, and says nothing. */
  cancel() {
    this.#control?.abort();
    this.#control = null;
  }

  #show(sentence) {
    const stop = button('Cancel', () => this.#control?.abort(), { class: 'cancel' });
    fill(this.#host, make('span', { class: 'spinner', 'aria-hidden': 'true' }), make('span', {}, sentence), stop);
  }

  #end(error) {
    const words = isCancelled(error) ? 'Cancelled.' : error.message;
    fill(this.#host, make('span', { class: isCancelled(error) ? 'quiet' : 'problem' }, words));
  }

  /** The line of progress goes; one that tells of a failure stays. */
  #done() {
    this.#control = null;
    if (this.#host.querySelector('.spinner')) fill(this.#host);
  }
}
