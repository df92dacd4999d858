/** The scripts that living languages are written in (Unicode UAX 31, recommended), without the three that Japanese and Korean mix. */
const SCRIPTS = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil'],
  ...['Telugu', 'Thaana', 'Thai', 'Tibetan'],
];
/** Scripts that are commonly mixed with each other; mixing Latin letters into them is normal and not confusable (UTS 39, highly restrictive). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const allOf = (scripts: readonly string[]) =>
  new RegExp(`^[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]*$`, 'u');
const ALPHABETS = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(allOf);
/** Characters that nobody sees: format characters, fillers, private use and the empty braille pattern. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]/u;

/**
 * Returns true for a name that people can tell from others by looking at it: no invisible characters, and letters of one script. Names that look
 * alike across scripts are compared where names are stored (look_key in the database).
 */
export function isDistinguishable(name: string): boolean {
  if (INVISIBLE.test(name)) return false;
  const letters = name.normalize('NFKC').replace(/[^\p{L}]|\p{Script=Common}|\p{Script=Inherited}/gu, '');
  return ALPHABETS.some((alphabet) => alphabet.test(letters));
}
