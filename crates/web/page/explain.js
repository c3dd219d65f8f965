/** Panel "Explain": steps to the solution, hints, why and why not, and the difficulty rating. */

import { call } from './api.js';
import { byId, createButton, createElement, descriptionRows, setAttribute, setChildren, setOptions } from './dom.js';
import { candidateIndex, digitAt } from './puzzle.js';
import { positionFields, puzzleFields } from './request.js';
import { stepMarks } from './step_marks.js';
import { digitOptions } from './symbols.js';
import { Task } from './task.js';

export function start(state) {
  return new ExplainPanel(state);
}

class ExplainPanel {
  #state;
  #task = new Task(byId('explain-task'));
  /** The steps in the list, each with the position before it. */
  #steps = [];
  /** Index of the current step. */
  #current = 0;

  constructor(state) {
    this.#state = state;
    const onClick = (id, action) => byId(id).addEventListener('click', action);
    onClick('explain-all', () => this.#explain('explain'));
    onClick('explain-next', () => this.#explain('next'));
    onClick('rate', () => this.#rate());
    for (const strength of ['house', 'cell', 'reason']) onClick(`hint-${strength}`, () => this.#hint(strength));
    onClick('why', () => this.#explainCandidate('why'));
    onClick('why-not', () => this.#explainCandidate('why-not'));
    onClick('step-first', () => this.#showStep(0));
    onClick('step-back', () => this.#showStep(this.#current - 1));
    onClick('step-next', () => this.#showStep(this.#current + 1));
    onClick('step-last', () => this.#showStep(this.#steps.length - 1));
    onClick('step-apply', () => this.#applySteps());
    state.addEventListener('puzzle', () => this.#clear());
    state.subscribe(['puzzle', 'view'], () => this.#updateDigits());
  }

  /** Requests steps and shows the first. */
  async #explain(path, fields = {}) {
    const { puzzle } = this.#state;
    const result = await this.#task.run((options) => call(path, { ...positionFields(puzzle), ...fields }, options));
    if (result && puzzle === this.#state.puzzle) this.#showSteps(result);
  }

  #explainCandidate(path) {
    const { puzzle, view } = this.#state;
    this.#explain(path, { candidate: `${puzzle.board.name(view.selected)}=${byId('why-digit').value}` });
  }

  async #hint(strength) {
    const { puzzle } = this.#state;
    const result = await this.#task.run((options) => call('hint', { ...positionFields(puzzle), strength }, options));
    if (!result || puzzle !== this.#state.puzzle) return;
    if (result.steps?.length) return this.#showSteps(result);
    const hint = result.hint ?? result.sentence;
    this.#clear();
    this.#showMessage(hint);
    this.#state.setMarks(hintMarks(puzzle.board, hint));
  }

  async #rate() {
    const result = await this.#task.run((options) => call('rate', puzzleFields(this.#state.puzzle), options));
    if (!result) return;
    this.#showMessage(result.sentence ?? '');
    setChildren(byId('rating'), ...descriptionRows(ratingRows(result)));
  }

  #showSteps(result) {
    const { steps = [], sentence } = result;
    this.#steps = steps;
    this.#showMessage(sentence ?? (steps.length ? '' : 'Nothing to explain.'));
    setChildren(byId('steps'), ...steps.map((step, index) => this.#stepItem(step, index)));
    setAttribute(byId('stepper'), 'hidden', steps.length === 0);
    this.#markCore(result);
    if (steps.length) this.#showStep(0);
  }

  #stepItem(step, index) {
    return createElement('li', {}, createButton(step.name, () => this.#showStep(index), { 'data-step': index }));
  }

  /** Shows a step, with the position before it on the board. */
  #showStep(index) {
    if (index < 0 || index >= this.#steps.length) return;
    this.#current = index;
    const step = this.#steps[index];
    this.#state.setMarks(stepMarks(this.#state.puzzle.board, step));
    byId('step-number').textContent = `Step ${index + 1} of ${this.#steps.length}`;
    byId('step-name').textContent = step.name;
    byId('step-text').textContent = step.sentence;
    byId('step-apply').textContent = index ? `Apply steps 1–${index + 1}` : 'Apply step';
    this.#updateStepper();
  }

  #updateStepper() {
    const current = String(this.#current);
    for (const item of byId('steps').querySelectorAll('button')) setAttribute(item, 'aria-current', item.dataset.step === current ? 'step' : null);
    byId('steps').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    const isFirst = this.#current === 0;
    const isLast = this.#current === this.#steps.length - 1;
    for (const id of ['step-first', 'step-back']) setAttribute(byId(id), 'disabled', isFirst);
    for (const id of ['step-next', 'step-last']) setAttribute(byId(id), 'disabled', isLast);
  }

  /** Applies all steps up to the current one to the puzzle. */
  #applySteps() {
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
  }

  /** Marks the givens of an unsatisfiable core. */
  #markCore({ clashing }) {
    if (!clashing?.length) return;
    const { board } = this.#state.puzzle;
    const tints = new Map(clashing.map((name) => [board.parseCell(name), 'wrong']));
    this.#state.setMarks({ tints, tintLabels: { wrong: 'one of the contradicting givens' } });
  }

  #showMessage(text) {
    byId('explain-message').textContent = text;
  }

  /** Removes the steps and the rating, which belong to an earlier position. */
  #clear() {
    this.#task.cancel();
    this.#steps = [];
    this.#showMessage('');
    setChildren(byId('rating'));
    setChildren(byId('steps'));
    setAttribute(byId('stepper'), 'hidden', true);
  }

  /** Offers the digits of the selected cell for why and why not. */
  #updateDigits() {
    const { puzzle, view } = this.#state;
    byId('why-cell').textContent = puzzle.board.name(view.selected);
    setOptions(byId('why-digit'), digitOptions(puzzle.board.side, view.numbers), byId('why-digit').value);
    const filled = Boolean(digitAt(puzzle, view.selected));
    for (const id of ['why', 'why-not', 'why-digit']) setAttribute(byId(id), 'disabled', filled);
  }
}

/** The measures of a rating; a puzzle without a unique solution has none. */
function ratingRows(rating) {
  const { b, b_at_least: atLeast, se, se_trust: quality, steps, hardest } = rating;
  const guesses = rating.guesses ?? `at least ${rating.guesses_at_least}`;
  if (steps === undefined) return [];
  const qualifier = { walked: '', fitted: 'about ', 'at-least': 'at least ' }[quality];
  const rows = [
    ['Largest pattern (B)', b ?? (atLeast === undefined ? 'chains are not enough' : `at least ${atLeast}`)],
    ['Sudoku Explainer rating (estimate)', se === null ? null : `${qualifier}${se.toFixed(1)}`],
    ['Steps beyond singles', steps],
    ['Hardest technique', hardest],
    ['Guesses a brute-force search needs', guesses],
  ];
  return rows.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]);
}

/** Marks the houses and cells that are named in a hint. */
function hintMarks(board, hint) {
  const houses = (hint.match(/(?:row|column|box) \d+/g) ?? []).map((name) => ({ name, kind: 'reason' }));
  const tints = new Map((hint.match(/r\d+c\d+/g) ?? []).map((name) => [board.parseCell(name), 'target']));
  return { houses, tints, tintLabels: { target: 'look here' } };
}
