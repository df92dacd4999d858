import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { withShortClasses } from '../../build/classNames.ts';
import { isEverShown, keepShown } from '../../build/mantineCss.ts';

/** The selectors of Mantine's stylesheets that the build leaves out, without what a pointer or the colour scheme adds. */
function leftOut(): string[] {
  const root = join(import.meta.dirname, '../../node_modules/@mantine');
  const core = readdirSync(join(root, 'core/styles')).filter((name) => name.endsWith('.layer.css'));
  const sheets = [...core.map((name) => `core/styles/${name}`), 'dates/styles.layer.css', 'charts/styles.layer.css'];
  const found = new Set<string>();
  for (const sheet of sheets)
    keepShown(readFileSync(join(root, sheet), 'utf8'), (selector) => {
      if (!selector.startsWith('@') && !isEverShown(selector)) found.add(selector);
      return true;
    });
  return [...found].map((selector) =>
    withShortClasses(selector)
      .replace(/::[\w-]+/g, '')
      .replace(/:(hover|focus-visible|focus-within|focus|active)\b/g, '')
      .replace(
        /:where\(\[data-mantine-color-scheme=["']?\w+["']?\]\)|\[data-mantine-color-scheme=["']?\w+["']?\]/g,
        '',
      ),
  );
}

const LEFT_OUT = leftOut();

/** What stands on the page and has lost its looks: elements that a rule was meant for which the build leaves out, variables of nothing. */
export const unstyled = (page: Page) =>
  page.evaluate((selectors) => {
    const matched = selectors.filter((selector) => selector.trim() && document.querySelector(selector));
    const variables = [...document.querySelectorAll('[style]')].flatMap((element) =>
      [...(element.getAttribute('style') ?? '').matchAll(/var\((--[\w-]+)\)/g)]
        .map(([, name = '']) => name)
        .filter((name) => getComputedStyle(element).getPropertyValue(name) === ''),
    );
    return [...new Set([...matched, ...variables])];
  }, LEFT_OUT);
