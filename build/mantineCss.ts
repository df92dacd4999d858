import type { Plugin } from 'vite';
import { MANTINE_MODULES, type Parts } from './mantineModules.ts';

/**
 * Mantine's stylesheets without what this application never shows. Its packages of dates and charts come as one sheet each, and every
 * sheet holds states that nothing here takes. The budget test says when a class that a script names has lost its rule.
 */
const SHEET = /node_modules[\\/]@mantine[\\/](core|dates|charts)[\\/].*\.css$/;

/** Of the packages that come as one sheet, the components that are shown with what they are made of. */
const COMPONENTS: Record<string, readonly string[]> = {
  // What a tooltip shows is ours.
  charts: ['grid-chart', 'PieChart'],
  dates: [
    'CalendarHeader',
    'Day',
    'LevelsGroup',
    'Month',
    'MonthsList',
    'PickerControl',
    'PickerInputBase',
    'WeekdaysRow',
    'YearsList',
  ],
};

/** Parts and variants of other components that are never shown, as Mantine names their classes. */
const UNUSED_PARTS: Record<string, readonly string[]> = {
  ActionIcon: ['group', 'groupSection'],
  Alert: ['closeButton'],
  Badge: ['root--dot', 'section'],
  Button: ['group', 'groupSection'],
  CalendarHeader: ['calendarHeaderSelect'],
  Checkbox: ['input--light', 'input--outline'],
  Chip: ['label--light', 'label--outline'],
  Combobox: ['search', 'header', 'footer', 'group', 'groupLabel'],
  Indicator: ['processing'],
  Input: ['bottomSection', 'success'],
  List: ['itemIcon'],
  Loader: ['barsLoader', 'bar', 'bars-loader-animation', 'dotsLoader', 'dot', 'loader-dots-animation'],
  Menu: ['search', 'chevron'],
  Month: ['weekNumber'],
  Notification: ['loader'],
  Pill: ['root--contrast'],
  Popover: ['arrow', 'overlay'],
  Progress: ['label', 'stripes-animation-vertical'],
  Radio: ['radio--light', 'radio--outline'],
  Table: ['caption', 'scrollContainer', 'scrollContainerInner'],
  Tabs: ['list--outline', 'tab--outline', 'tab--pills'],
  Tooltip: ['arrow'],
};

/** The sizes in which components are shown, by the start of their variables; others are shown in `sm` only. */
const SIZES: Record<string, readonly string[]> = {
  'ai-size': ['md'],
  badge: ['md'],
  button: ['xs', 'sm'],
  'cb-size': ['xs', 'sm', 'md', 'lg'],
  divider: ['xs'],
  loader: ['xs', 'sm', 'md'],
  modal: ['md', 'lg', 'xl'],
  pill: ['sm', 'lg'],
  progress: ['md', 'lg'],
  sc: ['xs'],
};

/** States that no component takes here; quotes left out. */
const UNUSED_STATES = [
  // Left to right only.
  'dir=rtl',
  // Tabs, segmented controls and dividers are rows; scroll bars are excepted below.
  'data-orientation=vertical',
  '[data-center]',
  'data-circle',
  'data-combined-clear-section',
  'data-drag-over',
  'data-dragging',
  'draggable=true',
  'data-first-in-range',
  'data-floating-height',
  'data-full-width',
  'data-grow',
  '[data-hover]',
  'data-in-range',
  'data-indeterminate',
  'data-inverted',
  'data-last-in-range',
  'data-label-position=left',
  'data-line-clamp',
  'data-monospace',
  'data-native-level-select',
  'data-offset-scrollbars=x',
  'data-offset-scrollbars=y',
  'data-processing',
  'data-reverse',
  'data-static',
  'data-sub-menu-item',
  'data-success',
  'data-tabular-nums',
  'data-truncate',
  'data-underline=not-hover',
  'data-variant=dot',
  'data-variant=gradient',
  'data-variant=light',
  'data-variant=outline',
  'data-variant=pills',
  'data-variant=unstyled',
  'data-variant=vertical',
  'data-variant=white',
  'data-vertical-scrollbar-position',
  'data-with-bottom-section',
  'data-with-column-border',
  'data-with-table-border',
];

type Rule = { prelude: string; body: string; inner: Rule[] };

