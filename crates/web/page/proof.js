/** Panel "Proof": a certificate for the board's answer, made, checked, saved; or one from a file, checked. */

import { ask } from './api.js';
import { byId, count, download, fill, make, setAttribute } from './dom.js';
import { Task } from './task.js';
import { question } from './text.js';

export function start(state) {
  const task = new Task(byId('proof-task'));
  let made = null;
  const keep = (certificate) => {
    made = certificate;
    for (const id of ['check-proof', 'save-proof']) setAttribute(byId(id), 'disabled', !made);
  };
  byId('make-proof').addEventListener('click', async () => keep(await prove(state, task)));
  byId('check-proof').addEventListener('click', () => check(state, task, made));
  byId('save-proof').addEventListener('click', () => download('puzzle.proof', made, 'text/plain'));
  byId('upload-proof').addEventListener('change', (event) => upload(state, task, event.target));
  state.addEventListener('puzzle', () => {
    keep(null);
    fill(byId('proof-facts'));
    say('', '');
  });
  keep(null);
}

/** Asks for a certificate, and shows what it says. */
async function prove(state, task) {
  const { puzzle } = state;
  say('', '');
  const answer = await task.run((how) => ask('prove', question(puzzle), how));
  if (!answer || puzzle !== state.puzzle) return null;
  const facts = [['claim', claim(answer.claim)], ['steps', count(answer.steps)], ['size', `${count(answer.bytes)} bytes`]];
  if (answer.check_seconds !== undefined) facts.push(['checked in', seconds(answer.check_seconds)]);
  fill(byId('proof-facts'), ...facts.flatMap(([name, fact]) => [make('dt', {}, name), make('dd', {}, fact)]));
  return answer.certificate;
}

/** What a claim says to a person. */
function claim(text) {
  const exactly = /^exactly (\d+)$/.exec(text);
  if (!exactly) return text;
  return exactly[1] === '0' ? 'no solution' : `exactly ${count(Number(exactly[1]), 'solution')}`;
}

const seconds = (time) => (time < 0.001 ? 'less than 1 ms' : time < 1 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(1)} s`);

async function check(state, task, certificate) {
  const answer = await task.run((how) => ask('verify', { ...question(state.puzzle), certificate }, how));
  if (!answer) return;
  if (answer.accepted) return say('good', 'Accepted: the certificate proves its claim for this board.');
  const line = answer.line ? `Line ${answer.line}: ` : '';
  say('bad', `Refused. ${line}${answer.reason ?? ''}`);
}

async function upload(state, task, input) {
  const file = input.files[0];
  if (!file) return;
  await check(state, task, await file.text());
  input.value = '';
}

function say(kind, words) {
  const place = byId('proof-words');
  setAttribute(place, 'data-kind', kind || null);
  place.textContent = words;
}
