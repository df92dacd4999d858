import type { TimeCategory } from '#contract/stats.ts';
import { groupTop } from '../../lib/groupTop.ts';
import { lookupName } from '../../lib/lookups.ts';
import { chartColor, OTHER_COLOR } from '../../ui/charts/palette.ts';

const PIE_GROUPS = 5;

/** The five combinations with most time, and the rest as `other`, grey and last (spec/product.txt section 9). */
export const timeSlices = (categories: readonly TimeCategory[], other: string) =>
  groupTop(
    categories.map(({ lookup1Code, lookup2Code, lookup1Name, lookup2Name, totalTimeMs }, index) => ({
      key: JSON.stringify([lookup1Code, lookup2Code]),
      label: `${lookupName(lookup1Code, lookup1Name)}, ${lookupName(lookup2Code, lookup2Name)}`,
      value: totalTimeMs,
      color: chartColor(index),
    })),
    PIE_GROUPS,
    (rest) => ({
      key: 'other',
      label: other,
      value: rest.reduce((sum, { value }) => sum + value, 0),
      color: OTHER_COLOR,
    }),
  );
