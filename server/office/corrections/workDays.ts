import { answersTo } from '../../attendance/answers.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { applied, type RecordChange, type Records } from '../../attendance/corrected.ts';
import { type Stretch, stretches } from '../../attendance/cuts.ts';
import { deriveDays, type HistoryStep, historyOf, shiftsOf } from '../../attendance/derive.ts';
import type { Punch, Shifts, WorkEvent } from '../../attendance/events.ts';
import { type Facts, factsOf, unclockedOf } from '../../attendance/factRows.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import type { Sees } from '../../attendance/listed.ts';
import { type Entry, type Start, startOf } from '../../attendance/piecework.ts';
import type { Membership } from '../../attendance/timeGroups.ts';
import { questionOfDays } from '../../attendance/window.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, EARLIEST, LATEST, type LocalDate } from '../../platform/zone.ts';
import type { Sides } from './safety.ts';

/** The records of an employee's work day (docs/reference/attendance.md#work-day), each by its instant, epoch ms, or by its date alone. */
export type RecordsOfDay = {
  punches: ReadonlySet<number>;
  entries: ReadonlySet<Start>;
  /** The entries without a clock (docs/reference/piecework.md#work-day-of-an-entry). */
  unclocked: ReadonlySet<Start>;
  /** How many these are. */
  unclockedCount: number;
  /** The settled events of the day. */
  events: readonly WorkEvent[];
  /** Returns the employee's days around this one before and after a change; null where it takes a record that is not among theirs. */
  sidesOf(change: Omit<RecordChange, 'employeeId'>): Sides | null;
};

/** Derives the given work days of employees, as their facts were, by `dayKey`; of entries, those that the reader sees. */
export async function readWorkDays(
  tx: Db,
  accountId: string,
  asked: readonly EmployeeDay[],
  {
    calendar,
    people,
    isOfWork,
  }: Pick<Sees, 'isOfWork'> & { calendar: Calendar; people: ReadonlyMap<string, Membership> },
): Promise<Map<string, RecordsOfDay>> {
  const daysOf = Map.groupBy(asked, ({ employeeId }) => employeeId);
  const questions = [...daysOf].flatMap(([employeeId, own]) => {
    const days = own.map(({ day }) => day).sort();
    // With the days around: an added punch may be of an interval that is open since the day before, or move one of the next.
    const [from, to, person] = [days[0], days.at(-1), people.get(employeeId)];
    return from && to && person
      ? [
          questionOfDays(calendar, shiftsOf(calendar, person), employeeId, {
            from: addDays(from, -2),
            to: addDays(to, 2),
          }),
        ]
      : [];
  });
  const found = new Map<string, RecordsOfDay>();
  for await (const answers of answersTo(tx, { accountId, calendar }, questions))
    for (const { question, decided } of answers) {
      const { employeeId, shifts } = question;
      const all = decided === 'nothing' ? [] : stretches(decided.steps, shifts);
      const days = new Map(all.flatMap(({ steps }) => [...deriveDays(steps, shifts)]));
      const outside = unclockedOf(days, shifts);
      for (const { day } of daysOf.get(employeeId) ?? []) {
        const own = days.get(day);
        const work = (own?.entries ?? []).filter(({ lookup1 }) => isOfWork(lookup1));
        const unclocked = outside(work);
        found.set(dayKey({ employeeId, day }), {
          punches: new Set(own?.events.flatMap(({ merged }) => merged.punches.map(({ at }) => at))),
          entries: new Set(work.map(startOf)),
          unclocked: new Set(unclocked.map(startOf)),
          unclockedCount: unclocked.length,
          events: own?.events ?? [],
          sidesOf: sidesAround(() => around(all, day), employeeId, shifts),
        });
      }
    }
  return found;
}

/** Returns the records of the stretches that may fall on the days next to a day, and of one more on either side, with which a change can join them. */
function around(all: readonly Stretch<HistoryStep<Punch, Entry>>[], day: LocalDate): Records {
  const first = all.findIndex(({ high }) => high >= addDays(day, -1));
  const last = all.findLastIndex(({ low }) => low <= addDays(day, 1));
  const steps = all.slice(Math.max(0, (first < 0 ? all.length : first) - 1), last + 2).flatMap((one) => one.steps);
  return {
    punches: steps.flatMap(({ chain }) => chain?.punches ?? []),
    entries: steps.flatMap(({ entry }) => entry ?? []),
  };
}

const EVER = { from: EARLIEST, to: LATEST };
/** Returns what a change does to an employee's records; the days before it are derived once for all proposals of a day. */
function sidesAround(recordsOf: () => Records, employeeId: string, shifts: Shifts): RecordsOfDay['sidesOf'] {
  const factsIn = ({ punches, entries }: Records) =>
    factsOf(employeeId, deriveDays(historyOf(punches, entries, shifts), shifts), shifts, EVER);
  let known: { records: Records; before: Facts } | undefined;
  const derive = () => {
    const records = recordsOf();
    return { records, before: factsIn(records) };
  };
  return (change) => {
    known ??= derive();
    const { records, before } = known;
    const startsOf = ({ punches, entries }: Records): Start[] => [
      ...punches.map(({ at }) => at),
      ...entries.map(startOf),
    ];
    const taken = startsOf(change.removed);
    const times = new Set(startsOf(records));
    return taken.every((at) => times.has(at)) ? { before, after: factsIn(applied(records, change)) } : null;
  };
}
