import type { Db } from '../platform/db/db.ts';
import { type LocalDate, localDateOf } from '../platform/zone.ts';
import { answersTo } from './answers.ts';
import type { Calendar } from './calendar.ts';
import { deriveDays, shiftsOf, type WorkDay } from './derive.ts';
import type { Punch, Shifts } from './events.ts';
import { type Facts, factsOf } from './factRows.ts';
import { type Days, replaceDayFacts, replacePiecework, selectMembers } from './facts.sql.ts';
import { forgetOlderDays } from './olderDays.sql.ts';
import { type Entry, reachOf, type Start, startOf } from './piecework.ts';
import { firstRetainedDay } from './refresh.ts';
import { decidedBetween, type ReadHistory, type Redecided } from './window.ts';

export type Records = { punches: readonly Punch[]; entries: readonly Entry[] };
/** A change of one employee's effective records. */
export type RecordChange = { employeeId: string; removed: Records; added: Records };
/** An employee's days as they are to be stored, and which of them differ from before. */
export type Rederived = Facts & { employeeId: string; span: Days; changed: LocalDate[]; before: Facts };
export type Corrected = Rederived & {
  /** Returns the work days of a record, before and after. */
  daysOf(record: { at: Start }): LocalDate[];
  /** Returns the work day of a record after the change; undefined for one that is not among the days that were decided again. */
  dayOf(record: { at: Start }): LocalDate | undefined;
};

/**
 * Derives the days that changes of records would lead to (docs/reference/corrections.md#effective-records), before anything is written, from the histories as this transaction
 * sees them; it holds the account's lock. `writeCorrected` stores the result.
 */
export async function deriveCorrected(
  tx: Db,
  accountId: string,
  calendar: Calendar,
  changes: readonly RecordChange[],
  now: Date,
): Promise<Corrected[]> {
  const kept = firstRetainedDay(localDateOf(calendar.zone, now.getTime()));
  const members = await selectMembers(
    tx,
    accountId,
    changes.map(({ employeeId }) => employeeId),
  );
  const groups = new Map(members.map((member) => [member.employeeId, member]));
  const questions = changes.flatMap((change) => {
    const { employeeId, removed, added } = change;
    const times = [removed, added].flatMap(({ punches, entries }) => [
      ...punches.map(({ at }) => at),
      ...entries.flatMap(reachOf),
    ]);
    const member = groups.get(employeeId);
    if (times.length === 0 || !member) return [];
    const touched = { first: Math.min(...times), last: Math.max(...times) };
    const shifts = shiftsOf(calendar, member);
    const decide = (history: ReadHistory) =>
      decidedBetween(calendar, shifts, history, applied(history, change), touched);
    return [{ employeeId, ...touched, shifts, decide }];
  });
  const found: Corrected[] = [];
  for await (const answers of answersTo(tx, { accountId, calendar }, questions))
    for (const { question, decided } of answers) {
      if (decided === 'nothing') continue;
      const { employeeId, shifts } = question;
      // The `decide` of this question returns nothing else.
      const redecided = decided as Redecided;
      if (redecided.low < kept) await forgetOlderDays(tx, accountId, redecided.low);
      const rederived = rederivedDays(employeeId, redecided, { before: shifts, after: shifts }, kept);
      if (!rederived) continue;
      const { work, ...days } = rederived;
      const daysIn = (some: Map<LocalDate, WorkDay>, at: Start) =>
        [...some].flatMap(([day, one]) => (holds(one, at) ? [day] : []));
      found.push({
        ...days,
        daysOf: ({ at }) => work.flatMap((some) => daysIn(some, at)),
        dayOf: ({ at }) => daysIn(work[1], at)[0],
      });
    }
  return found;
}

/** Returns the days from `kept` on that were decided again, by the shifts before and after, with all work before and after; null where all are older. */
export function rederivedDays(
  employeeId: string,
  { steps, stood, low, high }: Redecided,
  shifts: { before: Shifts; after: Shifts },
  kept: LocalDate,
): (Rederived & { work: [Map<LocalDate, WorkDay>, Map<LocalDate, WorkDay>] }) | null {
  const from = low < kept ? kept : low;
  if (from > high) return null;
  const span = { employeeId, from, to: high };
  const before = deriveDays(stood, shifts.before);
  const after = deriveDays(steps, shifts.after);
  const facts = factsOf(employeeId, after, shifts.after, span);
  const old = factsOf(employeeId, before, shifts.before, span);
  return { ...facts, employeeId, span, before: old, changed: differing(old, facts), work: [before, after] };
}

export async function writeCorrected(tx: Db, accountId: string, corrected: readonly Corrected[]) {
  if (corrected.length === 0) return;
  const spans = corrected.map(({ span }) => span);
  await replaceDayFacts(
    tx,
    accountId,
    spans,
    corrected.flatMap(({ facts }) => facts),
  );
  await replacePiecework(
    tx,
    accountId,
    spans,
    corrected.flatMap(({ piecework }) => piecework),
  );
}

const samePunch = (one: Punch, other: Punch) =>
  one.at === other.at &&
  one.direction === other.direction &&
  Boolean(one.final) === Boolean(other.final) &&
  Boolean(one.given) === Boolean(other.given);
const sameEntry = (one: Entry, other: Entry) =>
  startOf(one) === startOf(other) &&
  one.endedAt === other.endedAt &&
  one.durationMs === other.durationMs &&
  Number(one.units) === Number(other.units) &&
  one.lookup1 === other.lookup1 &&
  one.lookup2 === other.lookup2 &&
  Boolean(one.given) === Boolean(other.given);

/** Returns a history without the removed records (equal ones are interchangeable) and with the added ones. */
export function applied<H extends Records>(history: H, { removed, added }: Pick<RecordChange, 'removed' | 'added'>): H {
  return {
    ...history,
    punches: [...without(history.punches, removed.punches, samePunch), ...added.punches],
    entries: [...without(history.entries, removed.entries, sameEntry), ...added.entries],
  };
}

function without<T>(all: readonly T[], gone: readonly T[], same: (one: T, other: T) => boolean): T[] {
  const left = [...all];
  for (const one of gone) {
    const index = left.findIndex((other) => same(one, other));
    // The history is read under the same lock as the change was prepared.
    if (index < 0) throw new Error('A record to be replaced is not among those that count');
    left.splice(index, 1);
  }
  return left;
}

const holds = ({ events, entries }: WorkDay, at: Start) =>
  events.some(({ merged }) => merged.punches.some((punch) => punch.at === at)) ||
  entries.some((entry) => startOf(entry) === at);

/** Returns the days whose facts differ, in order. */
export function differing(before: Facts, after: Facts): LocalDate[] {
  const byDay = ({ facts, piecework }: Facts) =>
    Map.groupBy<LocalDate, object & { day: LocalDate }>([...facts, ...piecework], ({ day }) => day);
  const [old, now] = [byDay(before), byDay(after)];
  const text = (rows: readonly object[] | undefined) =>
    JSON.stringify((rows ?? []).map((row) => JSON.stringify(row)).sort());
  return [...new Set([...old.keys(), ...now.keys()])].filter((day) => text(old.get(day)) !== text(now.get(day))).sort();
}
