import { CsvError, type Options, parse } from 'csv-parse/sync';
import { msg } from '#contract/words.ts';
import { invalid } from '../http/errors.ts';

/** A record of a CSV; `line` is the line of the file on which it begins, from 1. */
export type CsvRow = { record: string[]; line: number };

/** Reads a CSV with any separator (comma, semicolon, tab), at most `most` records. Throws VALIDATION_FAILED, which names `field`. */
export function readCsvRows(csv: string, field: string, most?: number): CsvRow[] {
  try {
    const options: Options = { bom: true, delimiter: delimiterOf(csv), relax_column_count: true };
    const records: string[][] = parse(csv, most === undefined ? options : { ...options, to: most });
    let line = 1;
    return records.map((record) => {
      const row = { record, line };
      // A line break within quotes belongs to its record.
      line += 1 + record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
      return row;
    });
  } catch (error) {
    if (error instanceof CsvError)
      throw invalid(field, msg('The file is not a CSV: {message}', { message: error.message }));
    throw error;
  }
}

/** Returns the separator that occurs most often in the first line. */
function delimiterOf(csv: string): string {
  const first = csv.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Removes the apostrophe that our own exports put before text that a spreadsheet would evaluate. */
export const unguarded = (cell: string) =>
  /^'[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'\p{Cc}/u.test(cell) ? cell.slice(1) : cell;
