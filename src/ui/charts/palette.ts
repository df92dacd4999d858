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

/** The colour of the nth series; Other is the last and grey. */
export const chartColor = (index: number) => CHART_COLORS[index] ?? OTHER_COLOR;
