import type { Calendar } from '../../attendance/calendar.ts';
import { type Corrected, deriveCorrected } from '../../attendance/corrected.ts';
import { readEvents } from '../../attendance/fact.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Days, type OvertakenRow, selectOvertaken } from './exceptions.sql.ts';

type Sight = { days: Days; calendar: Calendar; now: Date; employeeIds: readonly string[] | undefined };
/** An added punch with the later records that take its place, the nearest first. */
export type Overtaken = { added: OvertakenRow; records: OvertakenRow[] };

/**
 * Finds the added punches whose record arrived after all: a record of the same day, with the same direction or none, where the day is in no more
 * doubt without the added punch. The OUT of a break that arrives late thus does not replace the OUT of the evening.
 */
export async function findOvertaken(
  tx: Db,
  accountId: string,
  { days, calendar, now, employeeIds }: Sight,
): Promise<Overtaken[]> {
  const rows = await selectOvertaken(tx, accountId, days, employeeIds);
  const corrections = Map.groupBy(rows, ({ correctionId }) => correctionId);
  const byEmployee = Map.groupBy([...corrections.values()], ([row]) => row?.employeeId ?? '');
  const found: Overtaken[] = [];
  // Each is derived without the others: several of one employee in separate turns.
  for (let turn = 0; ; turn++) {
    const some = [...byEmployee.values()].flatMap((own) => own.slice(turn, turn + 1));
    if (some.length === 0) return found;
    const changes = some.flatMap((candidates) =>
      candidates.slice(0, 1).map((row) => ({ employeeId: row.employeeId, removed: addedOf(row), added: NONE })),
    );
    const derived = await deriveCorrected(tx, accountId, calendar, changes, now);
    const without = new Map(derived.map((one) => [one.employeeId, one]));
    for (const candidates of some) {
      const records = candidates.filter((row) => takesPlace(row, without.get(row.employeeId)));
      const [added] = records.sort((a, b) => distance(a) - distance(b));
      if (added) found.push({ added, records });
    }
  }
}

const NONE = { punches: [], entries: [] };
const addedOf = ({ at, direction }: OvertakenRow) => ({
  ...NONE,
  punches: [{ at: Date.parse(at), direction, final: true, given: true }],
});
const distance = ({ at, recordAt }: OvertakenRow) => Math.abs(Date.parse(recordAt) - Date.parse(at));

/** `without`: the employee's days without the added punch. */
function takesPlace({ day, at, recordAt, events }: OvertakenRow, without: Corrected | undefined): boolean {
  if (!without) return false;
  const isOfDay = (instant: string) => without.daysOf({ at: Date.parse(instant) }).includes(day);
  const left = without.facts.find((fact) => fact.day === day)?.events ?? '';
  return isOfDay(at) && isOfDay(recordAt) && doubtsIn(left) <= doubtsIn(events);
}

/** Returns the number of doubts in a day's settled events. */
function doubtsIn(text: string): number {
  const events = readEvents(text);
  const missing = events.flatMap(({ flags }) => flags).filter((flag) => flag !== 'direction-corrected').length;
  return missing + (events.at(-1)?.direction === 'in' ? 1 : 0);
}
