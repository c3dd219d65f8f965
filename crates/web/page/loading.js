/** Loading by the user: the dialog, text pasted outside of text fields, and dropped or opened files. */

import { byId, setChildren } from './dom.js';
import { fileText } from './file_text.js';
import { loadText } from './load.js';
import { showNotice } from './notice.js';
import { Task } from './task.js';

/** A longer text is not shown in the dialog: editing it would be slow, and nobody reads it there. In characters. */
const MAX_SHOWN_TEXT = 50_000;

export function start(state, view) {
  const task = new Task(byId('load-task'));
  const dialog = byId('load-dialog');
  const load = async (getText) => {
    const message = await task.run(async (options) => loadText(state, await getText(), options));
    if (!message) return;
    if (dialog.open) dialog.close();
    showNotice(message);
    view.focus();
  };
  // Text that cannot be read stays in the dialog, where it can be corrected.
  const loadInDialog = (getText) => {
    if (!dialog.open) dialog.showModal();
    load(async () => {
      const text = await getText();
      byId('load-text').value = text.length <= MAX_SHOWN_TEXT ? text : '';
      return text;
    });
  };
  byId('load').addEventListener('click', () => {
    setChildren(byId('load-task'));
    dialog.showModal();
    byId('load-text').focus();
  });
  byId('load-read').addEventListener('click', () => load(() => byId('load-text').value));
  byId('load-close').addEventListener('click', () => dialog.close());
  byId('load-file').addEventListener('change', ({ target }) => {
    const [file] = target.files;
    target.value = ''; // so that choosing the same file again is a change
    if (file) loadInDialog(() => fileText(file));
  });
  document.addEventListener('paste', (event) => handlePaste(event, loadInDialog));
  startDropZone(loadInDialog);
}

/**
 * Text fields take text; a file, such as an image, is loaded or refused wherever it is pasted. A text that is too long for the field of
 * the dialog is loaded at once.
 */
function handlePaste(event, load) {
  const [file] = event.clipboardData.files;
  const text = event.clipboardData.getData('text/plain');
  const isForField = event.target.matches?.('textarea, input') && !(event.target.id === 'load-text' && text.length > MAX_SHOWN_TEXT);
  if (text.trim() ? isForField : !file) return;
  event.preventDefault();
  load(text.trim() ? () => text : () => fileText(file));
}

function startDropZone(load) {
  const zone = document.body;
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('dropping');
  });
  zone.addEventListener('dragleave', () => zone.classList.remove('dropping'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('dropping');
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData('text/plain');
    load(file ? () => fileText(file) : () => text);
  });
}
