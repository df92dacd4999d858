import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The ms that a colour which is still changing has for it. */
const SETTLES_MS = 10_000;

/**
 * Returns what axe finds wrong with the page as it is shown, a line for each element; with `tags`, by the rules of these alone. What is found is
 * looked at again until it is gone or has stayed for 10 s, because the colours of another scheme come one after the other. axe runs in the page
 * itself and gathers nothing about what is right: its own driver opens another page for the answer each time, which takes four times as long.
 */
export async function axeFindings(page: Page, tags?: string[]): Promise<string[]> {
  for (const until = Date.now() + SETTLES_MS; ; await setTimeout(200)) {
    const findings = await look(page, tags);
    if (findings.length === 0 || Date.now() > until) return findings;
  }
}

async function look(page: Page, tags?: string[]): Promise<string[]> {
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