/** The rules of a stylesheet; strings and comments with braces do not occur in Mantine's. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let from = 0;
  for (let open = css.indexOf('{'); open >= 0; open = css.indexOf('{', from)) {
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < css.length; end += 1) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0;
    const prelude = css.slice(from, open).trim();
    const body = css.slice(open + 1, end - 1);
    const nests = /^@(layer|media|supports|container)/.test(prelude);
    rules.push({ prelude, body, inner: nests ? rulesOf(body) : [] });
    from = end;
  }
  return rules;
}

/** At the commas that stand in no bracket. */
function selectorsOf(prelude: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (const character of prelude) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) selectors.push('');
    else selectors.push(`${selectors.pop()}${character}`);
  }
  return selectors.map((selector) => selector.trim());
}

/** The sheet without the selectors that `isShown` refuses, and without what is then empty. */
export function keepShown(css: string, isShown: (selector: string) => boolean): string {
  const write = (rules: readonly Rule[]): string =>
    rules
      .map(({ prelude, body, inner }) => {
        if (prelude.startsWith('@')) {
          const kept = inner.length > 0 ? write(inner) : isShown(prelude) ? body : '';
          return kept.trim() ? `${prelude}{${kept}}` : '';
        }
        const shown = selectorsOf(prelude).filter(isShown);
        return shown.length > 0 ? `${shown.join(',')}{${body}}` : '';
      })
      .join('\n');
  return write(rulesOf(css.replace(/\/\*[\s\S]*?\*\//g, '')));
}

/** The classes of a component by Mantine's names for them. */
function partsOf(component: string): Parts {
  const found = Object.values(MANTINE_MODULES)
    .find((components) => components.has(component))
    ?.get(component);
  if (!found) throw new Error(`Mantine has no ${component}`);
  return found;
}

/** The classes of a package's components, from the files that name them; undefined where each component has its own sheet. */
function classesOf(name: string): ReadonlySet<string> | undefined {
  const components = COMPONENTS[name];
  return components && new Set(components.flatMap((component) => [...partsOf(component).values()]));
}

/** The classes of parts that are never shown. */
export const unusedClasses: ReadonlySet<string> = new Set(
  Object.entries(UNUSED_PARTS).flatMap(([component, parts]) => {
    const classes = partsOf(component);
    return parts.map((part) => {
      const one = classes.get(part);
      if (!one) throw new Error(`${component} of Mantine has no ${part}`);
      return one;
    });
  }),
);

/** The one thing that stands upright. */
const SCROLL_BAR = partsOf('ScrollArea').get('scrollbar') ?? '';
const UPRIGHT = new RegExp(`^\\.${SCROLL_BAR}:where\\(\\[data-orientation=vertical\\]\\)`);

const DENIED = /:not\([^()]*\)/g;
const ONE_OF = /:(?:where|is)\(([^()]*,[^()]*)\)/g;

/** Whether anything that a selector, or the name of an animation, speaks of is ever shown; of several, one is enough. */
export function isEverShown(selector: string): boolean {
  const isTaken = (asked: string) => !UNUSED_STATES.some((state) => asked.includes(state));
  const asked = selector.replace(/["']/g, '').replace(DENIED, '').replace(UPRIGHT, `.${SCROLL_BAR}`);
  const choices = [...asked.matchAll(ONE_OF)].map(([, list = '']) => list.split(','));
  return (
    isTaken(asked.replace(ONE_OF, '')) &&
    choices.every((choice) => choice.some(isTaken)) &&
    !(selector.match(/m_\w+/g) ?? []).some((one) => unusedClasses.has(one))
  );
}

/** Without the variables of sizes in which nothing is shown, unless the sheet itself falls back on them. */
export function keepSizes(css: string): string {
  return css.replace(
    /--(?!mantine)([\w-]+?)-((?:compact-)?(?:xs|sm|md|lg|xl)):[^;}]*(?:;|(?=\}))/g,
    (declaration, name: string, size: string) => {
      const known = Object.keys(SIZES).find((start) => name === start || name.startsWith(`${start}-`));
      const shown = (known === undefined || name === 'ai-size-input' ? undefined : SIZES[known]) ?? ['sm'];
      return shown.includes(size) || css.includes(`var(--${name}-${size})`) ? declaration : '';
    },
  );
}

export function mantineCss(): Plugin {
  return {
    name: 'mantine-css',
    enforce: 'pre',
    transform(css, id) {
      const name = SHEET.exec(id)?.[1];
      if (!name) return null;
      const used = classesOf(name);
      const isShown = (selector: string) =>
        isEverShown(selector) && (!used || [...selector.matchAll(/\.(m_\w+)/g)].every(([, one = '']) => used.has(one)));
      // The whole interface has one scale.
      const unscaled = keepShown(css, isShown).replace(
        /calc\(([-.\d]+(?:rem|em|px)) \* var\(--mantine-scale\)\)/g,
        '$1',
      );
      return keepSizes(unscaled);
    },
  };
}
