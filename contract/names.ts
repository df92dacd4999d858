/** The scripts that living languages are written in (Unicode UAX 31, recommended), without the three that Japanese and Korean mix. */
const SCRIPTS = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil'],
  ...['Telugu', 'Thaana', 'Thai', 'Tibetan'],
];
/** Scripts that are written together; Latin letters beside these are common and look like none of them (UTS 39, highly restrictive). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const allOf = (scripts: readonly string[]) =>
  new RegExp(`^[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]*$`, 'u');
const ALPHABETS = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(allOf);
/** Format characters, fillers and the like, private use, and the braille pattern without dots: characters that nobody sees. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]/u;

/**
 * Returns whether a name is told from others by looking at it: no invisible characters, letters of one alphabet. What looks alike
 * across two alphabets is compared where names are kept (look_key of the database).
 */
export function isDistinguishable(name: string): boolean {
  if (INVISIBLE.test(name)) return false;
  const letters = name.normalize('NFKC').replace(/[^\p{L}]|\p{Script=Common}|\p{Script=Inherited}/gu, '');
  return ALPHABETS.some((alphabet) => alphabet.test(letters));
}
