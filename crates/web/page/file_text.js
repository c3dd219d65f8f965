/** Text of a file that was opened, dropped or pasted: decompressed if it is gzip, and refused with advice if it is no text. */

/** First bytes of files without text, what they are, and what to do. The command refuses the same kinds; see containers.rs. */
const KINDS = [
  ['89504e47', 'an image', 'Type the puzzle, or copy it as text.'],
  ['ffd8ff', 'an image', 'Type the puzzle, or copy it as text.'],
  ['47494638', 'an image', 'Type the puzzle, or copy it as text.'],
  ['25504446', 'a PDF document', 'Copy the puzzle from it as text.'],
  ['504b0304', 'a zip archive or an Office document', 'Unpack it, or export it as CSV.'],
  ['d0cf11e0', 'an Office document', 'Export it as CSV.'],
  ['28b52ffd', 'compressed with zstd', 'Decompress it first: zstd -d FILE.'],
  ['fd377a58', 'compressed with xz', 'Decompress it first: xz -d FILE.'],
  ['425a68', 'compressed with bzip2', 'Decompress it first: bzip2 -d FILE.'],
  ['377abcaf', 'a 7z archive', 'Unpack it first.'],
  ['934e554d', 'a NumPy array', 'Convert it first: qedoku convert FILE --to line.'],
];
const GZIP = '1f8b';

/** Longest text that is read, in characters. It leaves room for the rest of a request, whose limit is 1 MiB. */
export const MAX_TEXT = 400_000;

/** The beginning of the text of a file, up to a little more than MAX_TEXT. Throws an error with advice for other files. */
export async function fileText(file) {
  const head = hexadecimal(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  const kind = KINDS.find(([magic]) => head.startsWith(magic)) ?? (file.type.startsWith('image/') && file.type !== 'image/svg+xml' && KINDS[0]);
  if (kind) throw new Error(`This is ${kind[1]}, not a text. ${kind[2]}`);
  const bytes = head.startsWith(GZIP) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  return readStart(bytes.pipeThrough(new TextDecoderStream()));
}

const hexadecimal = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads a stream of texts until there is enough. */
async function readStart(stream) {
  const reader = stream.getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
    if (text.length > MAX_TEXT) {
      reader.cancel();
      break;
    }
  }
  return text;
}

/** The first lines of a text, as many as are read, and whether that is all. */
export function firstLines(text) {
  if (text.length <= MAX_TEXT) return { text, isComplete: true };
  const end = text.lastIndexOf('\n', MAX_TEXT);
  return { text: text.slice(0, end > 0 ? end + 1 : MAX_TEXT), isComplete: false };
}
