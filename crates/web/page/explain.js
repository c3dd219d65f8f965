/** Panel "Explain": hints, steps to the solution, why and why not, the diagnosis of other puzzles, and the difficulty rating. */

import { call } from './api.js';
import { BoardMessage } from './board_message.js';
import { ambiguous, unsatisfiable } from './diagnosis.js';
import { byId, createButton, createElement, descriptionRows, reveal, setAttribute, setChildren, setOptions } from './dom.js';
import { showMistakes } from './mistakes.js';
import { digitAt } from './puzzle.js';
import { ratingRows } from './rating.js';
import { positionFields, puzzleFields } from './request.js';
import { StepSettings } from './step_settings.js';
import { Stepper } from './stepper.js';
import { alphabetField, digitOf, digitOptions } from './symbols.js';
import { Task } from './task.js';

/** Complete explanations and ratings support boards up to this side; single steps and hints have no limit. */
const MAX_EXPLAINED_SIDE = 16;

export function start(state, verdict) {
  return new ExplainPanel(state, verdict);
}

class ExplainPanel {
  #state;
  #verdict;
  #task;
  #message;
  #stepper;
  #settings;
  /** Whether the texts were requested with numbers instead of letters. */
  #numbers = false;

  constructor(state, verdict) {
    this.#state = state;
    this.#verdict = verdict;
    this.#task = new Task(byId('explain-task'), state, 'puzzle');
    this.#message = new BoardMessage(state, byId('explain-message'));
    this.#stepper = new Stepper(state, (marks) => this.#message.show(marks, ...byId('explain-message').childNodes));
    this.#settings = new StepSettings(state);
    const onClick = (id, action) => byId(id).addEventListener('click', action);
    onClick('explain-all', () => this.#explain('explain', this.#settings.fields()));
    onClick('explain-next', () => this.#explain('next', this.#settings.fields()));
    onClick('rate', () => this.#rate());
    for (const strength of ['house', 'cell', 'reason']) onClick(`hint-${strength}`, () => this.#explain('hint', { strength, ...this.#settings.fields() }));
    onClick('why', () => this.#explainCandidate('why'));
    onClick('why-not', () => this.#explainCandidate('why-not'));
    onClick('get-hint', () => this.#openWith('hint-house'));
    onClick('show-why', () => this.#openWith('explain-all'));
    state.addEventListener('puzzle', () => this.#clear());
    state.addEventListener('marks', () => !state.marks && this.#stepper.setSteps([]));
    state.subscribe(['puzzle', 'view'], () => this.#update());
    verdict.addEventListener('answer', () => this.#update());
  }

  /** Opens the panel and presses one of its buttons: actions of the panel "Answer". */
  #openWith(id) {
    this.#state.setView({ panel: 'explain' });
    byId(id).focus();
    byId(id).click();
  }

  async #explain(path, fields = {}) {
    const { puzzle, view } = this.#state;
    const request = { ...positionFields(puzzle), ...alphabetField(puzzle.board.side, view.numbers), ...fields };
    const result = await this.#task.run((options) => call(path, request, options));
    if (!result) return;
    this.#clear();
    this.#show(result);
    reveal(byId('stepper').hidden ? byId('explain-message') : byId('step-buttons'));
  }

  #explainCandidate(path) {
    const { puzzle, view } = this.#state;
    this.#explain(path, { candidate: `${puzzle.board.name(view.selected)}=${byId('why-digit').value}` });
  }

  /** Shows a result by its type. */
  #show(result) {
    if (result.mistakes) showMistakes(this.#state, this.#task, this.#message, result.mistakes);
    else if (result.answer === 'none') this.#showDiagnosis(unsatisfiable(result, this.#state), result.steps);
    else if (result.answer === 'many') this.#showDiagnosis(ambiguous(result, this.#state, (line) => this.#parse(line)), []);
    else if (result.steps?.length) this.#showSteps(result);
    else if (result.hint) this.#message.show(hintMarks(this.#state.puzzle.board, result.hint), result.hint);
    else this.#message.show(null, result.sentence ?? 'There is nothing to explain.');
  }

  #showSteps({ steps, sentence }) {
    this.#message.show(null, sentence ?? '');
    this.#stepper.setSteps(steps);
    this.#stepper.select(0);
  }

  /** Shows why there is not exactly one solution, with a button for each correction, and the steps to a contradiction if there are any. */
  #showDiagnosis({ text, marks, corrections }, steps) {
    const correct = ({ apply }) => {
      this.#state.setPuzzle(apply(this.#state.puzzle));
      byId('tab-explain').focus(); // the buttons disappear
    };
    const buttons = corrections.map((correction) => createButton(correction.label, () => correct(correction), { class: 'correction' }));
    this.#message.show(marks, text, createElement('span', { class: 'bar' }, ...buttons));
    this.#stepper.setSteps(steps ?? [], { isContradiction: true });
  }

  /** The digits of a solution on one line. */
  #parse(line) {
    const { side } = this.#state.puzzle.board;
    return [...line].map((character) => digitOf(character, side, false));
  }

  async #rate() {
    const result = await this.#task.run((options) => call('rate', puzzleFields(this.#state.puzzle), options));
    if (!result) return;
    this.#clear();
    const rows = ratingRows(result);
    this.#message.show(null, rows.length ? '' : result.sentence ?? '');
    this.#showRating(rows);
    reveal(byId(rows.length ? 'rating' : 'explain-message'));
  }

  #showRating(rows) {
    setChildren(byId('rating'), ...descriptionRows(rows));
    setAttribute(byId('rating-help'), 'hidden', rows.length ? null : '');
  }

  /** Removes what belongs to an earlier position. */
  #clear() {
    this.#message.clear();
    this.#showRating([]);
    this.#stepper.setSteps([]);
  }

  /** Removes sentences whose digits are written in another way than the board's. */
  #forgetTexts() {
    this.#numbers = this.#state.view.numbers;
    if (!byId('explain-message').textContent && byId('stepper').hidden) return;
    this.#clear();
    this.#state.setMarks(null);
  }

  /** Offers what the board supports, and the digits of the selected cell for why and why not. */
  #update() {
    const { puzzle, view } = this.#state;
    const { side } = puzzle.board;
    if (view.numbers !== this.#numbers) this.#forgetTexts();
    const supported = side <= MAX_EXPLAINED_SIDE;
    const { answer } = this.#verdict;
    for (const id of ['explain-all', 'rate', 'explain-settings']) setAttribute(byId(id), 'hidden', supported ? null : '');
    setAttribute(byId('explain-limit'), 'hidden', supported ? '' : null);
    byId('explain-all').textContent = { none: 'Why is there no solution?', many: 'Where do solutions differ?' }[answer] ?? 'Explain all steps';
    setAttribute(byId('get-hint'), 'hidden', answer === 'one' ? null : '');
    setAttribute(byId('show-why'), 'hidden', supported && ['none', 'many'].includes(answer) ? null : '');
    byId('show-why').textContent = answer === 'none' ? 'Show why' : 'Make it unique';
    byId('why-cell').textContent = puzzle.board.name(view.selected);
    setOptions(byId('why-digit'), digitOptions(side, view.numbers), byId('why-digit').value);
    const filled = Boolean(digitAt(puzzle, view.selected));
    for (const id of ['why', 'why-not', 'why-digit']) setAttribute(byId(id), 'disabled', filled ? '' : null);
  }
}

/** Marks the houses and cells that are named in a hint. */
function hintMarks(board, hint) {
  const houses = (hint.match(/(?:row|column|box) \d+/g) ?? []).map((name) => ({ name, kind: 'base' }));
  const tints = new Map((hint.match(/r\d+c\d+/g) ?? []).map((name) => [board.parseCell(name), 'target']));
  return { houses, tints, tintLabels: { target: 'look here' } };
}
