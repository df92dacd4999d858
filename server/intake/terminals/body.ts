import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { cardOf, isCard, isPin, PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { storable } from '#contract/platform/storable.ts';

/** The most bytes of one body. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** Reads the bytes of an upload: no parser that goes by its Content-Type ever gets the body. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

const UTF_16: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };
const utf16Of = (bytes: Uint8Array) => UTF_16[Buffer.from(bytes.subarray(0, 2)).toString('hex')];
/** Returns true for bytes that begin with the byte order mark of UTF-16, which some programs write. */
export const isUtf16 = (bytes: Uint8Array): boolean => utf16Of(bytes) !== undefined;

/** Decodes UTF-8, UTF-16 with its mark, or the encoding that Chinese firmware sends instead; without the NULs that pad some bodies, which no database stores. */
export function decodeText(body: Uint8Array): string {
  const utf16 = utf16Of(body);
  const text = () => {
    try {
      return utf16 ? new TextDecoder(utf16).decode(body) : utf8.decode(body);
    } catch {
      return new TextDecoder('gb18030').decode(body);
    }
  };
  return text().replaceAll('\0', '');
}

/** Thrown for more than any terminal sends at once: refused as a whole (413), so that it sends fewer. */
export class TooManyLines extends Error {}

/** Returns what a punch has for a PIN where its device names a card; '' where it names none. */
export function pinOfCard(text: string | undefined): string {
  const card = cardOf(text ?? '');
  return card && PIN_OF_CARD + card;
}
export const isPinOrCard = (pin: string): boolean =>
  pin.startsWith(PIN_OF_CARD) ? isCard(pin.slice(PIN_OF_CARD.length)) : isPin(pin);

/** Returns the first characters of a text as databases take it: without NULs and halves of surrogate pairs. */
export const cut = (text: string, length: number): string => storable(text.slice(0, length));

/** Returns what identifies a line or event that has no number of its own. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Thrown for a body that is not packed as its Content-Encoding says. */
export class Unpackable extends Error {}

const UNPACKERS = { gzip: [promisify(gunzip)], deflate: [promisify(inflate), promisify(inflateRaw)] };
/**
 * Returns a body without its Content-Encoding; throws Unpackable, or TooManyLines for more than any body may have. Some firmware says deflate of a text that
 * is not packed at all.
 */
export async function unpacked(body: Buffer, encoding: string): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const unpackers = name === 'gzip' || name === 'x-gzip' ? UNPACKERS.gzip : name === 'deflate' ? UNPACKERS.deflate : [];
  for (const unpack of unpackers)
    try {
      return await unpack(body, { maxOutputLength: BODY_LIMIT });
    } catch (error) {
      if (error instanceof RangeError) throw new TooManyLines();
    }
  if (unpackers.length > 0 && /^[\s\uFEFF]*[{[<C-]/.test(body.toString('latin1', 0, 100))) return body;
  throw new Unpackable();
}

/** Returns true for bodies that are compressed or encrypted: they cannot be read and are refused. */
export function isPacked(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 4));
  return start.toString('latin1') === 'LZO1' || (start[0] === 0x1f && start[1] === 0x8b);
}
