/** Chinese firmware says `language=83` in its handshake, writes GB2312 and reads nothing else (protocol notes, section 7). */
const CHINESE = '83';

let codes: Map<string, number> | undefined;

/** Every character of two bytes, by asking the decoder for each pair; made when the first Chinese terminal is there. */
function twoByteCodes(): Map<string, number> {
  if (codes) return codes;
  codes = new Map();
  const decoder = new TextDecoder('gb18030');
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd') codes.set(character, (lead << 8) | trail);
    }
  return codes;
}

/** Text as a terminal of this language reads it: bytes for a Chinese one (what it has no sign for is a '?'), else the text itself. */
export function inLanguage(text: string, language: string | null): string | Uint8Array {
  if (language !== CHINESE) return text;
  const bytes: number[] = [];
  for (const character of text) {
    const plain = character.charCodeAt(0);
    const code = plain < 0x80 ? plain : (twoByteCodes().get(character) ?? 0x3f);
    if (code > 0xff) bytes.push(code >> 8, code & 0xff);
    else bytes.push(code);
  }
  return Uint8Array.from(bytes);
}
