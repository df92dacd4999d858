import { decodeText } from '../body.ts';

/** The most parts of a body that are looked at. */
const MAX_PARTS = 200;

/**
 * Returns the texts of a body: itself, or the parts of a multipart body (mixed, form-data) that are JSON or XML. Pictures are dropped unread. Terminals
 * get the boundary of the header wrong, so that the one in the first line is taken.
 */
export function textsOf(body: Buffer, contentType: string): string[] {
  if (!/^\s*multipart\//i.test(contentType) && !body.subarray(0, 2).equals(Buffer.from('--'))) return [textOf(body)];
  const lineEnd = body.indexOf(10);
  const boundary = body.subarray(0, Math.max(lineEnd, 0)).toString('latin1').trimEnd();
  if (!boundary.startsWith('--') || boundary.length > 200) return [];
  const texts: string[] = [];
  let at = lineEnd + 1;
  for (let parts = 0; parts < MAX_PARTS && at < body.length; parts++) {
    const next = body.indexOf(boundary, at, 'latin1');
    const part = body.subarray(at, next < 0 ? body.length : next);
    const text = contentOf(part);
    if (text) texts.push(text);
    if (next < 0) break;
    at = body.indexOf(10, next) + 1;
    if (at === 0) break;
  }
  return texts;
}

/** Returns the content of a part if it is JSON or XML. */
function contentOf(part: Buffer): string | null {
  const ends = [part.indexOf('\r\n\r\n'), part.indexOf('\n\n')].filter((index) => index >= 0);
  const end = Math.min(...ends);
  const start = Number.isFinite(end) ? part.subarray(end).findIndex((byte) => byte > 32) + end : 0;
  return part[start] === 0x7b || part[start] === 0x5b || part[start] === 0x3c ? textOf(part.subarray(start)) : null;
}
const textOf = (bytes: Buffer) => decodeText(bytes).trim();
