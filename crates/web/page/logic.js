/** Panel "Logic": the CNF formula of the puzzle, its clauses, files for solvers, and decoding of solver output. */

import { call, callForFile } from './api.js';
import { BoardMessage } from './board_message.js';
import { byId, createElement, createSvg, download, formatCount, setAttribute, setChildren, setOptions } from './dom.js';
import { digitAt } from './puzzle.js';
import { puzzleFields } from './request.js';
import { alphabetField, digitOptions, withSymbols } from './symbols.js';
import { Task } from './task.js';

const SCHEMES = [
  ['reduced', 'reduced: only open candidates'],
  ['minimal', 'minimal: no empty cell, no digit twice in a house'],
  ['efficient', 'efficient: minimal, and no cell has two digits'],
  ['houses', 'houses: each house has each digit exactly once'],
  ['houses-cells', 'houses-cells: houses, and each cell has a digit'],
  ['extended', 'extended: all four families'],
];
const AT_MOST_ONE = ['pairwise', 'sequential', 'product', 'commander', 'binary', 'bimander'].map((name) => [name, name]);
const NUMBERINGS = [['rowmajor', 'rowmajor: 1, 2, 3 …'], ['base', 'base: 111 … 999'], ['open', 'open: open candidates only']];
/** Formats of `/api/encode`, with the extension of their files. */
const FILES = [['cnf', 'cnf'], ['f2csp', 'f2csp'], ['minizinc', 'mzn'], ['xcsp3', 'xml'], ['opb', 'opb'], ['smt2', 'smt2']];

/** Select elements of the encoding options. The first choice of each is the default. */
const OPTION_IDS = ['scheme', 'amo', 'numbering'];

/** Edits within this time lead to one request. In milliseconds. */
const REFRESH_DELAY = 250;

export function start(state) {
  return new LogicPanel(state);
}

class LogicPanel {
  #state;
  #formulaTask = new Task(byId('logic-task'));
  #clausesTask = new Task(byId('clauses-task'));
  #fileTask = new Task(byId('file-task'));
  #decodeTask;
  #decodeMessage;
  #timer = 0;
  /** The request for the formula that is shown, as JSON. */
  #requested = '';

