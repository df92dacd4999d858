/** Letters of MacRoman that are no letters of the Windows encoding, after a small letter. */
const MAC_AFTER_SMALL: ReadonlySet<number> = new Set([
  ...[0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f],
  ...[0x90, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9b, 0x9d, 0x9f],
]);
/** Quotes of the Windows encoding, beside a word, and letters of MacRoman within one. */
const QUOTES: ReadonlySet<number> = new Set([0x91, 0x93, 0x94]);
const isSmall = (byte: number | undefined) => byte !== undefined && byte >= 0x61 && byte <= 0x7a;
const isCapital = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
const isLetter = (byte: number | undefined) => isSmall(byte) || isCapital(byte);

/** Returns true for text of an Excel for Mac: its accents within words are signs in the Windows encoding, as in 'JosŽ'. */
function isMacRoman(bytes: Uint8Array): boolean {
  let mac = 0;
  let windows = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const before = bytes[i - 1];
    const after = bytes[i + 1];
    if (byte < 0x80 || !(isLetter(before) || isLetter(after))) continue;
    if (byte >= 0xc0) windows++;
    // An apostrophe in the Windows encoding ("O'Brien", "Ann's"), an accented i in MacRoman ("García").
    else if (byte === 0x92)
      mac += isSmall(before) && isLetter(bytes[i - 2]) && isSmall(after) && after !== 0x73 ? 1 : 0;
    else if (QUOTES.has(byte)) mac += isLetter(before) && isSmall(after) ? 1 : 0;
    else if (MAC_AFTER_SMALL.has(byte) && (isSmall(before) || (isCapital(before) && isSmall(after)))) mac++;
  }
  return mac > windows;
}

/** The upper half of the encoding of DOS, which old programs of payroll write. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** Letters of DOS that are signs or capitals in the other encodings, after a small letter. */
const DOS_ALONE: ReadonlySet<number> = new Set([0x81, 0x82, 0x84, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4]);
const MAC_ALONE: ReadonlySet<number> = new Set([0x8e, 0x8f, 0x92, 0x96, 0x97, 0x9c]);
function isDos(bytes: Uint8Array): boolean {
  let dos = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80 || !isSmall(bytes[at - 1])) continue;
    if (DOS_ALONE.has(byte)) dos++;
    else if (MAC_ALONE.has(byte) || byte >= 0xc0) dos--;
  }
  return dos > 0;
}
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

/** UTF-16 without its mark: every other byte of the first ones is zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const first = bytes.subarray(0, 200);
  const zeros = [0, 1].map((odd) => first.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 3 < first.length || first.length < 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

type Encoding = 'utf-16le' | 'utf-16be' | 'utf-8' | 'macintosh' | 'windows-1252';
/** Returns the text of a CSV: UTF-16, UTF-8 (whose decoder throws for other bytes), else what Excel may write on Windows or on a Mac, and old programs. */
export function csvTextOf(bytes: Uint8Array, decode: (encoding: Encoding) => string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be');
  const wide = utf16Of(bytes);
  if (wide) return decode(wide);
  try {
    return once(decode('utf-8'));
  } catch {
    return isDos(bytes) ? dosText(bytes) : decode(isMacRoman(bytes) ? 'macintosh' : 'windows-1252');
  }
}
