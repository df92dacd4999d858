/** The doubts of a day in words (rule 13). */
const FLAG_WORDS: Record<string, string> = {
  'missing-in': 'no punch in',
  'missing-out': 'no punch out',
  'direction-corrected': 'direction corrected',
  'future-clock': 'clock ahead',
  'inactive-clocked': 'inactive employee',
  'piecework-without-clock': 'piecework without a punch',
  'unverified-time': 'time not verified',
};
/** Returns a flag in words; one that is not known, as it is written. */
export const flagWords = (flag: string) => FLAG_WORDS[flag] ?? flag.replaceAll('-', ' ');
