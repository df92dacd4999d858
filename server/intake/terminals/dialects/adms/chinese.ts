import type { Dialect } from '../../terminals.sql.ts';

/**
 * Chinese firmware sends `language=83` in its handshake. Of the attendance dialects it reads GB2312 for Chinese text and UTF-8 for any other
 * (protocol notes, section 7). Models for export send 83 too, and access terminals (3.x) always read UTF-8.
 */
const CHINESE = '83';

let codes: Map<string, number> | undefined;

/** Returns the code of every GB2312 character, found by decoding each pair of bytes; made when the first Chinese terminal calls. */
function twoByteCodes(): Map<string, number> {
  if (codes) return codes;
  codes = new Map();
  const decoder = new TextDecoder('gb18030');
  for (let lead = 0xa1; lead <= 0xf7; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd') codes.set(character, (lead << 8) | trail);
    }
  return codes;
}

/** Returns a text in GB2312; null where it contains another character. */
function gb2312(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    const plain = character.charCodeAt(0);
    const code = plain < 0x80 ? plain : twoByteCodes().get(character);
    if (code === undefined) return null;
    if (code > 0xff) bytes.push(code >> 8, code & 0xff);
    else bytes.push(code);
  }
  return Uint8Array.from(bytes);
}

/**
 * Returns text in the encoding that a terminal reads: UTF-8 or, for Chinese attendance firmware, GB2312 for each line that it can express completely.
 * A line contains one name, so a name that it cannot express does not spoil the others.
 */
export function inLanguage(
  text: string,
  { language, dialect }: { language: string | null; dialect: Dialect },
): string | Uint8Array {
  if (language !== CHINESE || dialect === 'access') return text;
  return Buffer.concat(text.split(/(?<=\n)/).map((line) => gb2312(line) ?? Buffer.from(line)));
}
