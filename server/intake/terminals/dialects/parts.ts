import { decodeText, isUtf16, TooManyLines } from '../body.ts';

/** The most parts of one body: more are refused as a whole (413), so that nothing is acknowledged and lost. */
const MAX_PARTS = 200;
const MAX_BOUNDARY = 200;

/** One part of a body. `name`: what a form calls it. */
type Part = { content: Buffer; name?: string | undefined; isPicture: boolean };

/** `rest`: the fields of a form that are no text of their own. */
export type Texts = { texts: string[]; rest: Record<string, unknown> | Record<string, unknown>[] | null };
/**
 * Returns the texts of a body that are not empty: itself, or all parts of a multipart body (mixed, form-data) that are no pictures, those that nobody
 * understands too, so that they are reported. Terminals get the boundary of the header wrong, so that the first line that begins with two hyphens is taken.
 */
export function textsOf(body: Buffer, contentType: string): Texts {
  if (FORM.test(contentType) && !isText(body)) return formTexts(decodeText(body).trim());
  const parts = (partsOf(body, contentType) ?? [{ content: body, isPicture: isPicture(body) }]).filter(
    (part) => !part.isPicture,
  );
  const isForm = /^\s*multipart\/form-data/i.test(contentType);
  const isField = ({ name, content }: Part) => isForm && name !== undefined && !isText(content);
  const fields = parts.filter(isField).map(({ name = '', content }): Field => [name, decodeText(content).trim()]);
  const texts = parts
    .filter((part) => !isField(part))
    .flatMap(({ content }) => documentsOf(decodeText(content).trim()));
  return { texts: texts.filter((text) => text !== ''), rest: eventOfFields(fields) };
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
/** Returns the fields of a form that are JSON or XML, and the others; a body that is no form is a text. */
function formTexts(text: string): Texts {
  if (!/^[\w.%+[\]-]{1,100}=/.test(text) || text.includes(';')) return { texts: text === '' ? [] : [text], rest: null };
  refuseTooManyFields(text);
  const fields = [...new URLSearchParams(text)];
  const isKnown = ([, value]: Field) => isText(Buffer.from(value));
  return {
    texts: fields.filter(isKnown).map(([, value]) => value.trim()),
    rest: eventOfFields(fields.filter((field) => !isKnown(field))),
  };
}

/** Throws TooManyLines before anything is parsed: 600,000 fields take a second. */
function refuseTooManyFields(text: string) {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > MAX_FIELDS) throw new TooManyLines();
}

type Field = readonly [name: string, value: string];
/** A field of one of several events: `events[0][pin]`, `events[0].pin`. */
const OF_ONE = /^(.{1,80}\[\d{1,5}\])(?:\[|\.)(\w{1,60})\]?$/;
/**
 * Returns the event that the fields of a form are; several where all that are repeated, two or more, or all that are numbered, are as many. A field that is
 * repeated otherwise has all of its values.
 */
function eventOfFields(fields: readonly Field[]): Texts['rest'] {
  if (fields.length === 0) return null;
  const numbered = new Map<string, Field[]>();
  const named = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const [, of, inner] = OF_ONE.exec(name) ?? [];
    if (of !== undefined && inner !== undefined) numbered.set(of, [...(numbered.get(of) ?? []), [inner, value]]);
    else named.set(name.replace(/\[\]$/, ''), [...(named.get(name.replace(/\[\]$/, '')) ?? []), value]);
  }
  const counts = [...named.values()].map(({ length }) => length).filter((length) => length > 1);
  const [count = 1] = counts;
  const isSeveral = counts.length > 1 && counts.every((one) => one === count);
  const event = (n: number) =>
    Object.fromEntries(
      [...named].map(([name, values]) => {
        const different = [...new Set(values)];
        if (different.length === 1) return [name, different[0]];
        return [name, isSeveral ? values[n] : different];
      }),
    );
  const events = isSeveral ? Array.from({ length: count }, (_, n) => event(n)) : [event(0)];
  if (numbered.size > 0) return [...numbered.values()].map((one) => ({ ...events[0], ...Object.fromEntries(one) }));
  return events.length === 1 ? (events[0] ?? null) : events;
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
/** The beginnings of a JPEG, a PNG, a GIF and a WebP, as bytes and in base64. */
const PICTURES = /^(?:\xff\xd8|\x89P|GIF8|RIFF|\/9j\/|iVBOR|R0lGOD|UklGR|data:image\/)/;
/** Returns true for a byte that no field's name begins with. */
const isBinary = (byte: number) => byte < 9 || (byte > 13 && byte < 32) || byte > 126;
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
  // An event that is labelled as a picture is none.
  const isLabelled =
    /^content-type: *image\//im.test(headers) && !isText(content) && content.subarray(0, 16).some(isBinary);
  return { content, name, isPicture: isLabelled || isPicture(content) };
}
