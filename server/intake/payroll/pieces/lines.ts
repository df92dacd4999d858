import { TYPED_UNITS } from '#contract/platform/common.ts';
import type { DateOrder } from '#contract/platform/dateOrder.ts';
import { MAX_ENTRY_MS } from '#contract/platform/records.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import {
  type DecimalSign,
  decimalSignIn,
  readDecimal,
  readHours,
  readTime,
  twoNumbersIn,
  withoutThousands,
} from '../../../platform/files/cells.ts';
import { dateIn, orderOf, otherWeekday, splitWeekday } from '../../../platform/files/dates.ts';
import { twoMeanings } from '../../../platform/files/lineReason.ts';
import { DAY, HOUR, instantOf, type LocalDate, localDateOf, wallClock, type Zone } from '../../../platform/zone.ts';
import type { Line } from './table.ts';

/** The headings of the columns by the fields of a piecework entry. */
export const PIECE_LABELS: Readonly<Record<string, string>> & { employeeNumber: string } = {
  employeeNumber: 'Employee Number',
  units: 'Units',
  startedAt: 'Started At',
  endedAt: 'Ended At',
  durationMs: 'Hours',
  lookup1Code: 'Lookup 1',
  lookup2Code: 'Lookup 2',
  jobDescription: 'Job Description',
  code: 'Code',
};

const MIDNIGHT = /(^|[T ])24:00(:00)?$/;

/** A piecework entry as a payroll sync sends it, which checks it (`syncWork`). */
export type PieceRecord = {
  employeeNumber: string;
  units: string;
  startedAt: string;
  /** Its date, if the list says no time: the start is the midnight of it. */
  date?: LocalDate;
  endedAt?: string;
  durationMs?: number;
  jobDescription: string | null;
  code?: string;
  lookup1Code?: string | null;
  lookup2Code?: string | null;
};

export const numberOf = (cells: Line['cells']) => cells.number?.trim() ?? '';
/** A line as it was read. */
export type ReadLine = Line & {
  read: ReturnType<typeof readPiece>;
  /** The line in other orders of dates, where they give another instant. */
  others: PieceRecord[];
};

/** Reads a line; returns what is wrong with one of its cells, or its record without the code and the lookups. */
function readPiece(
  { cells, wrong }: Line,
  { zone, decimalSign, dates }: { zone: Zone; decimalSign: DecimalSign; dates: DateOrder },
): { wrong: string | Message } | { record: PieceRecord } {
  const notMoment = (column: string, cell: string, example: string) => ({
    wrong:
      otherWeekday(cell, dates) ??
      (MIDNIGHT.test(cell)
        ? msg('"{cell}": write midnight as 00:00 of the next day (column {column})', { cell, column })
        : msg('"{cell}" is not a date and time: write it as {example} (column {column})', { cell, example, column })),
  });
  const cell = (id: string) => cells[id]?.trim() ?? '';
  if (wrong) return { wrong };
  if (cell('number') === '') return { wrong: words('The employee number is missing') };
  for (const id of ['units', 'hours']) {
    const two = twoNumbersIn(cell(id), decimalSign);
    if (two) return { wrong: twoMeanings(cell(id), two) };
  }
  const units = readDecimal(cell('units'), decimalSign);
  if (units === undefined)
    return {
      wrong: msg('"{cell}" is not a number: write it as 12.5 (column {column})', {
        cell: cell('units'),
        column: 'Units',
      }),
    };
  // More decimals than three are refused where the entry is checked.
  if (!TYPED_UNITS.test(units.replace(/^-|\..*$/g, '')))
    return { wrong: msg('"{cell}" has too many digits', { cell: cell('units') }) };

  // A date alone is the start of its day, unless the time has a column of its own.
  const at = (moment: string, time: string) =>
    readInstant(time === '' ? (hasTime(moment) ? moment : `${moment} 00:00`) : `${moment} ${time}`, { zone, dates });
  const startedAt = at(cell('startedAt'), cell('startTime'));
  if (!startedAt)
    return notMoment('Started At', `${cell('startedAt')} ${cell('startTime')}`.trim(), '2026-11-20 07:00');
  const record: PieceRecord = {
    employeeNumber: cell('number'),
    units,
    startedAt: startedAt.toISOString(),
    ...(isDateAlone(cells) && { date: localDateOf(zone, startedAt.getTime()) }),
    jobDescription: cell('jobDescription') || null,
  };
  if (!record.date && (cell('endedAt') || cell('endTime'))) {
    const end = at(cell('endedAt') || cell('startedAt').replace(TIME_OF_DAY, ''), cell('endTime'));
    const endedAt = end && (cell('endedAt') ? end : sameNight(startedAt, end, zone));
    if (!endedAt) return notMoment('Ended At', `${cell('endedAt')} ${cell('endTime')}`.trim(), '2026-11-20 16:00');
    if (endedAt < startedAt)
      return {
        wrong: words(
          'The end is before the start: after midnight, write its date too, as 2026-11-21 06:00 (column Ended At)',
        ),
      };
    if (endedAt.getTime() - startedAt.getTime() > MAX_ENTRY_MS)
      return { wrong: words('The end is more than 7 days after the start (column Ended At)') };
    record.endedAt = endedAt.toISOString();
  } else if (cell('hours')) {
    const durationMs = readHours(cell('hours'), decimalSign);
    if (durationMs === undefined)
      return {
        wrong: msg('"{cell}" is not a number of hours: write it as 1.5 or 1:30 (column {column})', {
          cell: cell('hours'),
          column: 'Hours',
        }),
      };
    record.durationMs = durationMs;
  }
  return { record };
}

