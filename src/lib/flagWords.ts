import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

/** The doubts of a day in words (docs/reference/attendance.md#who-counts). */
const FLAG_WORDS: Record<string, MessageDescriptor | undefined> = {
  'missing-in': msg`no punch in`,
  'missing-out': msg`no punch out`,
  'direction-corrected': msg`direction corrected`,
  'future-clock': msg`clock ahead`,
  'inactive-clocked': msg`inactive employee`,
  'piecework-without-clock': msg`piecework without a punch`,
  'unverified-time': msg`time not verified`,
};
/** Returns a flag in words; one that is not known, as it is written. */
export function flagWords(flag: string): string {
  const words = FLAG_WORDS[flag];
  return words ? t(words) : flag.replaceAll('-', ' ');
}
