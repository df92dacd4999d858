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

type Encoding = 'utf-16le' | 'utf-16be' | 'utf-8' | 'macintosh' | 'windows-1252';
/** Returns the text of a CSV: UTF-16 with its mark, UTF-8 (whose decoder throws for other bytes), else what Excel may write on Windows or on a Mac. */
export function csvTextOf(bytes: Uint8Array, decode: (encoding: Encoding) => string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be');
  try {
    return decode('utf-8');
  } catch {
    return decode(isMacRoman(bytes) ? 'macintosh' : 'windows-1252');
  }
}
