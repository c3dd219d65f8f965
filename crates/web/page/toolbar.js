/** The bar under the board: mode, candidates, undo, zoom, examples, new boards, puzzles from elsewhere. */

import { byId, make, options, setAttribute } from './dom.js';
import { EXAMPLES } from './examples.js';
import { boardOf } from './geometry.js';
import { loadExample, loadText } from './load.js';
import { empty, restarted } from './puzzle.js';
import { hasSymbols } from './symbols.js';
import { Task } from './task.js';

/** Boards to begin with: the rows and columns of a box. */
const SIZES = ['2x2', '2x3', '2x4', '3x3', '2x5', '3x4', '3x5', '4x4', '4x5', '5x5', '5x6', '6x6'];

export function start(state, view) {
  const on = (id, action, event = 'click') => byId(id).addEventListener(event, action);
  on('mode-givens', () => state.look({ mode: 'givens' }));
  on('mode-play', () => state.look({ mode: 'play' }));
  on('candidates', () => state.look({ candidates: !state.view.candidates }));
  on('numbers', () => state.look({ numbers: !state.view.numbers }));
  on('undo', () => state.undo());
  on('redo', () => state.redo());
  on('restart', () => state.change(restarted(state.puzzle)));
  on('zoom-in', () => zoom(state, 1.25));
  on('zoom-out', () => zoom(state, 0.8));
  examples(state, view);
  sizes(state, view);
  elsewhere(state, view);
  state.follow(['puzzle', 'view'], () => update(state));
}

function zoom(state, factor) {
  state.look({ zoom: Math.min(4, Math.max(0.5, state.view.zoom * factor)) });
}

function update(state) {
  const { puzzle, view } = state;
  const pressed = (id, on) => setAttribute(byId(id), 'aria-pressed', on);
  pressed('mode-givens', view.mode === 'givens');
  pressed('mode-play', view.mode === 'play');
  pressed('candidates', view.candidates);
  pressed('numbers', view.numbers);
  setAttribute(byId('numbers'), 'hidden', puzzle.board.side <= 9 || !hasSymbols(puzzle.board.side));
  setAttribute(byId('undo'), 'disabled', !state.canUndo);
  setAttribute(byId('redo'), 'disabled', !state.canRedo);
  setAttribute(byId('restart'), 'disabled', !puzzle.entered.some(Boolean) && !puzzle.removed.size);
  setAttribute(byId('zoom'), 'hidden', puzzle.board.side < 16);
}

/** A select that acts when something is picked, and then is ready for the next pick. */
function picker(id, title, pairs, act) {
  options(byId(id), pairs);
  byId(id).prepend(make('option', { value: '', selected: true, disabled: true }, title));
  byId(id).addEventListener('change', (event) => {
    act(event.target.value);
    event.target.value = '';
  });
}

function examples(state, view) {
  picker('examples', 'Examples', EXAMPLES.map(({ id, words }) => [id, words]), (id) => {
    loadExample(state, id);
    view.focus();
  });
}

function sizes(state, view) {
  const square = (boxes) => boxes.split('x')[0] === boxes.split('x')[1];
  const words = (boxes) => boardOf(boxes).size + (square(boxes) ? '' : ` (${boxes})`);
  picker('sizes', 'New board', SIZES.map((boxes) => [boxes, words(boxes)]), (boxes) => {
    state.change(empty(boardOf(boxes)));
    state.look({ mode: 'givens' });
    view.focus();
  });
}

/** Text that is pasted anywhere but in a field, dropped or opened files, and the dialog for both. */
function elsewhere(state, view) {
  const task = new Task(byId('load-task'));
  const dialog = byId('load-dialog');
  const load = async (text) => {
    const told = await task.run((how) => loadText(state, text, how));
    if (!told) return;
    byId('notice').textContent = told;
    if (dialog.open) dialog.close();
    view.focus();
  };
  const offer = (text) => { // a text that cannot be read stays in the dialog to be mended
    byId('load-text').value = text;
    if (!dialog.open) dialog.showModal();
    load(text);
  };
  byId('load').addEventListener('click', () => dialog.showModal());
  byId('load-read').addEventListener('click', () => load(byId('load-text').value));
  byId('load-close').addEventListener('click', () => dialog.close());
  byId('load-file').addEventListener('change', async ({ target }) => target.files[0] && offer(await target.files[0].text()));
  document.addEventListener('paste', (event) => paste(event, offer));
  drop(offer);
}

function paste(event, offer) {
  if (event.target.matches?.('textarea, input')) return;
  const text = event.clipboardData.getData('text/plain');
  if (!text.trim()) return;
  event.preventDefault();
  offer(text);
}

function drop(offer) {
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
    offer(file ? await file.text() : event.dataTransfer.getData('text/plain'));
  });
}
