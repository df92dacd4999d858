import type { FaultRow } from './rig.ts';

const HEAD = `| fault | tried | acknowledged | lost | doubled | server errors | back after |
| --- | --- | --- | --- | --- | --- | --- |`;
const number = new Intl.NumberFormat('en-US');
const line = (row: FaultRow) =>
  `| ${Object.values(row)
    .map((cell) => (typeof cell === 'number' ? number.format(cell) : cell))
    .join(' | ')} |`;

export const tableOf = (rows: readonly FaultRow[]) => [HEAD, ...rows.map(line)].join('\n');

const MARKS = ['<!-- the long form, written by npm run test:faults -->', '<!-- end -->'] as const;

/** Returns the page with these rows in its table: they replace those of the same fault, the others stay. Throws where the page has no table. */
export function withRows(page: string, rows: readonly FaultRow[]): string {
  const [from, to] = [page.indexOf(MARKS[0]), page.indexOf(MARKS[1])];
  if (from < 0 || to < from) throw new Error('docs/reliability.md has no place for the table');
  const nameOf = (text: string) => text.split(' | ')[0];
  const known = page
    .slice(from, to)
    .split('\n')
    .filter((text) => text.startsWith('| ') && !HEAD.includes(text));
  const fresh = rows.map(line);
  const kept = known.map((text) => fresh.find((other) => nameOf(other) === nameOf(text)) ?? text);
  const added = fresh.filter((text) => !kept.includes(text));
  return `${page.slice(0, from)}${[MARKS[0], HEAD, ...kept, ...added].join('\n')}\n${page.slice(to)}`;
}
