/** Cancellable request with a progress line, an error message and a Cancel button. */

import { isCancelled } from './api.js';
import { createButton, createElement, focusOn, setChildren } from './dom.js';

/** Requests shorter than this show no progress, so that nothing flickers. In milliseconds. */
const SPINNER_DELAY = 250;

export class Task {
  #host;
  #controller = null;

  /**
   * Shows its progress and errors in `host`. An event of the state that ends the work's subject, such as `puzzle`, cancels the work,
   * so that no result is shown beside another puzzle.
   */
  constructor(host, state, event) {
    this.#host = host;
    state?.addEventListener(event, () => this.#reset());
  }

  /**
   * Runs `work`, which gets `{signal, progress}`, and cancels what ran before.
   * Returns the result of the work, or undefined if it failed or was cancelled.
   */
  async run(work) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    setChildren(this.#host);
    const timer = setTimeout(() => this.#showProgress('Working …'), SPINNER_DELAY);
    const progress = (message) => controller === this.#controller && this.#showProgress(message);
    try {
      const result = await work({ signal: controller.signal, progress });
      return controller === this.#controller ? result : undefined;
    } catch (error) {
      // A task that was replaced by a newer one is cancelled silently.
      if (controller === this.#controller || !isCancelled(error)) this.#showError(error);
      return undefined;
    } finally {
      clearTimeout(timer);
      if (controller === this.#controller) this.#finish();
    }
  }

  /** Cancels the running work without a message. */
  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }

  #reset() {
    this.cancel();
    setChildren(this.#host);
  }

  /** The Cancel button moves the focus to the message, since it disappears. */
  #showProgress(message) {
    if (this.#host.querySelector('.spinner')) return void (this.#host.querySelector('.progress').textContent = message);
    const abort = () => {
      this.#controller?.abort();
      focusOn(this.#host);
    };
    const cancel = createButton('Cancel', abort, { class: 'cancel' });
    const spinner = createElement('span', { class: 'spinner', 'aria-hidden': 'true' });
    setChildren(this.#host, spinner, createElement('span', { class: 'progress' }, message), cancel);
  }

  #showError(error) {
    const message = isCancelled(error) ? 'Cancelled.' : error.message;
    setChildren(this.#host, createElement('span', { class: isCancelled(error) ? 'quiet' : 'error' }, message));
  }

  /** Removes the progress line; an error message stays. */
  #finish() {
    this.#controller = null;
    if (this.#host.querySelector('.spinner')) setChildren(this.#host);
  }
}
