/** Panel "Explain": the steps one by one, hints, why and why not, the rating. */

import { ask } from './api.js';
import { button, byId, fill, make, options, setAttribute } from './dom.js';
import { candidate, digitAt } from './puzzle.js';
import { marksOf } from './step.js';
import { symbol } from './symbols.js';
import { Task } from './task.js';
import { question, questionHere } from './text.js';

export function start(state) {
  return new Explain(state);
}

class Explain {
  #state;
  #task = new Task(byId('explain-task'));
  /** The steps that are shown, each with the position before it. */
  #steps = [];
  #at = 0;

  constructor(state) {
    this.#state = state;
    const on = (id, action) => byId(id).addEventListener('click', action);
    on('explain-all', () => this.#explain('explain'));
    on('explain-next', () => this.#explain('next'));
    on('rate', () => this.#rate());
    for (const strength of ['house', 'cell', 'reason']) on(`hint-${strength}`, () => this.#hint(strength));
    on('why', () => this.#why('why'));
    on('why-not', () => this.#why('why-not'));
    on('step-first', () => this.#go(0));
    on('step-back', () => this.#go(this.#at - 1));
    on('step-on', () => this.#go(this.#at + 1));
    on('step-last', () => this.#go(this.#steps.length - 1));
    on('step-do', () => this.#do());
    state.addEventListener('puzzle', () => this.#forget());
    state.follow(['puzzle', 'view'], () => this.#offer());
  }

  /** Asks for steps, and shows the first. */
  async #explain(path) {
    const { puzzle } = this.#state;
    const answer = await this.#task.run((how) => ask(path, questionHere(puzzle), how));
    if (!answer || puzzle !== this.#state.puzzle) return;
    this.#show(answer.steps ?? [], answer);
  }

  #show(steps, answer) {
    this.#steps = steps;
    this.#tell(answer.sentence ?? (steps.length ? '' : 'There is nothing to explain here.'));
    fill(byId('steps'), ...steps.map((step, at) => this.#item(step, at)));
    setAttribute(byId('stepper'), 'hidden', steps.length === 0);
    this.#markClashing(answer);
    if (steps.length) this.#go(0);
  }

  #item(step, at) {
    return make('li', {}, button(step.name, () => this.#go(at), { 'data-step': at }));
  }

  /** Shows a step on the board as it is before the step. */
  #go(at) {
    if (at < 0 || at >= this.#steps.length) return;
    this.#at = at;
    const { board } = this.#state.puzzle;
    const step = this.#steps[at];
    this.#state.mark(marksOf(board, step));
    byId('step-place').textContent = `Step ${at + 1} of ${this.#steps.length}`;
    byId('step-name').textContent = step.name;
    byId('step-words').textContent = step.sentence;
    this.#pick(at);
  }

  #pick(at) {
    for (const one of byId('steps').querySelectorAll('button')) setAttribute(one, 'aria-current', one.dataset.step === String(at) ? 'step' : null);
    byId('steps').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    setAttribute(byId('step-back'), 'disabled', at === 0);
    setAttribute(byId('step-first'), 'disabled', at === 0);
    setAttribute(byId('step-on'), 'disabled', at === this.#steps.length - 1);
    setAttribute(byId('step-last'), 'disabled', at === this.#steps.length - 1);
  }

  /** Does on the board all that the steps up to this one say. */
  #do() {
    const { puzzle } = this.#state;
    const entered = puzzle.entered.slice();
    const removed = new Set(puzzle.removed);
    for (const step of this.#steps.slice(0, this.#at + 1)) {
      for (const name of step.removed ?? []) removed.add(candidate(puzzle.board, ...puzzle.board.candidateOf(name)));
      if (!step.placed) continue;
      const [cell, digit] = puzzle.board.candidateOf(step.placed);
      entered[cell] = digit;
    }
    this.#state.change({ ...puzzle, entered, removed });
    this.#state.look({ mode: 'play', candidates: true });
  }

  async #hint(strength) {
    const { puzzle } = this.#state;
    const answer = await this.#task.run((how) => ask('hint', { ...questionHere(puzzle), strength }, how));
    if (!answer || puzzle !== this.#state.puzzle) return;
    if (answer.steps?.length) return this.#show(answer.steps, answer);
    const sentence = answer.hint ?? answer.sentence;
    this.#forget();
    this.#tell(sentence);
    this.#state.mark(mentioned(puzzle.board, sentence));
  }

  async #why(path) {
    const { puzzle, view } = this.#state;
    const name = `${puzzle.board.name(view.selected)}=${byId('why-digit').value}`;
    const answer = await this.#task.run((how) => ask(path, { ...questionHere(puzzle), candidate: name }, how));
    if (!answer || puzzle !== this.#state.puzzle) return;
    this.#show(answer.steps ?? [], answer);
  }

  async #rate() {
    const answer = await this.#task.run((how) => ask('rate', question(this.#state.puzzle), how));
    if (!answer) return;
    this.#tell(answer.sentence ?? '');
    fill(byId('rating'), ...factsOf(answer).flatMap(([name, fact]) => [make('dt', {}, name), make('dd', {}, fact)]));
  }

  /** The givens that cannot stand together, if the answer names them. */
  #markClashing({ clashing }) {
    if (!clashing?.length) return;
    const { board } = this.#state.puzzle;
    this.#state.mark({ cells: new Map(clashing.map((name) => [board.cellOf(name), 'wrong'])), words: { wrong: 'one of the clashing givens' } });
  }

  #tell(words) {
    byId('explain-words').textContent = words;
  }

  /** Steps speak of a position that is no more. */
  #forget() {
    this.#task.cancel();
    this.#steps = [];
    this.#tell('');
    fill(byId('rating'));
    fill(byId('steps'));
    setAttribute(byId('stepper'), 'hidden', true);
  }

  /** The digits that can be asked about in the selected cell. */
  #offer() {
    const { puzzle, view } = this.#state;
    byId('why-cell').textContent = puzzle.board.name(view.selected);
    const { side } = puzzle.board;
    const chosen = byId('why-digit').value;
    const digits = Array.from({ length: side }, (_, at) => [String(at + 1), symbol(at + 1, side, view.numbers)]);
    options(byId('why-digit'), digits, chosen);
    const given = Boolean(digitAt(puzzle, view.selected));
    for (const id of ['why', 'why-not', 'why-digit']) setAttribute(byId(id), 'disabled', given);
  }
}

/** What a rating says beside the puzzle itself, in words; a puzzle without one solution has none. */
function factsOf({ b, se, se_trust: trust, steps, hardest, guesses }) {
  if (steps === undefined) return [];
  const scale = { walked: '', fitted: 'about ', 'at-least': 'at least ' }[trust];
  const facts = [
    ['Sets of the largest step (B)', b ?? 'beyond B'],
    ['On the scale of Sudoku Explainer', se === null ? null : `${scale}${se.toFixed(1)}`],
    ['Steps beyond singles', steps],
    ['Hardest technique', hardest],
    ['Guesses of plain search', guesses],
  ];
  return facts.filter(([, fact]) => fact !== null).map(([name, fact]) => [name, String(fact)]);
}

/** The houses and cells that a hint names are where to look. */
function mentioned(board, sentence) {
  const houses = (sentence.match(/(?:row|column|box) \d+/g) ?? []).map((name) => ({ name, kind: 'reason' }));
  const cells = (sentence.match(/r\d+c\d+/g) ?? []).map((name) => [board.cellOf(name), 'target']);
  return { houses, cells: new Map(cells), words: { target: 'look here' } };
}
