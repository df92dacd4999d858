import { Readable } from 'node:stream';
import { ROLL_COLUMNS, ROLL_LETTERS, type RollColumn, shownLetter } from '#contract/figures/people.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import type { Db } from '../../platform/db/db.ts';
import { csvFile } from '../../platform/files/csvFile.ts';
import type { Cells, Value } from '../../platform/files/table.ts';
import { xlsxFile } from '../../platform/files/xlsxFile.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { dayInFigures, momentInFigures } from '../../platform/words/figures.ts';
import { ENGLISH, type Words, wordsIn } from '../../platform/words/words.ts';
import { localTime, zoneOf } from '../../platform/zone.ts';
import type { Range } from './range.ts';
import {
  cellsOf,
  NO_SUMS,
  type PeriodsAsked,
  periodsAsked,
  type RollSearch,
  type Row,
  type Sight,
  type Sums,
  searchedRows,
  sumsOfPeriods,
} from './roll.ts';

const text = (id: string, label: string, width: number): Column => ({ id, label, kind: 'text', width });
const SUMS: readonly (Column & { id: RollColumn; sum: keyof Sums; sees: keyof Sight })[] = [
  {
    id: 'present',
    sum: 'present',
    label: words('Days Present'),
    kind: 'count',
    width: 14,
    total: true,
    sees: 'attendance',
  },
  { id: 'late', sum: 'late', label: words('Days Late'), kind: 'count', width: 12, total: true, sees: 'attendance' },
  {
    id: 'absent',
    sum: 'absent',
    label: words('Days Absent'),
    kind: 'count',
    width: 12,
    total: true,
    sees: 'attendance',
  },
  {
    id: 'clocked',
    sum: 'clockedMs',
    label: words('Clocked'),
    kind: 'hours',
    width: 12,
    total: true,
    sees: 'attendance',
  },
  { id: 'paid', sum: 'paidMs', label: words('Paid'), kind: 'hours', width: 12, total: true, sees: 'attendance' },
  { id: 'units', sum: 'units', label: words('Units'), kind: 'units', width: 12, total: true, sees: 'piecework' },
  { id: 'wasted', sum: 'wastedMs', label: words('Wasted'), kind: 'hours', width: 12, total: true, sees: 'attendance' },
];
const shownCell = (cell: string, say: Words['say']) =>
  cell === '-' ? '' : `${shownLetter(cell.slice(0, 1), say)}${cell.slice(1)}`;
/** Returns the letters of the cells in words. */
function keyIn({ say }: Words): string {
  const letters = Object.entries(ROLL_LETTERS)
    .filter(([letter]) => letter !== '-')
    .map(([letter, word]) => `${shownLetter(letter, say)} ${say(word)}`)
    .join(', ');
  return say(msg('{letters}; a dot: a punch is missing; a star: corrected or excused.', { letters }));
}

type Asked = RollSearch & PeriodsAsked & { exportType: 'csv' | 'xlsx'; columns?: readonly RollColumn[] | undefined };
/** A column with the value that a row has in it. */
type Part = Column & { of: (row: Row) => Value };
const cellOf = (sums: Sums, sum: keyof Sums): Value => (sum === 'units' ? sums.units.toFixed() : sums[sum]);
type Caller = Pick<UserCaller, 'accountName' | 'timeZone' | 'language'>;

/** Returns the whole roll as a file, its sums as in the reports: hours as decimals and as h:mm. A workbook is in the caller's language. */
export async function rollFile(
  db: Db,
  range: Range,
  asked: Asked,
  sight: Sight,
  { accountName, timeZone, language }: Caller,
  now: Date,
) {
  const { dates } = range;
  const spoken = asked.exportType === 'csv' ? ENGLISH : wordsIn(language);
  const { say } = spoken;
  const dayIn = (date: string) => dayInFigures(spoken, date);
  const found = await searchedRows(db, range, asked, sight);
  const periods = (await periodsAsked(db, range, asked)) ?? [];
  const ofPeriods = await sumsOfPeriods(db, range, found, periods);
  const isPaid = found.some(({ sums }) => sums.paidMs !== null);
  const [from = '', to = from] = [dates[0], dates.at(-1)];
  const cells = sight.attendance ? await cellsOf(db, range, found) : null;
  /** The values of a sum, first those of each period. */
  const sumOf = ({ sum, label, ...column }: (typeof SUMS)[number]): Part[] => [
    ...periods.map((period, nth) => ({
      ...column,
      label: say(msg('{label} {from} to {to}', { label: say(label), from: dayIn(period.from), to: dayIn(period.to) })),
      of: ({ rostered }: Row) => cellOf(ofPeriods[nth]?.get(rostered.employeeId) ?? NO_SUMS, sum),
    })),
    { ...column, label: say(label), of: ({ sums }) => cellOf(sums, sum) },
  ];
  const parts = (asked.columns ?? ROLL_COLUMNS.map(({ id }) => id)).flatMap((id): Part[] => {
    if (id === 'days')
      return cells
        ? dates.map((date, nth) => ({
            ...text(date, dayIn(date), 11),
            of: ({ rostered }) => shownCell(cells.get(rostered.employeeId)?.[nth] ?? '-', say),
          }))
        : [];
    const column = SUMS.find((sum) => sum.id === id);
    return column && sight[column.sees] && (id !== 'paid' || isPaid) ? sumOf(column) : [];
  });
  const columns: Part[] = [
    { ...text('number', say(words('Employee Number')), 16), of: ({ rostered }) => rostered.number },
    { ...text('firstName', say(words('First Name')), 18), of: ({ rostered }) => rostered.firstName },
    { ...text('lastName', say(words('Last Name')), 18), of: ({ rostered }) => rostered.lastName },
    ...parts,
  ];
  const rows = found.map((row): Cells => columns.map(({ of }) => of(row)));
  const batches = (async function* () {
    yield rows;
  })();
  if (asked.exportType === 'csv') return Readable.from(csvFile(columns, batches), { objectMode: false });
  const madeAt = `${momentInFigures(spoken, localTime(zoneOf(timeZone), now.getTime()))} (${timeZone})`;
  const head = { words: spoken, title: say(msg('Roll')), accountName, from, to, madeAt, trust: [keyIn(spoken)] };
  return xlsxFile(head, columns, batches);
}
