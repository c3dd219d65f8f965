/** Client of the server's JSON API. Results are objects; an error becomes an `Error` with a message for people. */

const OFFLINE = 'qedoku is no longer running. Start `qedoku serve` and try again.';

/**
 * Calls an endpoint and returns its result.
 * `progress` is called with messages while a long request runs; `signal` cancels it.
 */
export async function call(path, body, { signal, progress } = {}) {
  const response = await post(path, body, signal, 'application/x-ndjson');
  if (!isStream(response)) return resultOf(response, await readJson(response));
  return resultOf(response, await readLines(response.body, progress));
}

/** Calls an endpoint that returns a file. */
export async function callForFile(path, body, { signal } = {}) {
  const response = await post(path, body, signal, '*/*');
  if (!response.ok) return resultOf(response, await readJson(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name, blob: await response.blob().catch(rethrowNetworkError) };
}

/** The paths of all endpoints, from the OpenAPI document. */
export async function endpoints() {
  const response = await fetch('/api/openapi.json');
  return new Set(Object.keys((await response.json()).paths));
}

/** Whether an error means that the request was cancelled by its signal. */
export const isCancelled = (error) => error.name === 'AbortError';

function post(path, body, signal, accept) {
  const headers = { 'content-type': 'application/json', accept };
  return fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(rethrowNetworkError);
}

/** Browsers report an unreachable server as a TypeError such as "Failed to fetch", and a response that breaks off as one, too. */
function rethrowNetworkError(error) {
  throw error instanceof TypeError ? new Error(OFFLINE) : error;
}

/** A JSON response; one that is cut short is not JSON. */
function readJson(response) {
  return response.json().catch((error) => rethrowNetworkError(error instanceof SyntaxError ? new TypeError() : error));
}

const isStream = (response) => response.headers.get('content-type')?.startsWith('application/x-ndjson');

function resultOf(response, object) {
  if (response.ok && !object.error) return object;
  throw new Error(messageOf(object));
}

/** The message of an error object, with its position in the text. */
function messageOf({ error = 'The server sent no result.', line, column }) {
  const position = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(', ');
  return position && !error.startsWith('line') ? `${position}: ${error}` : error;
}

/** Reads JSON lines as they arrive: progress lines are passed on, the last line is the result. */
async function readLines(stream, progress) {
  let incomplete = '';
  let last = null;
  const takeLine = (line) => {
    if (!line.trim()) return;
    last = JSON.parse(line);
    if (last.progress !== undefined) progress?.(last.progress);
  };
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const read = () => reader.read().catch(rethrowNetworkError);
  for (let chunk = await read(); !chunk.done; chunk = await read()) {
    const lines = (incomplete + chunk.value).split('\n');
    incomplete = lines.pop();
    lines.forEach(takeLine);
  }
  takeLine(incomplete);
  if (!last || last.progress !== undefined) throw new Error(OFFLINE);
  return last;
}
