import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Mantine's stylesheets without what this application never shows. Its packages of dates and charts come as one sheet each, and every
 * sheet holds states that nothing here takes. The budget test says when a class that a script names has lost its rule.
 */
const SHEET = /node_modules[\\/]@mantine[\\/](core|dates|charts)[\\/].*\.css$/;

/** Of the packages that come as one sheet, the components that are shown with what they are made of. */
const COMPONENTS: Record<string, readonly string[]> = {
  charts: ['grid-chart', 'ChartTooltip', 'PieChart'],
  dates: [
    'CalendarHeader',
    'DatePicker',
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

/** States that no component takes here; quotes left out. */
const UNUSED_STATES = [
  // Left to right only.
  'dir=rtl',
  // Tabs, segmented controls and button groups are rows.
  'data-orientation=vertical',
  'data-combined-clear-section',
  'data-drag-over',
  'data-first-in-range',
  'data-in-range',
  'data-inverted',
  'data-last-in-range',
  'data-line-clamp',
  'data-offset-scrollbars',
  'data-success',
  'data-truncate',
  'data-variant=dot',
  'data-variant=gradient',
  'data-variant=pills',
  'data-with-bottom-section',
  'data-with-column-border',
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
          const kept = inner.length > 0 ? write(inner) : body;
          return kept.trim() ? `${prelude}{${kept}}` : '';
        }
        const shown = selectorsOf(prelude).filter(isShown);
        return shown.length > 0 ? `${shown.join(',')}{${body}}` : '';
      })
      .join('\n');
  return write(rulesOf(css.replace(/\/\*[\s\S]*?\*\//g, '')));
}

/** The classes of a package's components, from the files that name them; undefined where each component has its own sheet. */
function classesOf(name: string): ReadonlySet<string> | undefined {
  const components = COMPONENTS[name];
  if (!components) return undefined;
  const directory = join(import.meta.dirname, `../node_modules/@mantine/${name}/esm`);
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const classes = components.flatMap((component) => {
    const file = files.find((one) => one.split(/[\\/]/).at(-1) === `${component}.module.mjs`);
    if (!file) throw new Error(`@mantine/${name} has no ${component}`);
    return readFileSync(join(directory, file), 'utf8').match(/m_\w+/g) ?? [];
  });
  return new Set(classes);
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
        !UNUSED_STATES.some((state) => selector.replace(/["']/g, '').includes(state)) &&
        (!used || [...selector.matchAll(/\.(m_\w+)/g)].every(([, one = '']) => used.has(one)));
      // The whole interface has one scale.
      return keepShown(css, isShown).replace(/calc\(([-.\d]+(?:rem|em|px)) \* var\(--mantine-scale\)\)/g, '$1');
    },
  };
}
