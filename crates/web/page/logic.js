/** Panel "Logic": the formula behind the board, its clauses, files for solvers, and their replies as grids. */

import { ask, askFile } from './api.js';
import { familyRows } from './chart.js';
import { byId, count, download, fill, make, options, setAttribute } from './dom.js';
import { digitAt } from './puzzle.js';
import { symbol } from './symbols.js';
import { Task } from './task.js';
import { question } from './text.js';

const SCHEMES = [
  ['reduced', 'reduced: only what the givens leave open'],
  ['minimal', 'minimal: cells hold a digit, houses repeat none'],
  ['efficient', 'efficient: also no cell holds two'],
  ['houses', 'houses: every house holds every digit once'],
  ['houses-cells', 'houses-cells: also every cell holds a digit'],
  ['extended', 'extended: all four families'],
];
const AMO = ['pairwise', 'sequential', 'product', 'commander', 'binary', 'bimander'].map((name) => [name, name]);
const NUMBERINGS = [['rowmajor', 'rowmajor: 1, 2, 3 …'], ['base', 'base: 111 … 999'], ['open', 'open candidates only']];
const FILES = [['cnf', 'cnf'], ['f2csp', 'f2csp'], ['minizinc', 'mzn'], ['xcsp3', 'xml'], ['opb', 'opb'], ['smt2', 'smt2']];

/** What says how the rules are said. */
const CHOICES = ['scheme', 'amo', 'numbering'];

/** Edits within this time are one request. */
const PAUSE = 250;

export function start(state) {
  return new Logic(state);
}

class Logic {
  #state;
  #formulaTask = new Task(byId('logic-task'));
  #clausesTask = new Task(byId('clauses-task'));
  #fileTask = new Task(byId('file-task'));
  #decodeTask = new Task(byId('decode-task'));
  #timer = 0;
  #shown = '';

  constructor(state) {
    this.#state = state;
    options(byId('scheme'), SCHEMES, 'reduced');
    options(byId('amo'), AMO, 'pairwise');
    options(byId('numbering'), NUMBERINGS, 'rowmajor');
    for (const id of [...CHOICES, 'no-repeats']) byId(id).addEventListener('change', () => state.look({ formula: formulaOf() }));
    for (const id of ['clauses-of', 'clauses-digit']) byId(id).addEventListener('change', () => this.#later());
    fill(byId('files'), ...FILES.map(([to, ending]) => this.#fileButton(to, ending)));
    byId('decode').addEventListener('click', () => this.#decode());
    state.follow(['view'], () => choose(state.view.formula));
    state.follow(['puzzle', 'view'], () => this.#later());
  }

  /** The formula as it is chosen. */
  #choice() {
    const { puzzle } = this.#state;
    const chosen = { scheme: byId('scheme').value, amo: byId('amo').value, numbering: byId('numbering').value };
    return { ...question(puzzle), ...chosen, no_repeats: byId('no-repeats').checked };
  }

  /** Asks after a pause, and only while the panel is looked at. */
  #later() {
    if (this.#state.view.panel !== 'logic') return;
    this.#offerHouses();
    this.#offerDigits();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), PAUSE);
  }

  #refresh() {
    const choice = this.#choice();
    const about = byId('clauses-of').value;
    const where = about === 'cell' ? { cell: this.#state.puzzle.board.name(this.#state.view.selected) } : { house: about };
    const digit = Number(byId('clauses-digit').value);
    const key = JSON.stringify(choice);
    if (key !== this.#shown) this.#formula(choice, key);
    this.#clauses({ ...choice, ...where, ...(digit && { digit }) }, where.cell ?? where.house);
  }

  async #formula(choice, key) {
    this.#shown = key;
    const answer = await this.#formulaTask.run((how) => ask('formula', choice, how));
    if (!answer || key !== this.#shown) return;
    byId('variables').textContent = count(answer.variables);
    byId('clauses').textContent = count(answer.clauses);
    fill(byId('families'), ...familyRows(answer.families));
  }

  async #clauses(request, name) {
    const answer = await this.#clausesTask.run((how) => ask('clauses', request, how));
    if (!answer) return;
    const bounded = answer.total > answer.clauses.length ? `, the first ${count(answer.clauses.length)} of them here` : '';
    byId('clauses-title').textContent = `${name}: ${count(answer.total, 'clause')}${bounded}`;
    fill(byId('clause-list'), ...answer.clauses.map(clauseRow));
  }

  /** The selected cell, or one of its houses, or any other. */
  #offerHouses() {
    const { puzzle, view } = this.#state;
    const { board } = puzzle;
    const own = board.housesOf[view.selected].map((house) => house.name);
    const chosen = byId('clauses-of').value || 'cell';
    const others = board.houses.map((house) => house.name).filter((name) => !own.includes(name));
    const cell = ['cell', `the selected cell (${board.name(view.selected)})`];
    options(byId('clauses-of'), [cell, ...[...own, ...others].map((name) => [name, name])], chosen);
  }

  #offerDigits() {
    const { puzzle, view } = this.#state;
    const { side } = puzzle.board;
    const digits = Array.from({ length: side }, (_, at) => [String(at + 1), symbol(at + 1, side, view.numbers)]);
    options(byId('clauses-digit'), [['0', 'any digit'], ...digits], byId('clauses-digit').value || '0');
  }

  #fileButton(to, ending) {
    const save = async () => {
      const file = await this.#fileTask.run((how) => askFile('encode', { ...this.#choice(), to }, how));
      if (file) download(file.name ?? `puzzle.${ending}`, file.blob);
    };
    return make('button', { type: 'button', id: `file-${to}`, onclick: save }, `.${ending}`);
  }

  /** A solver's reply as digits on the board, for looking only. */
  async #decode() {
    const output = byId('output').value;
    const answer = await this.#decodeTask.run((how) => ask('decode', { ...this.#choice(), output }, how));
    if (!answer) return;
    const grid = answer.grid?.flat();
    const { puzzle } = this.#state;
    if (grid) this.#state.mark({ shown: new Map([...grid.entries()].filter(([cell]) => !digitAt(puzzle, cell))) });
    setAttribute(byId('decode-words'), 'data-kind', grid ? 'good' : null);
    byId('decode-words').textContent = replyWords(answer);
  }
}

/** The choices in one word, `extended~pairwise~rowmajor~repeats`; none if all are as usual. */
function formulaOf() {
  const usual = CHOICES.every((id) => byId(id).selectedIndex === 0) && !byId('no-repeats').checked;
  return usual ? '' : [...CHOICES.map((id) => byId(id).value), byId('no-repeats').checked ? 'once' : 'repeats'].join('~');
}

/** Shows the choices of such a word; what is not known stays as usual. */
function choose(formula) {
  if (formula === formulaOf()) return;
  const words = formula.split('~');
  CHOICES.forEach((id, at) => {
    byId(id).selectedIndex = Math.max(0, [...byId(id).options].findIndex((option) => option.value === words[at]));
  });
  byId('no-repeats').checked = words[CHOICES.length] === 'once';
}

function replyWords({ answer }) {
  const words = { satisfiable: 'A grid, checked and shown lightly on the board.', none: 'The solver says: no solution.' };
  return words[answer] ?? 'The solver gave up.';
}

function clauseRow({ dimacs, words, rule, family }) {
  return make('li', { title: rule }, make('code', {}, dimacs), make('span', {}, words), make('span', { class: 'tag' }, family));
}
