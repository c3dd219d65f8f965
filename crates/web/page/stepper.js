/** Stepper: the list of steps of an explanation, one of them shown on the board, and a button that applies steps to the puzzle. */

import { byId, createButton, createElement, formatCount, setAttribute, setChildren } from './dom.js';
import { candidateIndex } from './puzzle.js';
import { stepDrawing } from './step_drawing.js';

export class Stepper {
  #state;
  /** Called with the marks of a step when it is shown. */
  #show;
  /** The steps in the list, each with the position before it. */
  #steps = [];
  /** Whether they show that there is no solution. */
  #isContradiction = false;
  /** Index of the current step; -1 for none. */
  #current = -1;

  constructor(state, show) {
    this.#state = state;
    this.#show = show;
    const onClick = (id, action) => byId(id).addEventListener('click', action);
    onClick('step-first', () => this.select(0));
    onClick('step-back', () => this.select(this.#current - 1));
    onClick('step-next', () => this.select(this.#current + 1));
    onClick('step-last', () => this.select(this.#steps.length - 1));
    onClick('step-apply', () => this.#apply());
  }

  /** Lists steps and selects none. Steps to a contradiction cannot be applied. */
  setSteps(steps, { isContradiction = false } = {}) {
    this.#steps = steps;
    this.#isContradiction = isContradiction;
    this.#current = -1;
    setChildren(byId('steps'), ...steps.map((step, index) => this.#item(step, index)));
    setAttribute(byId('stepper'), 'hidden', steps.length ? null : '');
    setAttribute(byId('step-apply'), 'hidden', isContradiction ? '' : null);
    this.#showTexts();
  }

  #item(step, index) {
    return createElement('li', {}, createButton(step.name, () => this.select(index), { 'data-step': index }));
  }

  /** Shows a step, with the position before it on the board. */
  select(index) {
    if (index < 0 || index >= this.#steps.length) return;
    this.#current = index;
    const { marks, legend } = stepDrawing(this.#state.puzzle.board, this.#steps[index]);
    this.#showTexts(legend);
    this.#show(marks);
  }

  #showTexts(legend = []) {
    const step = this.#steps[this.#current];
    const count = this.#steps.length;
    const steps = formatCount(count, 'step') + (this.#isContradiction ? ' to a contradiction' : '');
    byId('step-number').textContent = step ? `Step ${this.#current + 1} of ${formatCount(count)}` : steps;
    byId('step-name').textContent = step?.name ?? '';
    byId('step-text').textContent = step?.sentence ?? '';
    setChildren(byId('step-legend'), ...legend.map(legendEntry));
    byId('step-notation').textContent = step?.eureka?.join('\n') ?? '';
    byId('step-detail-text').textContent = step?.detail ?? '';
    setAttribute(byId('step-detail'), 'hidden', step?.detail ? null : '');
    byId('step-apply').textContent = this.#current > 0 ? `Apply steps 1–${this.#current + 1}` : 'Apply this step';
    setAttribute(byId('step-apply'), 'disabled', step ? null : '');
    this.#markCurrent();
    this.#updateButtons();
  }

  #markCurrent() {
    const current = String(this.#current);
    for (const item of byId('steps').querySelectorAll('button')) setAttribute(item, 'aria-current', item.dataset.step === current ? 'step' : null);
    const item = byId('steps').querySelector('[aria-current]');
    // Not scrollIntoView, which would also scroll the page.
    if (item) byId('steps').scrollTop = item.offsetTop - byId('steps').offsetTop - byId('steps').clientHeight / 2;
  }

  /** A button that becomes disabled hands its focus to its opposite. */
  #updateButtons() {
    const isFirst = this.#current <= 0;
    const isLast = this.#current === this.#steps.length - 1;
    const focused = document.activeElement;
    for (const id of ['step-first', 'step-back']) setAttribute(byId(id), 'disabled', isFirst ? '' : null);
    for (const id of ['step-next', 'step-last']) setAttribute(byId(id), 'disabled', isLast ? '' : null);
    if (focused?.disabled) byId(isFirst ? 'step-next' : 'step-back').focus();
  }

  /** Applies all steps up to the current one to the puzzle. */
  #apply() {
    const { puzzle } = this.#state;
    const entered = puzzle.entered.slice();
    const eliminated = new Set(puzzle.eliminated);
    for (const step of this.#steps.slice(0, this.#current + 1)) {
      for (const name of step.removed ?? []) eliminated.add(candidateIndex(puzzle.board, ...puzzle.board.parseCandidate(name)));
      if (!step.placed) continue;
      const [cell, digit] = puzzle.board.parseCandidate(step.placed);
      entered[cell] = digit;
    }
    this.#state.setPuzzle({ ...puzzle, entered, eliminated });
    this.#state.setView({ mode: 'play', candidates: true });
    byId('explain-next').focus(); // the stepper disappears
  }
}

/** An entry of the legend: a small drawing and its meaning. */
function legendEntry([kind, label]) {
  return createElement('span', { class: 'key' }, createElement('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), label);
}
