/**
 * Nine colours that people with any colour vision tell apart, each at least 3:1 against the light and the dark card, so
 * that the order and the colours are the same in both schemes (tests/unit/src/ui/palette.test.ts measures it).
 */
export const CHART_COLORS = [
  '#2071f3',
  '#d37812',
  '#50a064',
  '#b24981',
  '#cd4805',
  '#a97cc9',
  '#7c764c',
  '#944ec1',
  '#0c7896',
] as const;

/** 'Other' and whatever has no colour of its own. */
export const OTHER_COLOR = '#868e96';

/** The colour of the nth series of a chart whose series are always the same; Other is the last and grey. */
export const chartColor = (index: number) => CHART_COLORS[index] ?? OTHER_COLOR;

/** The FNV-1a hash of a text, as a place among the colours. */
function placeOf(key: string) {
  let hash = 2_166_136_261;
  for (const unit of key) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % CHART_COLORS.length;
}

/**
 * Returns the colours of the products, blocks or pairs of a chart by their keys. A colour belongs to its thing, not to its rank: on every screen and
 * day it is that of the key, or the next free one where another thing of the chart with a lower key has it. At most nine keys.
 */
export function colorsOf(keys: readonly string[]): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  const used = new Set<number>();
  for (const key of [...keys].sort()) {
    let place = placeOf(key);
    while (used.has(place) && used.size < CHART_COLORS.length) place = (place + 1) % CHART_COLORS.length;
    used.add(place);
    colors.set(key, chartColor(place));
  }
  return colors;
}
