/** Reads the bytes of an upload: no parser that goes by its Content-Type ever gets the body. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8, or the encoding that Chinese firmware sends instead; without the NULs that pad some bodies, which no database stores. */
export function decodeText(body: Uint8Array): string {
  const text = () => {
    try {
      return utf8.decode(body);
    } catch {
      return new TextDecoder('gb18030').decode(body);
    }
  };
  return text().replaceAll('\0', '');
}

/** Thrown for more than any terminal sends at once: refused as a whole (413), so that it sends fewer. */
export class TooManyLines extends Error {}

/** Tests a PIN, which is text (leading zeros, letters, `_`), never a number. */
export const isPin = (text: string): boolean => /^[\p{L}\p{N}_.@-]{1,24}$/u.test(text);

/** Returns the first characters of a text without cutting a surrogate pair, which databases would refuse. */
export const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();
