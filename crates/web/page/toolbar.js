/** Toolbar: mode, undo, pencil marks, zoom, examples, new boards, and loading puzzles by dialog, paste and drop. */

import { byId, createElement, setAttribute, setOptions } from './dom.js';
import { EXAMPLES } from './examples.js';
import { parseBoard } from './geometry.js';
import { loadExample, loadText } from './load.js';
import { emptyPuzzle, withoutProgress } from './puzzle.js';
import { hasSymbols } from './symbols.js';
import { Task } from './task.js';

/** New boards, by the rows and columns of a box. */
const BOARDS = ['2x2', '2x3', '2x4', '3x3', '2x5', '3x4', '3x5', '4x4', '4x5', '5x5', '5x6', '6x6'];

export function start(state, view) {
  const onClick = (id, action) => byId(id).addEventListener('click', action);
  onClick('mode-givens', () => state.setView({ mode: 'givens' }));
  onClick('mode-play', () => state.setView({ mode: 'play' }));
  onClick('candidates', () => state.setView({ candidates: !state.view.candidates }));
  onClick('numbers', () => state.setView({ numbers: !state.view.numbers }));
  onClick('undo', () => state.undo());
  onClick('redo', () => state.redo());
  onClick('restart', () => state.setPuzzle(withoutProgress(state.puzzle)));
  onClick('zoom-in', () => zoom(state, 1.25));
  onClick('zoom-out', () => zoom(state, 0.8));
  startExamples(state, view);
  startSizes(state, view);
  startLoading(state, view);
  state.subscribe(['puzzle', 'view'], () => update(state));
}

function zoom(state, factor) {
  state.setView({ zoom: Math.min(4, Math.max(0.5, state.view.zoom * factor)) });
}

function update(state) {
  const { puzzle, view } = state;
  const setPressed = (id, on) => setAttribute(byId(id), 'aria-pressed', on);
  setPressed('mode-givens', view.mode === 'givens');
  setPressed('mode-play', view.mode === 'play');
  setPressed('candidates', view.candidates);
  setPressed('numbers', view.numbers);
  setAttribute(byId('numbers'), 'hidden', puzzle.board.side <= 9 || !hasSymbols(puzzle.board.side));
  setAttribute(byId('undo'), 'disabled', !state.canUndo);
  setAttribute(byId('redo'), 'disabled', !state.canRedo);
  setAttribute(byId('restart'), 'disabled', !puzzle.entered.some(Boolean) && !puzzle.eliminated.size);
  setAttribute(byId('zoom'), 'hidden', puzzle.board.side < 16);
}

/** Makes a select element act as a menu: it calls `action` and shows its title again. */
function makeMenu(id, title, pairs, action) {
  setOptions(byId(id), pairs);
  byId(id).prepend(createElement('option', { value: '', selected: true, disabled: true }, title));
  byId(id).addEventListener('change', (event) => {
    action(event.target.value);
    event.target.value = '';
  });
}

function startExamples(state, view) {
  makeMenu('examples', 'Examples', EXAMPLES.map(({ id, label }) => [id, label]), (id) => {
    loadExample(state, id);
    view.focus();
  });
}

function startSizes(state, view) {
  const hasSquareBoxes = (boxes) => boxes.split('x')[0] === boxes.split('x')[1];
  const label = (boxes) => parseBoard(boxes).size + (hasSquareBoxes(boxes) ? '' : ` (${boxes} boxes)`);
  makeMenu('sizes', 'New board', BOARDS.map((boxes) => [boxes, label(boxes)]), (boxes) => {
    state.setPuzzle(emptyPuzzle(parseBoard(boxes)));
    state.setView({ mode: 'givens' });
    view.focus();
  });
}

/** The load dialog, text pasted outside of text fields, and dropped or opened files. */
function startLoading(state, view) {
  const task = new Task(byId('load-task'));
  const dialog = byId('load-dialog');
  const load = async (text) => {
    const message = await task.run((options) => loadText(state, text, options));
    if (!message) return;
    byId('notice').textContent = message;
    if (dialog.open) dialog.close();
    view.focus();
  };
  // Text that cannot be read stays in the dialog, where it can be corrected.
  const loadInDialog = (text) => {
    byId('load-text').value = text;
    if (!dialog.open) dialog.showModal();
    load(text);
  };
  byId('load').addEventListener('click', () => dialog.showModal());
  byId('load-read').addEventListener('click', () => load(byId('load-text').value));
  byId('load-close').addEventListener('click', () => dialog.close());
  byId('load-file').addEventListener('change', async ({ target }) => target.files[0] && loadInDialog(await target.files[0].text()));
  document.addEventListener('paste', (event) => handlePaste(event, loadInDialog));
  startDropZone(loadInDialog);
}

function handlePaste(event, load) {
  if (event.target.matches?.('textarea, input')) return;
  const text = event.clipboardData.getData('text/plain');
  if (!text.trim()) return;
  event.preventDefault();
  load(text);
}

function startDropZone(load) {
  const zone = document.body;
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('dropping');
  });
  zone.addEventListener('dragleave', () => zone.classList.remove('dropping'));
  zone.addEventListener('drop', async (event) => {
    event.preventDefault();
    zone.classList.remove('dropping');
    const [file] = event.dataTransfer.files;
    load(file ? await file.text() : event.dataTransfer.getData('text/plain'));
  });
}
