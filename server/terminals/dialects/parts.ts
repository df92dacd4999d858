import { decodeText, TooManyLines } from '../body.ts';

/** The most parts of one body: more are refused as a whole (413), so that nothing is acknowledged and lost. */
const MAX_PARTS = 200;
const MAX_BOUNDARY = 200;

/**
 * Returns the texts of a body that are not empty: itself, or the parts of a multipart body (mixed, form-data) that are JSON or XML; where none is, all that
 * are no pictures, so that they are told. Terminals get the boundary of the header wrong, so that the first line that begins with two hyphens is taken.
 */
export function textsOf(body: Buffer, contentType: string): string[] {
  if (FORM.test(contentType) && !isText(body)) return formTexts(decodeText(body).trim());
  const parts = partsOf(body, contentType) ?? [body];
  const known = parts.filter(isText);
  return (known.length > 0 ? known : parts.filter((part) => !isPicture(part)))
    .map((part) => decodeText(part).trim())
    .filter((text) => text !== '');
}

const FORM = /^\s*application\/x-www-form-urlencoded/i;
const MAX_FIELDS = 500;
/** Returns the texts of a form: the fields that are JSON or XML, else all fields as one JSON object; a body that is no form is itself. */
function formTexts(text: string): string[] {
  if (!/^[\w.%+[\]-]{1,100}=/.test(text) || text.includes(';')) return text === '' ? [] : [text];
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FIELDS) throw new TooManyLines();
  const known = fields.map(([, value]) => value.trim()).filter((value) => isText(Buffer.from(value)));
  return known.length > 0 ? known : [JSON.stringify(Object.fromEntries(fields))];
}

/** Returns the contents of the parts of a body; null where it has none. */
function partsOf(body: Buffer, contentType: string): Buffer[] | null {
  const start = boundaryAt(body, /^\s*multipart\//i.test(contentType));
  const lineEnd = start < 0 ? -1 : body.indexOf(10, start);
  const boundary = body.subarray(start, lineEnd).toString('latin1').trimEnd();
  if (lineEnd < 0 || boundary.length > MAX_BOUNDARY) return null;
  const parts: Buffer[] = [];
  for (let at = lineEnd + 1; ; ) {
    if (parts.length === MAX_PARTS) throw new TooManyLines();
    // At the beginning of a line: a text may have the boundary within it.
    const next = body.indexOf(`\n${boundary}`, at - 1, 'latin1');
    parts.push(contentOf(body.subarray(at, next < 0 ? body.length : next)));
    const end = next + 1 + boundary.length;
    const following = next < 0 || body.toString('latin1', end, end + 2) === '--' ? -1 : body.indexOf(10, end);
    if (following < 0) return parts;
    at = following + 1;
  }
}

/** Returns where the first boundary is; -1 for a body without parts, whatever its header says. */
function boundaryAt(body: Buffer, isMultipart: boolean): number {
  const start = firstOf(body);
  const isBoundary = body.toString('latin1', start, start + 2) === '--';
  if (isBoundary || !isMultipart || isText(body)) return isBoundary ? start : -1;
  const line = body.indexOf('\n--', 0, 'latin1');
  return line < 0 ? -1 : line + 1;
}

const MARK = [0xef, 0xbb, 0xbf];
/** Returns the index of the first byte that is no space and of no byte order mark. */
const firstOf = (bytes: Buffer) => bytes.findIndex((byte) => byte > 32 && !MARK.includes(byte));
const TEXTS = ['{', '[', '<'].map((sign) => sign.charCodeAt(0));
const isText = (bytes: Buffer) => TEXTS.includes(bytes[firstOf(bytes)] ?? 0);
/** The first two bytes of a JPEG and a PNG. */
const PICTURES = ['\xff\xd8', '\x89P'];
function isPicture(bytes: Buffer): boolean {
  const first = firstOf(bytes);
  return PICTURES.includes(bytes.toString('latin1', first, first + 2));
}

/** Returns the content of a part, which may have no headers if it is JSON or XML. */
function contentOf(part: Buffer): Buffer {
  if (isText(part)) return part;
  const ends = [part.indexOf('\r\n\r\n'), part.indexOf('\n\n')].filter((index) => index >= 0);
  return part.subarray(ends.length > 0 ? Math.min(...ends) : part.length);
}
