import { t } from '@lingui/core/macro';
import type { Muster } from '#contract/people.ts';
import { count } from '../../lib/figures.ts';

/** Returns the two parts of a muster list: people whom today's totals count too, and those of yesterday's work day. */
export const partsOf = ({ entries, ofYesterday = 0 }: Muster) =>
  t`${count(entries.length - ofYesterday)} of today, ${count(ofYesterday)} of yesterday’s shift`;
