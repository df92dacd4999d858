const NARROW_CHART_PX = 420;
const WIDE_CHART_PX = 760;

/** Returns how many characters an axis label may have: 6, 8 or 12 by the width of the chart in px (spec/product.txt section 9). */
export function labelLength(chartWidth: number): 6 | 8 | 12 {
  if (chartWidth < NARROW_CHART_PX) return 6;
  return chartWidth < WIDE_CHART_PX ? 8 : 12;
}

/** Cuts a label to `length` characters, including an ellipsis. */
export function cutLabel(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}
