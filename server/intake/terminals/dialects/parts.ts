import { decodeText, isUtf16, TooManyLines } from '../body.ts';

/** The most parts of one body: more are refused as a whole (413), so that nothing is acknowledged and lost. */
const MAX_PARTS = 200;
const MAX_BOUNDARY = 200;

/** One part of a body. `name`: what a form calls it. */
type Part = { content: Buffer; name?: string | undefined; isPicture: boolean };

/**
 * Returns the texts of a body that are not empty: itself, or all parts of a multipart body (mixed, form-data) that are no pictures, those that nobody
 * understands too, so that they are told. The fields of a form that are neither JSON nor XML are one JSON object. Terminals get the boundary of the header
 * wrong, so that the first line that begins with two hyphens is taken.
 */
export function textsOf(body: Buffer, contentType: string): string[] {
  if (FORM.test(contentType) && !isText(body)) return formTexts(decodeText(body).trim());
  const parts = (partsOf(body, contentType) ?? [{ content: body, isPicture: isPicture(body) }]).filter(
    (part) => !part.isPicture,
  );
  const isForm = /^\s*multipart\/form-data/i.test(contentType);
  const isField = ({ name, content }: Part) => isForm && name !== undefined && !isText(content);
  const fields = parts.filter(isField).map(({ name = '', content }) => [name, decodeText(content).trim()]);
  return [
    ...parts.filter((part) => !isField(part)).flatMap(({ content }) => documentsOf(decodeText(content).trim())),
    ...(fields.length > 0 ? [JSON.stringify(Object.fromEntries(fields))] : []),
  ].filter((text) => text !== '');
}

/** Returns the JSON objects of a text that has one on each line (NDJSON); any other text is itself. */
function documentsOf(text: string): string[] {
  if (!text.startsWith('{') || !text.includes('\n')) return [text];
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.every((line) => line.startsWith('{') && line.endsWith('}')) ? lines : [text];
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

/** Returns the parts of a body; null where it has none. */
function partsOf(body: Buffer, contentType: string): Part[] | null {
  const start = boundaryAt(body, /^\s*multipart\//i.test(contentType));
  const lineEnd = start < 0 ? -1 : body.indexOf(10, start);
  const boundary = body.subarray(start, lineEnd).toString('latin1').trimEnd();
  if (lineEnd < 0 || boundary.length > MAX_BOUNDARY) return null;
  const parts: Part[] = [];
  for (let at = lineEnd + 1; ; ) {
    if (parts.length === MAX_PARTS) throw new TooManyLines();
    // At the beginning of a line: a text may have the boundary within it.
    const next = body.indexOf(`\n${boundary}`, at - 1, 'latin1');
    parts.push(partOf(body.subarray(at, next < 0 ? body.length : next)));
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
const isText = (bytes: Buffer) => isUtf16(bytes) || TEXTS.includes(bytes[firstOf(bytes)] ?? 0);
/** The beginnings of a JPEG and a PNG, as bytes and in base64. */
const PICTURES = /^(?:\xff\xd8|\x89P|\/9j\/|iVBOR|data:image\/)/;
const isPicture = (bytes: Buffer): boolean => {
  const first = firstOf(bytes);
  return PICTURES.test(bytes.toString('latin1', first, first + 16));
};

const MAX_HEADERS = 4_096;
const HEADERS = /^(?:[\w-]{1,60}:[^\n]*\n)*\r?\n/;
/** Returns a part of a body, which may have no headers. */
function partOf(bytes: Buffer): Part {
  const [headers = ''] = isText(bytes) ? [] : (HEADERS.exec(bytes.toString('latin1', 0, MAX_HEADERS)) ?? []);
  const content = bytes.subarray(headers.length);
  const name = /^content-disposition:[^\n]*[; ]name="?([^";\r\n]{1,100})/im.exec(headers)?.[1];
  return { content, name, isPicture: /^content-type: *image\//im.test(headers) || isPicture(content) };
}
