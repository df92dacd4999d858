import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import type { Db } from '../db/db.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { deriveDays, shiftsOf } from './derive.ts';
import type { Shifts } from './events.ts';
import { factOf, historiesOf, pieceworkOf } from './factRows.ts';
import {
  type Asked,
  type DayFactRow,
  type Days,
  deleteFacts,
  type Member,
  type PieceworkFactRow,
  replaceDayFacts,
  replacePiecework,
  selectHistories,
  selectMembers,
  selectMembersOfGroups,
} from './facts.sql.ts';
import { raiseDataVersion } from './records.sql.ts';
import {
  type Decided,
  decidedAround,
  decidedOver,
  firstReach,
  MAX_TRIES,
  type ReadHistory,
  widened,
} from './window.ts';
import { addDays, dayBounds, daysBetween, type LocalDate, localDateOf } from './zone.ts';

/** Day facts are kept for the dates that can be picked, and a little more for days that reach over midnight. */
export const firstKeptDay = (today: LocalDate) => addDays(today, -(DASHBOARD_DATA_RETENTION_DAYS + 2));

export type Touched = { employeeId: string; first: number; last: number };
/** What the transaction has read already, after it locked the account. */
type Known = { calendar: Calendar; members: readonly Member[] };

/** Derives again what new records between `first` and `last` of each employee can have changed (rule 14). */
export async function deriveAround(tx: Db, accountId: string, touched: readonly Touched[], now: Date, known?: Known) {
  const calendar = known?.calendar ?? (await loadCalendar(tx, accountId));
  const kept = firstKeptDay(localDateOf(calendar.zone, now.getTime()));
  const reach = firstReach(calendar);
  const oldest = dayBounds(calendar.zone, kept).start - reach;
  const relevant = new Map(touched.filter(({ last }) => last >= oldest).map((one) => [one.employeeId, one]));
  const members =
    known?.members.filter(({ employeeId }) => relevant.has(employeeId)) ??
    (await selectMembers(tx, accountId, [...relevant.keys()]));
  await deriveEach(tx, accountId, calendar, members, kept, (employeeId, shifts, tries) => {
    const one = relevant.get(employeeId) ?? { first: 0, last: 0 };
    const span = widened(reach, tries);
    return {
      from: one.first - span,
      to: one.last + span,
      decide: (history) => decidedAround(calendar, shifts, history, one),
      replace: (decided) => ({ from: decided.low, to: decided.high }),
    };
  });
}

export type DaySpan = { from: LocalDate; to: LocalDate };

/** Throws the facts of these days away and derives them again; `employeeIds` null is everybody. */
export async function deriveOver(tx: Db, accountId: string, employeeIds: readonly string[] | null, days: DaySpan) {
  const calendar = await loadCalendar(tx, accountId);
  const reach = firstReach(calendar);
  if (employeeIds === null) await deleteFacts(tx, accountId, days);
  const members = await selectMembers(tx, accountId, employeeIds);
  await deriveEach(tx, accountId, calendar, members, days.from, (_, shifts, tries) => {
    const span = widened(reach, tries);
    return {
      from: dayBounds(calendar.zone, days.from).start - span,
      to: dayBounds(calendar.zone, days.to).end + span,
      isRebuild: true,
      decide: (history) => decidedOver(calendar, shifts, history, days),
      replace: () => days,
    };
  });
}

/** For payroll: standard times, holidays or the groups of employees changed. Everything kept of the people concerned. */
export async function deriveChanged(
  tx: Db,
  accountId: string,
  changed: { employeeIds?: readonly string[]; timeGroupIds?: readonly string[]; everybody?: boolean },
  now: Date,
) {
  const calendar = await loadCalendar(tx, accountId);
  const today = localDateOf(calendar.zone, now.getTime());
  const days = { from: firstKeptDay(today), to: addDays(today, 2) };
  if (changed.everybody) return deriveOver(tx, accountId, null, days);
  const members = await selectMembersOfGroups(tx, accountId, changed.timeGroupIds ?? []);
  const ids = new Set([...(changed.employeeIds ?? []), ...members.map(({ employeeId }) => employeeId)]);
  await deriveOver(tx, accountId, [...ids], days);
}

