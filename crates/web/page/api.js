/** Requests to the server beside this page. Every answer is a JSON object; an error has a sentence. */

/** Asks for something; `progress` hears sentences while long work lasts, `signal` cancels it. */
export async function ask(path, body, { signal, progress } = {}) {
  const answer = await post(path, body, signal, 'application/x-ndjson');
  if (!isStream(answer)) return checked(answer, await answer.json());
  return checked(answer, await lastLine(answer.body, progress));
}

/** Asks for a file: its name and text. */
export async function askFile(path, body, { signal } = {}) {
  const answer = await post(path, body, signal, '*/*');
  if (!answer.ok) return checked(answer, await answer.json());
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { name, blob: await answer.blob() };
}

/** The description of the API: which requests there are. */
export async function paths() {
  const answer = await fetch('/api/openapi.json');
  return new Set(Object.keys((await answer.json()).paths));
}

function post(path, body, signal, accept) {
  const headers = { 'content-type': 'application/json', accept };
  return fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

const isStream = (answer) => answer.headers.get('content-type')?.startsWith('application/x-ndjson');

function checked(answer, object) {
  if (answer.ok && !object.error) return object;
  throw new Error(sentence(object));
}

/** The sentence of an error, with its place in the text. */
function sentence({ error = 'The server gave no answer.', line, column }) {
  const place = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(', ');
  return place && !error.startsWith('line') ? `${place}: ${error}` : error;
}

/** Reads lines as they come: those of progress are told, the last one is the answer. */
async function lastLine(stream, progress) {
  let rest = '';
  let last = null;
  const take = (line) => {
    if (!line.trim()) return;
    last = JSON.parse(line);
    if (last.progress !== undefined) progress?.(last.progress);
  };
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop();
    lines.forEach(take);
  }
  take(rest);
  if (!last || last.progress !== undefined) throw new Error('The server ended before it had an answer.');
  return last;
}

/** Whether an error only says that the work was cancelled. */
export const isCancelled = (error) => error.name === 'AbortError';
