import { english, type Message, msg } from '#contract/platform/words.ts';
import {
  readBreaks,
  readDate,
  readDecimal,
  readHours,
  readTime,
  readWeekday,
  readYes,
  twoNumbersIn,
} from '../../../platform/files/cells.ts';
import { twoMeanings } from '../../../platform/files/lineReason.ts';
import { ofColumn } from '../../../platform/files/spreadsheet/wrongKind.ts';

/** The reason for which a cell is refused. */
export class WrongCell extends Error {
  readonly said: string | Message;
  constructor(said: string | Message) {
    super(english(said));
    this.said = said;
  }
}

export const isMissing = (column: string) => new WrongCell(msg('{column} is missing', { column }));
export const noneOf = (cell: string, names: readonly string[], column: string) =>
  new WrongCell(msg('"{cell}" is none of {names} (column {column})', { cell, names: names.join(', '), column }));
/** Reads a date; null for an empty cell. An ambiguous date is refused. */
export function dateCell(cell: string, column: string): string | null {
  if (cell === '') return null;
  const date = readDate(cell);
  if (date === undefined)
    throw new WrongCell(msg('"{cell}" is not a date: write it as 2026-11-20 (column {column})', { cell, column }));
  return date;
}
/** Returns a date of a person's work. Throws for one of a year in which nobody works now, as a slip of the fingers is: 2206 for 2026. */
export function workDateCell(cell: string, column: string, { from, to }: { from: string; to: string }): string | null {
  const date = dateCell(cell, column);
  if (date !== null && (date < from || date > to))
    throw new WrongCell(
      msg('{date} is not between {from} and {to}: is its year right? (column {column})', { date, from, to, column }),
    );
  return date;
}
export function timeCell(cell: string, column: string): string {
  // A time without a format is a fraction of a day.
  const minutes = /^0?\.\d+$|^0$/.test(cell) ? Math.round(Number(cell) * 1_440) : undefined;
  const text = minutes === undefined ? cell : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const time = readTime(text);
  if (time === undefined && /^24[:h.]?00(:00)?$/i.test(text))
    throw new WrongCell(msg('"{cell}" is not a time: write midnight as 00:00 (column {column})', { cell, column }));
  if (time === undefined)
    throw new WrongCell(msg('"{cell}" is not a time: write it as 07:00 (column {column})', { cell, column }));
  return time;
}
export function yesCell(cell: string, column: string): boolean {
  const yes = readYes(cell);
  if (yes === undefined) throw new WrongCell(msg('"{cell}" is neither yes nor no (column {column})', { cell, column }));
  return yes;
}
export function minutesCell(cell: string, column: string, usual: number): number {
  if (cell === '') return usual;
  if (!/^\d{1,4}$/.test(cell))
    throw new WrongCell(msg('"{cell}" is not a number of minutes (column {column})', { cell, column }));
  return Number(cell);
}
/** Throws WrongCell for a cell that may be two numbers. */
function oneNumber(cell: string, column: string) {
  const two = twoNumbersIn(cell);
  if (two) throw new WrongCell(ofColumn(column, twoMeanings(cell, two)));
}
/** Reads a length of time in minutes. */
export function hoursCell(cell: string, column: string): number {
  oneNumber(cell, column);
  const ms = readHours(cell);
  if (ms === undefined)
    throw new WrongCell(msg('"{cell}" is not hours: write them as 9 or 7:30 (column {column})', { cell, column }));
  return Math.round(ms / 60_000);
}
/** Reads a number; 150% is 1.5. */
export function numberCell(cell: string, column: string): number {
  oneNumber(cell, column);
  const [, percent] = /^(.*)%$/.exec(cell) ?? [];
  const number = readDecimal(percent ?? cell);
  if (number === undefined) throw new WrongCell(msg('"{cell}" is not a number (column {column})', { cell, column }));
  return percent === undefined ? Number(number) : Number((Number(number) / 100).toPrecision(12));
}
/** Reads an amount of money as an exact decimal. */
export function amountCell(cell: string, column: string): string {
  oneNumber(cell, column);
  const amount = readDecimal(cell);
  if (amount === undefined)
    throw new WrongCell(msg('"{cell}" is no amount, such as 3.40 (column {column})', { cell, column }));
  return amount;
}
export function breaksCell(cell: string, column: string) {
  const breaks = readBreaks(cell);
  if (!breaks)
    throw new WrongCell(
      msg('"{cell}" is not breaks: write them as 10:00-10:15 12:00-13:00 unpaid (column {column})', { cell, column }),
    );
  return breaks;
}

/** Reads weekdays, Monday is 1: 'Mon-Fri', 'Sat, Sun', '1-5', 'Fri-Mon'. */
export function daysCell(cell: string, column: string): number[] {
  const parts = cell
    .replace(/(?<!\s)\s*[-–]\s*/g, '-')
    .split(/[\s,;/&]+/)
    .filter(Boolean);
  const notDays = () =>
    new WrongCell(
      msg('"{cell}" is not weekdays: write them as Mon-Fri or Sat, Sun (column {column})', { cell, column }),
    );
  const days = parts.flatMap((part) => {
    const [first, last = first] = part.split('-').map((name) => readWeekday(name));
    if (first === undefined || last === undefined || part.split('-').length > 2) throw notDays();
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => ((first - 1 + i) % 7) + 1);
  });
  if (days.length === 0) throw notDays();
  return [...new Set(days)];
}
