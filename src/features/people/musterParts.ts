import type { Muster } from '#contract/people.ts';
import { count } from '../../lib/figures.ts';

/** Returns the two parts of a muster list: those that today's totals count too, and those of yesterday's work day in the words `before`. */
export const partsOf = ({ entries, ofYesterday = 0 }: Muster, before: string) =>
  `${count(entries.length - ofYesterday)} of today, ${count(ofYesterday)} ${before}`;
