/** Panel "Proof": creates, verifies and downloads a certificate for the puzzle, or verifies one from a file. */

import { call } from './api.js';
import { byId, descriptionRows, download, formatCount, setAttribute, setChildren } from './dom.js';
import { puzzleFields } from './request.js';
import { Task } from './task.js';

export function start(state) {
  const task = new Task(byId('proof-task'), state, 'givens');
  let certificate = null;
  const setCertificate = (text) => {
    certificate = text;
    for (const id of ['check-proof', 'save-proof']) setAttribute(byId(id), 'disabled', !certificate);
  };
  byId('make-proof').addEventListener('click', async () => setCertificate(await prove(state, task)));
  byId('check-proof').addEventListener('click', () => verify(state, task, certificate));
  byId('save-proof').addEventListener('click', () => download('puzzle.proof', certificate, 'text/plain'));
  byId('upload-proof').addEventListener('change', (event) => verifyFile(state, task, event.target));
  state.addEventListener('givens', () => {
    setCertificate(null);
    setChildren(byId('proof-facts'));
    showMessage('', '');
  });
  setCertificate(null);
}

/** Creates a certificate and shows its claim and size. Returns its text, or null. */
async function prove(state, task) {
  showMessage('', '');
  const result = await task.run((options) => call('prove', puzzleFields(state.puzzle), options));
  if (!result) return null;
  setChildren(byId('proof-facts'), ...descriptionRows([
    ['Claim', formatClaim(result.claim)],
    ['Steps', formatCount(result.steps)],
    ['Size', `${formatCount(result.bytes)} bytes`],
    ['Verified in', formatSeconds(result.check_seconds)],
  ]));
  return result.certificate;
}

function formatClaim(claim) {
  const [, bound, count] = /^(exactly|at-least) (\d+)$/.exec(claim) ?? [];
  if (!bound) return claim;
  return claim === 'exactly 0' ? 'no solution' : `${bound.replace('-', ' ')} ${formatCount(Number(count), 'solution')}`;
}

const formatSeconds = (time) => (time < 0.001 ? 'less than 1 ms' : time < 1 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(1)} s`);

async function verify(state, task, certificate) {
  const result = await task.run((options) => call('verify', { ...puzzleFields(state.puzzle), certificate }, options));
  if (!result) return;
  if (result.accepted) return showMessage('good', 'Accepted: the certificate proves its claim about this puzzle.');
  const line = result.line ? `Line ${result.line}: ` : '';
  showMessage('bad', `Rejected. ${line}${result.reason ?? ''}`);
}

async function verifyFile(state, task, input) {
  const file = input.files[0];
  if (!file) return;
  await verify(state, task, await file.text());
  input.value = ''; // so that choosing the same file again is a change
}

function showMessage(kind, text) {
  const element = byId('proof-message');
  setAttribute(element, 'data-kind', kind || null);
  element.textContent = text;
}
