/** Panel "Share": a link with the complete state, the puzzle as text, images, and printing. Also keeps the URL up to date. */

import { callForFile } from './api.js';
import { toPng, toSvg } from './board_image.js';
import { byId, download, setOptions } from './dom.js';
import { DamagedLinkError, fromFragment, toFragment } from './link.js';
import { showNotice } from './notice.js';
import { givenCount } from './puzzle.js';
import { puzzleFields } from './request.js';
import { Task } from './task.js';

const FORMATS = [
  ['line', 'one line'], ['grid', 'grid with borders'], ['numbers', 'numbers'], ['clues', 'list of givens'],
  ['sdk', 'SadMan (.sdk)'], ['ss', 'Simple Sudoku (.ss)'], ['candidates', 'candidates'], ['csv', 'CSV'],
];
const PNG_PIXELS = 1600;
/** Pause after a change before the URL is updated. In milliseconds. */
const URL_UPDATE_DELAY = 200;

export function start(state, view) {
  const task = new Task(byId('share-task'), state, 'givens');
  const onClick = (id, action) => byId(id).addEventListener('click', action);
  setOptions(byId('text-format'), FORMATS, 'line');
  onClick('copy-link', () => copy(link(state), 'Link copied.'));
  onClick('copy-text', () => copyText(state, task));
  onClick('save-svg', () => download('sudoku.svg', toSvg(view.svg), 'image/svg+xml'));
  onClick('save-png', async () => download('sudoku.png', await toPng(view.svg, PNG_PIXELS)));
  onClick('print', () => window.print());
  state.addEventListener('puzzle', () => {
    byId('copied').value = '';
    byId('share-message').textContent = '';
  });
  syncUrl(state);
}

function link(state) {
  return new URL(toFragment(state), location.href).href;
}

/** Restores the state of the URL, writes later states into it, and follows changes of the URL by the user. */
function syncUrl(state) {
  let timer = 0;
  let written = location.hash;
  restore(state, (puzzle) => state.reset(puzzle));
  state.subscribe(['puzzle', 'view'], () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      byId('link').value = link(state);
      written = isWorthSaving(state) ? toFragment(state) : '#';
      history.replaceState(null, '', written);
    }, URL_UPDATE_DELAY);
  });
  addEventListener('hashchange', () => {
    if (location.hash !== written) restore(state, (puzzle) => state.setPuzzle(puzzle));
  });
}

const isWorthSaving = ({ puzzle }) => givenCount(puzzle) > 0 || puzzle.entered.some(Boolean) || puzzle.board.side !== 9;

/** Restores the state of the URL. A damaged link changes nothing but the notice. */
function restore(state, setPuzzle) {
  if (location.hash.length <= 1) return;
  const saved = fromFragment(location.hash);
  if (!saved) return showNotice(new DamagedLinkError().message);
  setPuzzle(saved.puzzle);
  state.setView(saved.view);
}

async function copyText(state, task) {
  const request = { ...puzzleFields(state.puzzle), to: byId('text-format').value };
  const file = await task.run((options) => callForFile('write', request, options));
  if (file) await copy(await file.blob.text(), 'Puzzle copied.');
}

/** Copies text to the clipboard, or selects it for manual copying if the browser forbids that. */
async function copy(text, message) {
  byId('copied').value = text;
  try {
    await navigator.clipboard.writeText(text);
    byId('share-message').textContent = message;
  } catch {
    byId('copied').select();
    byId('share-message').textContent = 'The browser does not allow copying. The text is selected: press Ctrl+C.';
  }
}
