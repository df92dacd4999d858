import { answersTo } from '../attendance/answers.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { deriveHistory, shiftsOf, type WorkDay } from '../attendance/derive.ts';
import type { Punch } from '../attendance/events.ts';
import { touches } from '../attendance/factRows.ts';
import { judgeDay } from '../attendance/judge.ts';
import { dayKey, type EmployeeDay } from '../attendance/ledger.sql.ts';
import type { Sees } from '../attendance/listed.ts';
import type { Membership } from '../attendance/timeGroups.ts';
import { questionOfDays } from '../attendance/window.ts';
import { addDays, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';

/** The records of an employee's work day (rule 3), each by its instant, epoch ms. */
export type RecordsOfDay = {
  punches: ReadonlySet<number>;
  entries: ReadonlySet<number>;
  /** The entries outside every interval of the employee, of whatever day (rule 15). */
  unclocked: ReadonlySet<number>;
  /** How many these are. */
  unclockedCount: number;
  /** Returns the employee's work days as they would be with some punches changed: those of an instant replaced, others added. */
  after(punches: readonly Punch[]): ReadonlyMap<LocalDate, WorkDay>;
};

const FOREVER = { asOf: Number.POSITIVE_INFINITY, now: Number.POSITIVE_INFINITY };

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
    // With the day before: an added punch may be of an interval that is open since then.
    const [from, to, person] = [days[0], days.at(-1), people.get(employeeId)];
    return from && to && person
      ? [questionOfDays(calendar, shiftsOf(calendar, person), employeeId, { from: addDays(from, -1), to })]
      : [];
  });
  const found = new Map<string, RecordsOfDay>();
  for await (const answers of answersTo(tx, { accountId, calendar }, questions))
    for (const { question, decided } of answers) {
      if (decided === 'nothing') continue;
      const { employeeId, shifts } = question;
      const punches = decided.steps.flatMap(({ chain }) => chain?.punches ?? []);
      const entries = decided.steps.flatMap(({ entry }) => entry ?? []);
      const days = deriveHistory(punches, entries, shifts);
      const intervals = [...days].flatMap(([day, { events }]) => judgeDay(events, shifts.on(day), FOREVER).intervals);
      const after = (changed: readonly Punch[]) => {
        const times = new Set(changed.map(({ at }) => at));
        return deriveHistory([...punches.filter(({ at }) => !times.has(at)), ...changed], entries, shifts);
      };
      for (const { day } of daysOf.get(employeeId) ?? []) {
        const own = days.get(day);
        const work = (own?.entries ?? []).filter(({ lookup1 }) => isOfWork(lookup1));
        const unclocked = work.filter((entry) => !intervals.some((interval) => touches(entry, interval)));
        found.set(dayKey({ employeeId, day }), {
          punches: new Set(own?.events.flatMap(({ merged }) => merged.punches.map(({ at }) => at))),
          entries: new Set(work.map(({ startedAt }) => startedAt)),
          unclocked: new Set(unclocked.map(({ startedAt }) => startedAt)),
          unclockedCount: unclocked.length,
          after,
        });
      }
    }
  return found;
}
