import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as bounds from '#contract/platform/limits.ts';
import { LIMITS } from '#server/platform/http/rateLimit.ts';
import { code, page, table } from './markdown.ts';

const number = new Intl.NumberFormat('en');
const shown = (value: unknown): string => {
  if (typeof value === 'number') return number.format(value);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${shown(each)}`)
      .join(', ');
  return String(value);
};
/** Returns the comments of a file by the name that follows each. */
function commentsOf(text: string): Map<string, string> {
  const found = text.matchAll(/\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*(?:export const )?(\w+)/g);
  return new Map([...found].map(([, comment = '', name = '']) => [name, comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ')]));
}

/** The bounds that both sides hold, and how often a caller may call. */
export function limits(root: string): string {
  const read = (path: string) => commentsOf(readFileSync(join(root, path), 'utf8'));
  const said = read('contract/platform/limits.ts');
  const calls = read('server/platform/http/rateLimit.ts');
  return page(
    'Limits',
    'For anyone who meets one, or plans for many people. Nothing is cut without a word: what is beyond a limit is refused with a message that names it. Times are in ms where the name ends with MS, sizes in bytes.',
    `## Sizes and times\n\n${table(
      ['limit', 'value', 'of what'],
      Object.entries(bounds)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .filter(([, value]) => typeof value === 'number' || typeof value === 'object')
        .map(([name, value]) => [code(name), shown(value), linksOf(said.get(name) ?? '')]),
    )}`,
    `## Calls\n\nA caller who is over it gets 429 with Retry-After. Each process of the server counts for itself.\n\n${table(
      ['of', 'a minute', 'at once', 'what is counted'],
      Object.entries(LIMITS).map(([name, { perMinute, burst }]) => [
        code(name),
        number.format(perMinute),
        number.format(burst),
        linksOf(calls.get(name) ?? ''),
      ]),
    )}`,
  );
}
/** Returns a comment with its pointers to sections as links of a page in docs/reference. */
const linksOf = (comment: string) =>
  comment.replaceAll(/docs\/(reference\/)?([\w-]+\.md)(#[\w-]+)?/g, (_, reference, file, anchor = '') => {
    const name = file.replace('.md', '').replaceAll('-', ' ');
    return `[${name}](${reference ? '' : '../'}${file}${anchor})`;
  });
