import type { Db } from '../platform/db/db.ts';
import type { LocalDate } from '../platform/zone.ts';
import { answersTo } from './answers.ts';
import type { Calendar } from './calendar.ts';
import { deriveDays, shiftsOf } from './derive.ts';
import { factsOf } from './factRows.ts';
import { type DayFactRow, type PieceworkFactRow, selectMembers, selectReceivedAfter } from './facts.sql.ts';
import { questionOfDays } from './window.ts';

/** The past day of some employees; an employee without facts had none. */
export type PastFacts = { employeeIds: ReadonlySet<string>; facts: DayFactRow[]; work: PieceworkFactRow[] };
type Ask = { accountId: string; calendar: Calendar; day: LocalDate; at: Date };

/**
 * Derives a day as of a past instant from the raw records, for the employees of whom records arrived since. Records count that had been received by
 * then, and those that had happened by then but arrived later: an employee who clocked in while the server was down was there. Writes nothing.
 */
export async function factsAsOf(tx: Db, { accountId, calendar, day, at }: Ask): Promise<PastFacts> {
  const since = await selectReceivedAfter(tx, accountId, at);
  const members = since.length > 0 ? await selectMembers(tx, accountId, since) : [];
  const past: PastFacts = { employeeIds: new Set(since), facts: [], work: [] };
  const questions = members.map((member) =>
    questionOfDays(calendar, shiftsOf(calendar, member), member.employeeId, { from: day, to: day }),
  );
  for await (const answers of answersTo(tx, { accountId, calendar, asOf: at }, questions))
    for (const { question, decided } of answers) {
      if (decided === 'nothing') continue;
      const { employeeId, shifts } = question;
      const { facts, piecework } = factsOf(employeeId, deriveDays(decided.steps, shifts), shifts, {
        from: day,
        to: day,
      });
      past.facts.push(...facts);
      past.work.push(...piecework);
    }
  return past;
}
