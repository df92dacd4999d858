import { plural, t } from '@lingui/core/macro';
import type { Muster } from '#contract/figures/people.ts';

/** Returns the two parts of a muster list: people whom today's totals count too, and those of yesterday's work day. */
export const partsOf = ({ entries, ofYesterday = 0 }: Muster) =>
  t`${plural(entries.length - ofYesterday, { other: '# of today' })}, ${plural(ofYesterday, { other: '# of yesterday’s shift' })}`;
