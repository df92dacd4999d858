import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/**
 * The one theme file. Shades are picked so that white on a filled button, links, dimmed text and errors meet WCAG AA on both
 * schemes. Mantine's runtime variables are switched off (the CSP forbids `<style>`): vite.config.ts writes them to a
 * stylesheet from this file.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  // Greys of the dark scheme: of the same hue as its surfaces.
  colors: {
    dark: [
      '#c9ced4',
      '#b4bac2',
      '#7f8791',
      '#666e78',
      '#3f454d',
      '#343a41',
      '#272b31',
      '#1b1e22',
      '#16181c',
      '#101215',
    ],
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // A focusable placeholder is no child that a menu may have; in the portal it would be outside every landmark.
    Tooltip: { defaultProps: { withinPortal: false } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
  },
});

/** The system's typeface, the same on every visit, and its three weights, 400, 500 and 600, which only the stylesheet made of the theme needs. */
export const typography = {
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
};

/** Text and icon colour, and the stronger fill for charts and bars, of each attendance state; the word is always beside it. */
const STATES = {
  light: {
    'on-time': '#087f5b',
    'on-time-fill': '#0ca678',
    late: '#945200',
    'late-fill': '#d9770b',
    absent: '#c92a2a',
    'absent-fill': '#e03131',
    pending: '#495057',
    'pending-fill': '#868e96',
    off: '#495057',
    'off-fill': '#ced4da',
  },
  dark: {
    'on-time': '#38d9a9',
    'on-time-fill': '#12b886',
    late: '#ffc078',
    'late-fill': '#f08c00',
    absent: '#ff8787',
    'absent-fill': '#f03e3e',
    pending: '#adb5bd',
    'pending-fill': '#868e96',
    off: '#adb5bd',
    'off-fill': '#495057',
  },
} as const;

const variables = (scheme: 'light' | 'dark') => ({
  ...Object.fromEntries(Object.entries(STATES[scheme]).map(([state, color]) => [`--tb-${state}`, color])),
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--tb-target': '2.75rem' },
  light: {
    ...variables('light'),
    '--tb-page': '#f4f6f8',
    '--tb-surface': '#ffffff',
    '--tb-line': '#d5dae0',
    '--tb-notice': '#fff0c9',
    '--mantine-color-text': '#16191d',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#4f5761',
    '--mantine-color-placeholder': '#5f6873',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-disabled-color': '#5f6873',
  },
  dark: {
    ...variables('dark'),
    '--tb-page': '#131518',
    '--tb-surface': '#1b1e22',
    '--tb-line': '#373c43',
    '--tb-notice': '#453714',
    '--mantine-color-text': '#e8eaed',
    '--mantine-color-body': '#1b1e22',
    '--mantine-color-dimmed': '#aeb6bf',
    '--mantine-color-placeholder': '#9aa3ad',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-disabled-color': '#9aa3ad',
  },
});
