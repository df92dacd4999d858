import type { TextEncoding } from './textEncodings.ts';

/** Those that text itself does not prove. */
const GUESSED = ['windows-1252', 'macintosh', 'cp850'] as const;

/** The platform's decoder; a strict one throws for bytes that its encoding does not have. */
export type Decode = (bytes: Uint8Array, encoding: Exclude<TextEncoding, 'cp850'>, isStrict: boolean) => string;

/** The upper half of the encoding of DOS, which old programs of payroll write. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const dosText = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (DOS[byte - 0x80] ?? ''))).join('');

/** Signs of the Windows encoding that are not at their byte in Unicode. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** UTF-8 that was taken for the Windows encoding and written as UTF-8 again: 'JosÃ©'. */
const TWICE = new RegExp(`([ÂÃ])([\\u0080-\\u00bf${WINDOWS}])`, 'g');
const byteOf = (sign: string) => (WINDOWS.includes(sign) ? 0x80 + WINDOWS.indexOf(sign) : sign.charCodeAt(0));
const once = (text: string) =>
  text.includes('Ã')
    ? text.replace(TWICE, (_, lead: string, sign: string) =>
        String.fromCharCode(((lead.charCodeAt(0) & 0x1f) << 6) | (byteOf(sign) & 0x3f)),
      )
    : text;

/** Returns a text in an encoding; of UTF-8, bytes that it does not have are lost. */
export function textIn(bytes: Uint8Array, encoding: TextEncoding, decode: Decode): string {
  if (encoding === 'cp850') return dosText(bytes);
  const text = decode(bytes, encoding, false);
  return encoding === 'utf-8' ? once(text) : text;
}

/** UTF-16 without its mark: every other byte of the first ones is zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.subarray(0, 200);
  const zeros = [0, 1].map((odd) => first.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 3 < first.length || first.length < 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}
function isUtf8(bytes: Uint8Array, decode: Decode) {
  try {
    decode(bytes, 'utf-8', true);
    return true;
  } catch {
    return false;
  }
}

/** Small letters with accents of the languages of the application, and of names around them. */
const SMALL = 'áéíóúàèìòùâêîôûãõäëïöüñçœšž';
/** Those that the Windows encoding of Central Europe has instead. */
const CENTRAL = 'áéíóúâîôäëöüçąćęłńśźżčďěňřšťůýžőűăşţ';
/** Returns an expression for signs that no list of people has where it was read in its own encoding, by its small letters with accents. */
function oddSigns(small: string): RegExp {
  const capital = small.toUpperCase();
  return new RegExp(
    [
      // Signs of no word and no number.
      `[^\\x00-\\x7f${small}${capital}ªº°’‘“”–—…«»€£§©®™•·¿¡´±×²³½¼¾\\u00a0]`,
      // Capitals and small letters where none is: 'JosŽ', 'JOSé', 'AnnáAdams'.
      `(?<=\\p{Ll})[${capital}]`,
      `(?<=\\p{Lu}{2})[${small}]`,
      `[${small}](?=\\p{Lu})`,
      // Letters that begin no word, or are none by themselves.
      `(?<!\\p{L})[ãõñçäëïöüìòùûšž](?=\\p{L})`,
      `(?<!\\p{L})[${small.replace(/[àéèóò]/g, '')}](?!\\p{L})`,
      `œ(?![ui])`,
      // Signs within words; an apostrophe comes after one letter or two, and before an s.
      `(?<=\\p{L})[¡¿€£§©®™•±×²³½¼¾«“‘]`,
      `[€£§©®™•±×²³½¼¾»”…°ªº](?=\\p{L})`,
      `(?<=\\p{L})[–—…](?=\\p{L})`,
      `(?<=\\p{L}{3})’(?=\\p{L})(?!s(?!\\p{L}))`,
    ].join('|'),
    'gu',
  );
}
const ODD = oddSigns(SMALL);
const ODD_OF_CENTRAL = oddSigns(CENTRAL);
/** So many bytes of the lines with accents tell the encoding. */
const LOOKED_AT = 50_000;

/** Returns the first lines that have other bytes than those of ASCII. */
function telling(bytes: Uint8Array): Uint8Array {
  const lines: number[] = [];
  let from = 0;
  for (let at = 0; at <= bytes.length && lines.length < LOOKED_AT; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) continue;
    const line = bytes.subarray(from, Math.min(at, from + LOOKED_AT));
    if (line.some((byte) => byte >= 0x80)) lines.push(...line, 0x0a);
    from = at + 1;
  }
  return Uint8Array.from(lines);
}

/** How a text is written: its encoding, or the one that is nearest to it where several are possible. */
export type Letters = { encoding: TextEncoding; isClear: boolean };
/**
 * Returns the encoding of a text. UTF-16 and UTF-8 are proven by their bytes; others by the words that they give, which may be words in several: 'Sofiá' of
 * DOS is 'Sofia' and an unseen space of Windows.
 */
export function lettersOf(bytes: Uint8Array, decode: Decode): Letters {
  const wide = utf16Of(bytes);
  if (wide) return { encoding: wide, isClear: true };
  if (isUtf8(bytes, decode)) return { encoding: 'utf-8', isClear: true };
  const lines = telling(bytes);
  const utf8 = textIn(lines, 'utf-8', decode);
  // A file of UTF-8 in which a program has cut a letter.
  const lost = utf8.split('\ufffd').length - 1;
  if ((utf8.match(/[^\p{ASCII}\ufffd]/gu) ?? []).length > lost) return { encoding: 'utf-8', isClear: true };
  const [best, next] = GUESSED.map((encoding) => {
    const text = textIn(lines, encoding, decode);
    return { encoding, text, odd: (text.match(ODD) ?? []).length };
  }).toSorted((a, b) => a.odd - b.odd);
  if (!best || !next) return { encoding: 'windows-1252', isClear: false };
  // Its letters are at the places of those of Western Europe: 'Nuńez' is as good a word as 'Nuñez'.
  const central = best.odd > 0 ? textIn(lines, 'windows-1250', decode).match(ODD_OF_CENTRAL) : undefined;
  if (central !== undefined && (central ?? []).length < best.odd) return { encoding: 'windows-1250', isClear: false };
  return { encoding: best.encoding, isClear: best.text === next.text || next.odd > best.odd * 4 };
}

/** Returns the text of a CSV in its encoding, or in the one that is nearest to it. */
export const csvTextOf = (bytes: Uint8Array, decode: Decode): string =>
  textIn(bytes, lettersOf(bytes, decode).encoding, decode);

const MAX_SAMPLE = 40;
/** Returns what the first line with accents says in an encoding, from the first of them on. */
export function sampleIn(bytes: Uint8Array, encoding: TextEncoding, decode: Decode): string {
  const lines = telling(bytes);
  const at = lines.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, at - MAX_SAMPLE / 2);
  const even = encoding.startsWith('utf-16') ? from - (from % 2) : from;
  return textIn(lines.subarray(even, even + MAX_SAMPLE), encoding, decode).split(/[\r\n]/, 1)[0] ?? '';
}
