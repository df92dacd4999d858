import { readFileSync } from 'node:fs';

/** A row of a table of examples by the headings of its columns. */
export type Example = { line: number; cells: Readonly<Record<string, string>> };

const cellsOf = (row: string) =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Returns the rows of the tables of a page that follow `<!-- examples: kind -->`. */
export function examplesOf(page: string, kind: string): Example[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    if (text.trim() !== `<!-- examples: ${kind} -->`) return [];
    const end = lines.findIndex((row, i) => i > at && !row.startsWith('|'));
    const [head = '', , ...rows] = lines.slice(at + 1, end);
    const headings = cellsOf(head);
    return rows.map((row, i): Example => {
      const cells = cellsOf(row);
      if (cells.length !== headings.length) throw new Error(`${page}:${at + 4 + i} has ${cells.length} cells`);
      return { line: at + 4 + i, cells: Object.fromEntries(headings.map((heading, c) => [heading, cells[c] ?? ''])) };
    });
  });
}