  constructor(state) {
    this.#state = state;
    this.#decodeTask = new Task(byId('decode-task'), state, 'givens');
    this.#decodeMessage = new BoardMessage(state, byId('decode-message'));
    setOptions(byId('scheme'), SCHEMES, 'reduced');
    setOptions(byId('amo'), AT_MOST_ONE, 'pairwise');
    setOptions(byId('numbering'), NUMBERINGS, 'rowmajor');
    for (const id of [...OPTION_IDS, 'no-repeats']) byId(id).addEventListener('change', () => state.setView({ formula: optionsToText() }));
    for (const id of ['clauses-of', 'clauses-digit']) byId(id).addEventListener('change', () => this.#scheduleRefresh());
    setChildren(byId('files'), ...FILES.map(([to, extension]) => this.#fileButton(to, extension)));
    byId('decode').addEventListener('click', () => this.#decode());
    state.subscribe(['view'], () => selectOptions(state.view.formula));
    state.addEventListener('givens', () => this.#forget());
    state.subscribe(['puzzle', 'view'], () => this.#scheduleRefresh());
  }

  /** Removes the figures of another puzzle. While the panel is visible, new ones replace them without flicker. */
  #forget() {
    if (this.#state.view.panel === 'logic') return;
    this.#requested = '';
    for (const id of ['variables', 'clauses']) byId(id).textContent = '–';
    for (const id of ['families', 'clause-list', 'clauses-title', 'formula-note']) setChildren(byId(id));
  }

  /** The puzzle and the encoding options. */
  #requestFields() {
    const options = Object.fromEntries(OPTION_IDS.map((id) => [id, byId(id).value]));
    return { ...puzzleFields(this.#state.puzzle), ...options, no_repeats: byId('no-repeats').checked };
  }

  /** Refreshes after a pause, and only while the panel is visible. */
  #scheduleRefresh() {
    if (this.#state.view.panel !== 'logic') return;
    this.#updateHouses();
    this.#updateDigits();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), REFRESH_DELAY);
  }

  #refresh() {
    const request = this.#requestFields();
    const about = byId('clauses-of').value;
    const where = about === 'cell' ? { cell: this.#state.puzzle.board.name(this.#state.view.selected) } : { house: about };
    const digit = Number(byId('clauses-digit').value);
    const key = JSON.stringify(request);
    if (key !== this.#requested) this.#showFormula(request, key);
    this.#showClauses({ ...request, ...where, ...(digit && { digit }) }, where.cell ?? where.house);
  }

  async #showFormula(request, key) {
    this.#requested = key;
    const result = await this.#formulaTask.run((options) => call('formula', request, options));
    if (!result || key !== this.#requested) return;
    byId('variables').textContent = formatCount(result.variables);
    // Numbers such as 111 … 999 have gaps: the highest one is not their count.
    byId('variables-label').textContent = request.numbering === 'base' ? 'highest variable' : 'variables';
    byId('formula-note').textContent = result.sound ? '' : 'A model of this formula need not be a solution: a cell may have several digits, or none.';
    byId('clauses').textContent = formatCount(result.clauses);
    setChildren(byId('families'), ...familyRows(result.families));
  }

  async #showClauses(request, name) {
    const result = await this.#clausesTask.run((options) => call('clauses', request, options));
    if (!result) return;
    const truncated = result.total > result.clauses.length ? ` (first ${formatCount(result.clauses.length)} shown)` : '';
    byId('clauses-title').textContent = `${name}: ${formatCount(result.total, 'clause')}${truncated}`;
    const { puzzle, view } = this.#state;
    const hasOtherSymbols = 'alphabet' in alphabetField(puzzle.board.side, view.numbers);
    const write = (text) => withSymbols(text, puzzle.board.side, view.numbers);
    setChildren(byId('clause-list'), ...result.clauses.map((clause) => clauseRow({ ...clause, words: write(clause.words), rule: hasOtherSymbols ? null : clause.rule })));
  }

  /** Offers the selected cell, its houses, and then all other houses. */
  #updateHouses() {
    const { puzzle, view } = this.#state;
    const { board } = puzzle;
    const own = board.housesOf[view.selected].map((house) => house.name);
    const selected = byId('clauses-of').value || 'cell';
    const others = board.houses.map((house) => house.name).filter((name) => !own.includes(name));
    const cell = ['cell', `the selected cell (${board.name(view.selected)})`];
    setOptions(byId('clauses-of'), [cell, ...[...own, ...others].map((name) => [name, name])], selected);
  }

  #updateDigits() {
    const { puzzle, view } = this.#state;
    const digits = digitOptions(puzzle.board.side, view.numbers);
    setOptions(byId('clauses-digit'), [['0', 'any digit'], ...digits], byId('clauses-digit').value || '0');
  }

  #fileButton(to, extension) {
    const save = async () => {
      const file = await this.#fileTask.run((options) => callForFile('encode', { ...this.#requestFields(), to }, options));
      if (file) download(file.name ?? `puzzle.${extension}`, file.blob);
    };
    return createElement('button', { type: 'button', id: `file-${to}`, onclick: save }, `.${extension}`);
  }

  /** Decodes solver output and shows the grid on the board. */
  async #decode() {
    const output = byId('output').value;
    const result = await this.#decodeTask.run((options) => call('decode', { ...this.#requestFields(), output }, options));
    if (!result) return;
    const grid = result.grid?.flat();
    const { puzzle } = this.#state;
    const marks = grid ? { digits: new Map([...grid.entries()].filter(([cell]) => !digitAt(puzzle, cell))) } : null;
    setAttribute(byId('decode-message'), 'data-kind', grid ? 'good' : null);
    this.#decodeMessage.show(marks, decodeText(result));
  }
}

/** The encoding options in one word, such as `extended~pairwise~rowmajor~repeats`; empty if all are defaults. */
function optionsToText() {
  const isDefault = OPTION_IDS.every((id) => byId(id).selectedIndex === 0) && !byId('no-repeats').checked;
  return isDefault ? '' : [...OPTION_IDS.map((id) => byId(id).value), byId('no-repeats').checked ? 'once' : 'repeats'].join('~');
}

/** Selects the options of such a word; unknown parts become defaults. */
function selectOptions(text) {
  if (text === optionsToText()) return;
  const values = text.split('~');
  OPTION_IDS.forEach((id, at) => {
    byId(id).selectedIndex = Math.max(0, [...byId(id).options].findIndex((option) => option.value === values[at]));
  });
  byId('no-repeats').checked = values[OPTION_IDS.length] === 'once';
}

function decodeText({ answer }) {
  const texts = { satisfiable: 'A solution, verified and shown on the board.', none: 'The solver reports that there is no solution. This is not verified here.' };
  return texts[answer] ?? 'The solver reports no result.';
}

function clauseRow({ dimacs, words, rule, family }) {
  const parts = [createElement('code', {}, dimacs), createElement('span', {}, words), createElement('span', { class: 'tag' }, family)];
  return createElement('li', { title: rule }, ...parts);
}

/** Table rows of the clause families, each with a bar relative to the largest. */
function familyRows(families) {
  const max = Math.max(1, ...families.map((family) => family.clauses));
  return families.map((family) => familyRow(family, family.clauses / max));
}

function familyRow({ name, words, clauses }, fraction) {
  return createElement('tr', {},
    createElement('th', { scope: 'row', title: words }, name, createElement('span', { class: 'quiet' }, words)),
    createElement('td', { class: 'number' }, formatCount(clauses)),
    createElement('td', { class: 'chart' }, bar(fraction)));
}

/** A bar of up to 100 units; small values stay visible. */
function bar(fraction) {
  const attributes = { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' };
  return createSvg('svg', attributes,
    createSvg('rect', { class: 'bar-room', width: 100, height: 10 }),
    createSvg('rect', { class: 'bar-value', width: fraction > 0 ? Math.max(fraction * 100, 0.8) : 0, height: 10 }));
}