/** The job behind 'Recalculate Dashboard Data': span by span, each its own transaction; answers after each how many days are done. */
export async function* rebuildFacts(
  db: Db,
  accountId: string,
  days: DaySpan,
  lock: (tx: Db) => Promise<unknown>,
  now: Date,
) {
  const total = daysBetween(days.from, days.to) + 1;
  for (let done = 0; done < total; ) {
    const length = Math.min(REBUILD_DAYS, total - done);
    const from = addDays(days.from, done);
    const span = { from, to: addDays(from, length - 1) };
    await db.tenant(
      accountId,
      async (tx) => {
        await lock(tx);
        await deriveOver(tx, accountId, null, span);
        await raiseDataVersion(tx, accountId, now);
      },
      { deadlineMs: 120_000 },
    );
    done += length;
    yield done;
  }
}
const REBUILD_DAYS = 7;

type Plan = {
  from: number;
  to: number;
  /** Facts are thrown away whatever the records say. */
  isRebuild?: boolean;
  decide(history: ReadHistory): Decided | 'nothing' | null;
  replace(decided: Decided): DaySpan;
};
const CHUNK = 500;

async function deriveEach(
  tx: Db,
  accountId: string,
  calendar: Calendar,
  members: readonly Member[],
  kept: LocalDate,
  plan: (employeeId: string, shifts: Shifts, tries: number) => Plan,
) {
  for (let at = 0; at < members.length; at += CHUNK) {
    const chunk = members.slice(at, at + CHUNK);
    const shifts = new Map(chunk.map((one) => [one.employeeId, shiftsOf(calendar, one.timeGroupId)]));
    let waiting = chunk.map(({ employeeId }) => employeeId);
    for (let tries = 0; waiting.length > 0 && tries < MAX_TRIES; tries++) {
      const plans = new Map<string, Plan>();
      for (const id of waiting) plans.set(id, plan(id, shifts.get(id) ?? shiftsOf(calendar, null), tries));
      waiting = await derivePlanned(tx, accountId, plans, shifts, kept);
    }
  }
}

/** Carries plans out and answers the employees of whom more must be read. */
async function derivePlanned(
  tx: Db,
  accountId: string,
  plans: ReadonlyMap<string, Plan>,
  shifts: ReadonlyMap<string, Shifts>,
  kept: LocalDate,
): Promise<string[]> {
  const asked: Asked[] = [...plans].map(([employeeId, { from, to }]) => ({ employeeId, from, to }));
  const undecided: string[] = [];
  const replaced: Days[] = [];
  const worked: Days[] = [];
  const facts: DayFactRow[] = [];
  const piecework: PieceworkFactRow[] = [];
  for (const row of await selectHistories(tx, accountId, asked)) {
    const plan = plans.get(row.employeeId);
    const own = shifts.get(row.employeeId);
    if (!plan || !own) continue;
    const decided = plan.decide({ from: plan.from, to: plan.to, ...historiesOf(row) });
    if (decided === null) {
      undecided.push(row.employeeId);
      continue;
    }
    const nothing: Decided = { steps: [], low: '9999-12-31', high: '0001-01-01' };
    const days = plan.replace(decided === 'nothing' ? nothing : decided);
    if (days.from > days.to) continue;
    const from = days.from < kept ? kept : days.from;
    const span = { employeeId: row.employeeId, from, to: days.to };
    replaced.push(span);
    // Where nothing was ever recorded, nothing can stand; a rebuild trusts nobody.
    if (row.entries || plan.isRebuild) worked.push(span);
    if (decided === 'nothing') continue;
    for (const [day, work] of deriveDays(decided.steps, own)) {
      if (day < from || day > days.to) continue;
      facts.push(factOf(row.employeeId, day, work));
      piecework.push(...pieceworkOf(row.employeeId, day, work));
    }
  }
  if (replaced.length > 0) await replaceDayFacts(tx, accountId, replaced, facts);
  if (worked.length > 0) await replacePiecework(tx, accountId, worked, piecework);
  return undecided;
}
