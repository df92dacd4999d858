import type { PieceworkGroup } from '#contract/figures/stats.ts';
import { sumUnits, type Units } from '../../../lib/figures.ts';
import { groupTop } from '../../../lib/groupTop.ts';
import { lookupKey, lookupName } from '../../../lib/lookups.ts';
import { colorsOf, OTHER_COLOR } from '../../../ui/charts/palette.ts';

const CHART_GROUPS = 9;

const OTHER = 'other';
const totalOf = (groups: readonly PieceworkGroup[]) => sumUnits(groups.map(({ totalUnits }) => totalUnits));

/** The units of all groups by the other lookup, most first. */
function partsOf(groups: readonly PieceworkGroup[]) {
  const parts = new Map<string, { key: string; label: string; values: Units[] }>();
  for (const { entries } of groups)
    for (const { code, description, units } of entries) {
      const key = lookupKey(code);
      const part = parts.get(key) ?? { key, label: lookupName(code, description), values: [] };
      part.values.push(units);
      parts.set(key, part);
    }
  return [...parts.values()].sort((one, other) => sumUnits(other.values) - sumUnits(one.values));
}

/**
 * The groups as stacked bars: at most 9 and Other along the axis, at most 9 and Other (grey, last) within a bar
 * (spec/product.txt section 9). Sums are exact. `other`: the name of what is not among the most.
 */
export function pieceworkBars(groups: readonly PieceworkGroup[], other: string) {
  const named = partsOf(groups);
  const own = colorsOf(named.slice(0, CHART_GROUPS).map(({ key }) => key));
  const parts = named
    .slice(0, CHART_GROUPS)
    .map(({ key, label }) => ({ key, label, color: own.get(key) ?? OTHER_COLOR }));
  if (named.length > CHART_GROUPS) parts.push({ key: OTHER, label: other, color: OTHER_COLOR });

  const merged = groupTop(groups, CHART_GROUPS, (rest) => ({
    code: OTHER,
    description: other,
    totalUnits: totalOf(rest),
    entries: rest.flatMap(({ entries }) => entries),
  }));
  const bars = merged.map(({ code, description, entries }, index) => {
    const sums = new Map<string, Units[]>();
    for (const entry of entries) {
      const key = own.has(lookupKey(entry.code)) ? lookupKey(entry.code) : OTHER;
      sums.set(key, [...(sums.get(key) ?? []), entry.units]);
    }
    const isOther = index === CHART_GROUPS;
    return {
      key: isOther ? OTHER : lookupKey(code),
      label: lookupName(code, description),
      values: Object.fromEntries([...sums].map(([key, values]) => [key, sumUnits(values)])),
    };
  });
  return { bars, parts, total: totalOf(groups) };
}
