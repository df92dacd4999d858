import { Readable } from 'node:stream';
import { ROLL_LETTERS } from '#contract/people.ts';
import type { Column } from '#contract/reportColumns.ts';
import { localTime, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { csvFile } from '../files/csvFile.ts';
import type { Cells } from '../files/table.ts';
import { xlsxFile } from '../files/xlsxFile.ts';
import type { UserCaller } from '../http/callers.ts';
import type { Range } from './range.ts';
import { cellsOf, type RollSearch, type Sight, type Sums, searchedRows } from './roll.ts';

const text = (id: string, label: string, width: number): Column => ({ id, label, kind: 'text', width });
const SUMS: readonly (Column & { id: keyof Sums; sees: keyof Sight })[] = [
  { id: 'present', label: 'Days Present', kind: 'count', width: 14, total: true, sees: 'attendance' },
  { id: 'late', label: 'Days Late', kind: 'count', width: 12, total: true, sees: 'attendance' },
  { id: 'absent', label: 'Days Absent', kind: 'count', width: 12, total: true, sees: 'attendance' },
  { id: 'clockedMs', label: 'Clocked', kind: 'hours', width: 12, total: true, sees: 'attendance' },
  { id: 'paidMs', label: 'Paid', kind: 'hours', width: 12, total: true, sees: 'attendance' },
  { id: 'units', label: 'Units', kind: 'units', width: 12, total: true, sees: 'piecework' },
  { id: 'wastedMs', label: 'Wasted', kind: 'hours', width: 12, total: true, sees: 'attendance' },
];
/** The letters of the cells in words. */
const KEY = `${Object.entries(ROLL_LETTERS)
  .filter(([letter]) => letter !== '-')
  .map(([letter, word]) => `${letter} ${word}`)
  .join(', ')}; a dot: a punch is missing; a star: corrected or excused.`;

type Asked = RollSearch & { exportType: 'csv' | 'xlsx' };
type Caller = Pick<UserCaller, 'accountName' | 'timeZone'>;

/** Returns the whole roll as a file (spec/trends.md, People), its sums as in the reports: hours as decimals and as h:mm. */
export async function rollFile(
  db: Db,
  range: Range,
  asked: Asked,
  sight: Sight,
  { accountName, timeZone }: Caller,
  now: Date,
) {
  const { dates } = range;
  const found = await searchedRows(db, range, asked, sight);
  const isPaid = found.some(({ sums }) => sums.paidMs !== null);
  const shown = SUMS.filter(({ id, sees }) => sight[sees] && (id !== 'paidMs' || isPaid));
  const columns: Column[] = [
    text('number', 'Employee Number', 16),
    text('firstName', 'First Name', 18),
    text('lastName', 'Last Name', 18),
    ...(sight.attendance ? dates.map((date) => text(date, date, 11)) : []),
    ...shown,
  ];
  const [from = '', to = from] = [dates[0], dates.at(-1)];
  const cells = sight.attendance ? await cellsOf(db, range, found) : null;
  const rows = found.map(({ rostered, sums }): Cells => {
    const { employeeId, number, firstName, lastName } = rostered;
    const own = cells?.get(employeeId)?.map((cell) => (cell === '-' ? '' : cell)) ?? [];
    const figures = { ...sums, units: sums.units.toFixed() };
    return [number, firstName, lastName, ...own, ...shown.map(({ id }) => figures[id])];
  });
  const batches = (async function* () {
    yield rows;
  })();
  if (asked.exportType === 'csv') return Readable.from(csvFile(columns, batches), { objectMode: false });
  const madeAt = `${localTime(zoneOf(timeZone), now.getTime())} (${timeZone})`;
  return xlsxFile({ title: 'Roll', accountName, from, to, madeAt, trust: [KEY] }, columns, batches);
}
