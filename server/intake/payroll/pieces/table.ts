import { z } from 'zod';
import { trimUnseen } from '#contract/platform/common.ts';
import { msg, words } from '#contract/platform/words.ts';
import { inBoundedThread, PARSED_AT_ONCE } from '../../../platform/files/boundedThread.ts';
import { readCsvRows, unguarded } from '../../../platform/files/csvRows.ts';
import { unreadColumns } from '../../../platform/files/unread.ts';
import { invalid, Refusal } from '../../../platform/http/errors.ts';

/** A line of a file by our names of its columns; a column that the file lacks is absent. `isTooLong`: it has more cells than the first line. */
export type Line = { line: number; cells: Record<string, string>; isTooLong: boolean };
const table = z.object({
  lines: z.array(z.object({ line: z.int(), cells: z.record(z.string(), z.string()), isTooLong: z.boolean() })),
  decimalSign: z.enum(['.', ',']),
  unread: z.array(z.string()),
});
/** The lines of a file, its decimal sign, and its columns that are not read. */
export type Table = z.infer<typeof table>;
/** Our names of columns, and those that people use; compared without case, accents, spaces and punctuation. */
export type Headers = Record<string, { names: readonly string[]; required?: true }>;

const MAX_LINES = 20_000;
const MAX_COLUMNS = 200;
/** The name of a column is read up to here, and named so in a message. */
const MAX_NAME = 60;
const bare = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Reads a CSV as `parseTable` does: a long one in a thread, and none whose first line has too many columns. */
export async function readTable(csv: string, headers: Headers, thread: URL): Promise<Table> {
  if (separatorsIn(csv) > MAX_COLUMNS) throw tooManyColumns();
  if (Buffer.byteLength(csv) <= PARSED_AT_ONCE) return parseTable(csv, headers);
  return table.parse(await inBoundedThread(thread, csv));
}
const tooManyColumns = () =>
  new Refusal('TOO_LARGE', msg('The file has more than {most} columns.', { most: MAX_COLUMNS }));
/** Returns the number of separators in the first line, as far as it is needed; those within quotes count too. */
const separatorsIn = (csv: string) =>
  csv
    .slice(0, 100_000)
    .split(/\r?\n/, 1)[0]
    ?.match(/[,;\t]/g)?.length ?? 0;

/** Reads a CSV with any separator (comma, semicolon, tab), and with its columns in any order and common spellings. */
export function parseTable(csv: string, headers: Headers): Table {
  // One more than allowed, and the header: a file of line ends alone took a minute.
  const { rows: read, decimalSign } = readCsvRows(csv, 'csv', MAX_LINES + 2);
  const [header, ...rows] = read;
  if (!header) throw invalid('csv', words('The file is empty.'));
  if (rows.length > MAX_LINES)
    throw new Refusal(
      'TOO_LARGE',
      msg('The file has more than {most} lines. Import it in parts.', { most: MAX_LINES }),
    );
  if (header.record.length > MAX_COLUMNS) throw tooManyColumns();
  const names = header.record.map((name) => name.slice(0, MAX_NAME).toWellFormed());
  const known = new Map(
    Object.entries(headers).flatMap(([id, { names: spellings }]) => [id, ...spellings].map((name) => [bare(name), id])),
  );
  const columns = names.map((name) => known.get(bare(name)));
  const missing = Object.entries(headers).filter(([id, { required }]) => required && !columns.includes(id));
  if (missing.length > 0)
    throw invalid(
      'csv',
      msg('The file has no column {missing}. Its columns are: {names}.', {
        missing: missing.map(([, { names }]) => `"${names[0]}"`).join(', '),
        names: names.join(', '),
      }),
    );
  const twice = columns.find((id, i) => id !== undefined && columns.indexOf(id) !== i);
  if (twice !== undefined)
    throw invalid(
      'csv',
      msg('The file has the column "{column}" twice.', { column: headers[twice]?.names[0] ?? twice }),
    );
  const lines = rows
    .filter(({ record }) => record.some((cell) => cell.trim() !== ''))
    .map(({ record, line }) => ({
      line,
      cells: Object.fromEntries(
        columns.flatMap((id, i) => (id === undefined ? [] : [[id, unguarded(seen(record[i] ?? ''))]])),
      ),
      // A separator within a cell has moved those after it.
      isTooLong: record.slice(columns.length).some((cell) => cell.trim() !== ''),
    }));
  const unread = unreadColumns(
    names,
    (column) => columns[column] !== undefined || column >= columns.length,
    rows.map(({ record }) => record),
  );
  return { lines, decimalSign, unread };
}

/** Removes the unseen characters around a cell that a copy brings along. A cell without any stays as it is: lines are recognised by their cells. */
const seen = (cell: string) => {
  const text = trimUnseen(cell);
  return text === cell.trim() ? cell : text;
};
