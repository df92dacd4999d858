import type { TimeCategory } from '#contract/figures/stats.ts';
import { groupTop } from '../../../lib/groupTop.ts';
import { lookupName } from '../../../lib/lookups.ts';
import { colorsOf, OTHER_COLOR } from '../../../ui/charts/palette.ts';

const PIE_GROUPS = 5;

/** The five combinations with most time, and the rest as `other`, grey and last (spec/product.txt section 9). */
export function timeSlices(categories: readonly TimeCategory[], other: string) {
  const slices = groupTop(
    categories.map(({ lookup1Code, lookup2Code, lookup1Name, lookup2Name, totalTimeMs }) => ({
      key: JSON.stringify([lookup1Code, lookup2Code]),
      label: `${lookupName(lookup1Code, lookup1Name)}, ${lookupName(lookup2Code, lookup2Name)}`,
      value: totalTimeMs,
    })),
    PIE_GROUPS,
    (rest) => ({ key: 'other', label: other, value: rest.reduce((sum, { value }) => sum + value, 0) }),
  );
  const colors = colorsOf(slices.slice(0, PIE_GROUPS).map(({ key }) => key));
  return slices.map((slice) => ({ ...slice, color: colors.get(slice.key) ?? OTHER_COLOR }));
}
