import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Returns what axe finds wrong with the page as it is shown, a line for each element; with `tags`, by the rules of these alone. It runs in the page
 * itself and gathers nothing about what is right: axe's own driver opens another page for the answer each time, which takes five times as long.
 */
export async function axeFindings(page: Page, tags?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
  };
  const results = await page.evaluate((given) => window.axe?.run(document, given), options);
  if (!results) throw new Error('axe is not in the page');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}