/** The longest that work lasts whose list says one date for both of its times. */
const MOST_OF_A_NIGHT = 16 * HOUR;
/** Returns the end of work of which only the time is known: of the next morning where it is before the start and a night leads to it. */
function sameNight(startedAt: Date, end: Date, zone: Zone): Date {
  if (end >= startedAt) return end;
  const morning = new Date(instantOf(zone, wallClock(zone, end.getTime()) + DAY));
  return morning.getTime() - startedAt.getTime() <= MOST_OF_A_NIGHT ? morning : end;
}

const ORDERS: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];
/** Reads a line in an order of dates, and in the others. */
export function readLine(line: Line, options: { zone: Zone; decimalSign: DecimalSign; dates: DateOrder }): ReadLine {
  const read = readPiece(line, options);
  if ('wrong' in read) return { ...line, read, others: [] };
  const others = ORDERS.filter((order) => order !== options.dates).flatMap((dates) => {
    const other = readPiece(line, { ...options, dates });
    return 'wrong' in other || other.record.startedAt === read.record.startedAt ? [] : [other.record];
  });
  return { ...line, read, others };
}

/** The time of day behind a date. */
const TIME_OF_DAY = /[T ]\s?\d{1,2}:\d.{0,40}$/;
const hasTime = (moment: string) => TIME_OF_DAY.test(moment);
/** Tells whether a line says its date and no time: neither of its start, nor of an end, which is of that date too. */
const isDateAlone = ({ startedAt = '', startTime = '', endedAt = '', endTime = '' }: Line['cells']) =>
  [startTime, endTime].every((time) => time.trim() === '') &&
  ![startedAt, endedAt].some(hasTime) &&
  ['', startedAt.trim()].includes(endedAt.trim());
const MIDNIGHT_BEHIND = /[T ]0?0:00(:00(\.0+)?)?$/;
/** Returns lines without the midnight that programs write behind each date where they know no time. */
export function withoutMidnights(lines: readonly Line[]): readonly Line[] {
  const isDate = (cell = '') => !hasTime(cell.trim()) || MIDNIGHT_BEHIND.test(cell.trim());
  if (!lines.every(({ cells }) => isDate(cells.startedAt) && isDate(cells.endedAt))) return lines;
  return lines.map(({ cells, ...line }) => ({
    ...line,
    cells: {
      ...cells,
      ...(cells.startedAt && { startedAt: cells.startedAt.trim().replace(MIDNIGHT_BEHIND, '') }),
      ...(cells.endedAt && { endedAt: cells.endedAt.trim().replace(MIDNIGHT_BEHIND, '') }),
    },
  }));
}
const AMOUNTS = ['units', 'hours'] as const;
/** Returns a cell that may be two numbers, in a column that does not tell. */
export const unclearNumberIn = (lines: readonly Line[], sign: DecimalSign): string | undefined =>
  AMOUNTS.flatMap((id) => {
    const cells = lines.map(({ cells }) => cells[id]?.trim() ?? '');
    return decimalSignIn(cells) ? [] : cells.filter((cell) => twoNumbersIn(cell, sign));
  })[0];
/** Returns lines whose numbers are read by the decimal sign that others of their column have, or that was chosen. */
export function withoutGroups(lines: readonly Line[], chosen?: DecimalSign): readonly Line[] {
  const signs = AMOUNTS.flatMap((id) => {
    const sign = decimalSignIn(lines.map(({ cells }) => cells[id] ?? '')) ?? chosen;
    return sign ? [[id, sign] as const] : [];
  });
  return lines.map((line) => ({
    ...line,
    cells: {
      ...line.cells,
      ...Object.fromEntries(signs.map(([id, sign]) => [id, withoutThousands(line.cells[id] ?? '', sign)])),
    },
  }));
}

const DAY_AND_MONTH = /^(?:\d{1,2}[\s\-/.]*\p{L}{3,12}|\p{L}{3,12}\.?\s+\d{1,2})\.?$/u;
/** Returns lines whose dates without a year ('16-Nov', 'Mon 16 Nov') are the last such days that have begun. */
export const withYears = (lines: readonly Line[], today: LocalDate): readonly Line[] =>
  lines.map((line) => {
    const { weekday, date: text } = splitWeekday(line.cells.startedAt?.trim() ?? '');
    if (!DAY_AND_MONTH.test(text)) return line;
    const year = Number(today.slice(0, 4));
    const date = [year, year - 1].map((one) => dateIn(`${text} ${one}`, 'ymd')).find((one) => one && one <= today);
    return date ? { ...line, cells: { ...line.cells, startedAt: `${weekday} ${date}`.trim() } } : line;
  });
/** Returns the order in which the dates of some lines can be read; null where two give different days. */
export function datesOf(lines: readonly Line[]): DateOrder | null {
  const moments = lines.flatMap(({ cells }) => [cells.startedAt ?? '', cells.endedAt ?? '']);
  const order = orderOf([...new Set(moments.map((moment) => moment.trim().replace(TIME_OF_DAY, '')))]);
  return order === undefined ? 'ymd' : order;
}

/** Reads an instant with its offset, or a date and time on the account's clock; undefined for what cannot be read. */
function readInstant(cell: string, { zone, dates }: { zone: Zone; dates: DateOrder }): Date | undefined {
  const text = cell.trim();
  if (text.includes('T') && /(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? undefined : at;
  }
  const found = /^(\S.{0,40}?)[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([ap]\.?m\.?)?$/i.exec(text);
  const date = dateIn(found?.[1] ?? '', dates);
  const time = readTime(`${found?.[2]}:${found?.[3]}${found?.[5] ?? ''}`);
  if (!date || !time || Number(found?.[4] ?? 0) > 59) return undefined;
  return new Date(instantOf(zone, Date.parse(`${date}T${time}:${found?.[4] ?? '00'}Z`)));
}
