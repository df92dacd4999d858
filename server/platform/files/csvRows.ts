import { CsvError, type Options, parse } from 'csv-parse/sync';
import { msg } from '#contract/platform/words.ts';
import { invalid } from '../http/errors.ts';
import type { DecimalSign } from './cells.ts';

/** A record of a CSV; `line` is the line of the file on which it begins, from 1. */
export type CsvRow = { record: string[]; line: number };
/** The records of a CSV, and its decimal sign if it tells it: where a semicolon separates cells, the comma is one. */
export type CsvRows = { rows: CsvRow[]; decimalSign: DecimalSign | undefined };

/** The most characters of a record: with more, the parser would read on for seconds. */
const MAX_RECORD = 100_000;
/** The first line by which Excel is told the separator. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?\n/i;

/** Reads a CSV with any separator (comma, semicolon, tab, bar), at most `most` records. Throws VALIDATION_FAILED, which names `field`. */
export function readCsvRows(csv: string, field: string, most?: number): CsvRows {
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(csv) ?? [];
  const delimiter = separator ?? delimiterOf(csv);
  const options: Options = {
    ...{ bom: true, delimiter, relax_column_count: true, relax_quotes: true, max_record_size: MAX_RECORD },
    ...(most !== undefined && { to: most }),
  };
  const content = withoutFormulas(csv.slice(separatorLine.length));
  const first = separator === undefined ? 1 : 2;
  const read = (more?: Options): string[][] => parse(content, { ...options, ...more });
  try {
    const { rows } = numbered(read(), first);
    const broken = lineOfStrayQuote(content, rows, { ...options, to: undefined, relax_quotes: false }, first);
    if (broken !== undefined) throw unclosed(field, broken);
    return { rows, decimalSign: delimiter === ';' ? ',' : undefined };
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE')
      throw invalid(field, msg('A line of the file has more than {most} characters.', { most: MAX_RECORD }));
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') {
      const { records: whole } = error;
      throw unclosed(field, numbered(typeof whole === 'number' && whole > 0 ? read({ to: whole }) : [], first).next);
    }
    if (error instanceof CsvError)
      throw invalid(field, msg('The file is not a CSV: {message}', { message: error.message }));
    throw error;
  }
}

const unclosed = (field: string, line: number) =>
  invalid(field, msg('The file is not a CSV: a quotation mark in line {line} is not closed.', { line }));

const BREAK = /\r\n|\r|\n/g;
const breaksIn = (record: readonly string[]) => record.reduce((sum, cell) => sum + (cell.match(BREAK)?.length ?? 0), 0);
/** Returns records with the lines on which they begin, and the line after the last: a line break within quotes belongs to its record. */
function numbered(records: readonly string[][], first: number): { rows: CsvRow[]; next: number } {
  let next = first;
  const rows = records.map((record) => {
    const row = { record, line: next };
    next += 1 + breaksIn(record);
    return row;
  });
  return { rows, next };
}

/**
 * Returns the first line of a record over several lines that is no CSV by the strict grammar: a stray quotation mark took the lines up to the next one for
 * one cell, and they would be lost without a word.
 */
function lineOfStrayQuote(content: string, rows: readonly CsvRow[], strict: Options, first: number) {
  const long = rows.filter(({ record }) => record.some((cell) => cell.includes('"') && /[\r\n]/.test(cell)));
  if (long.length === 0) return undefined;
  const lines = content.split(BREAK);
  return long.find(({ record, line }) => {
    try {
      parse(lines.slice(line - first, line - first + breaksIn(record) + 1).join('\n'), strict);
      return false;
    } catch {
      return true;
    }
  })?.line;
}

/** Programs keep the zeros of a number for Excel as ="0042", which is no CSV. */
const withoutFormulas = (csv: string) =>
  csv.includes('="') ? csv.replace(/(^|[,;\t\r\n])="([^"\r\n]{0,100})"(?=[,;\t\r\n]|$)/g, '$1"$2"') : csv;

/** The lines that tell the separator: a title may have commas above a list with semicolons. */
const LOOKED_AT = 20;
/** Returns the separator that occurs in most of the first lines, of equal ones the most often. */
function delimiterOf(csv: string): string {
  const lines = csv.slice(0, 10_000).split(/\r?\n/, LOOKED_AT);
  const weight = (mark: string) => {
    const counts = lines.map((line) => line.split(mark).length - 1);
    return counts.filter((count) => count > 0).length * 10_000 + counts.reduce((sum, count) => sum + count, 0);
  };
  return [',', ';', '\t', '|'].reduce((best, mark) => (weight(mark) > weight(best) ? mark : best));
}

/** Removes the apostrophe that our own exports put before text that a spreadsheet would evaluate. */
export const unguarded = (cell: string) =>
  /^'[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'\p{Cc}/u.test(cell) ? cell.slice(1) : cell;
