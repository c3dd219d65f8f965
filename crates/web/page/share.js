/** Panel "Share": the address with the whole state, the puzzle as text, pictures, print. */

import { askFile } from './api.js';
import { byId, download, options } from './dom.js';
import { fromFragment, toFragment } from './link.js';
import { png, svgText } from './picture.js';
import { givenCount } from './puzzle.js';
import { Task } from './task.js';
import { question } from './text.js';

const FORMATS = [
  ['line', 'one line'], ['grid', 'a grid with borders'], ['numbers', 'numbers'], ['clues', 'a list of givens'],
  ['sdk', 'SadMan (.sdk)'], ['ss', 'Simple Sudoku (.ss)'], ['candidates', 'candidates'], ['csv', 'CSV'],
];
const PNG_PIXELS = 1600;
/** The address follows the state after this pause. */
const PAUSE = 200;

export function start(state, view) {
  const task = new Task(byId('share-task'));
  const on = (id, action) => byId(id).addEventListener('click', action);
  options(byId('text-format'), FORMATS, 'line');
  on('copy-link', () => copy(address(state), 'The address is copied.'));
  on('copy-text', () => copyText(state, task));
  on('save-svg', () => download('sudoku.svg', svgText(view.svg), 'image/svg+xml'));
  on('save-png', async () => download('sudoku.png', await png(view.svg, PNG_PIXELS)));
  on('print', () => window.print());
  followAddress(state);
}

function address(state) {
  return new URL(toFragment(state), location.href).href;
}

/** Puts the state into the address as it changes, and takes it from there when somebody changes the address. */
function followAddress(state) {
  let timer = 0;
  let own = location.hash;
  restore(state, (puzzle) => state.begin(puzzle));
  state.follow(['puzzle', 'view'], () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      byId('link').value = address(state);
      own = worthKeeping(state) ? toFragment(state) : '#';
      history.replaceState(null, '', own);
    }, PAUSE);
  });
  addEventListener('hashchange', () => {
    if (location.hash !== own) restore(state, (puzzle) => state.change(puzzle));
  });
}

const worthKeeping = ({ puzzle }) => givenCount(puzzle) > 0 || puzzle.entered.some(Boolean) || puzzle.board.side !== 9;

function restore(state, take) {
  const found = fromFragment(location.hash);
  if (!found) return;
  take(found.puzzle);
  state.look(found.view);
}

async function copyText(state, task) {
  const file = await task.run((how) => askFile('write', { ...question(state.puzzle), to: byId('text-format').value }, how));
  if (file) await copy(await file.blob.text(), 'The puzzle is copied.');
}

/** Copies, or where the browser does not allow that, shows the text to be copied by hand. */
async function copy(text, done) {
  byId('copied').value = text;
  try {
    await navigator.clipboard.writeText(text);
    byId('share-words').textContent = done;
  } catch {
    byId('copied').select();
    byId('share-words').textContent = 'The browser does not let the page copy: here is the text.';
  }
}
