import { daysBetween } from '#contract/platform/common.ts';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { chunksOf } from '../platform/chunksOf.ts';
import type { Db } from '../platform/db/db.ts';
import { addDays, type LocalDate, localDateOf } from '../platform/zone.ts';
import { type Answer, answersTo, type Question } from './answers.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { deriveDays, shiftsOf } from './derive.ts';
import type { Shifts } from './events.ts';
import { factsOf } from './factRows.ts';
import {
  type DayFactRow,
  type Days,
  deleteFacts,
  deleteFactsOfNobody,
  type Member,
  noteChangedDays,
  type PieceworkFactRow,
  replaceDayFacts,
  replacePiecework,
  selectMembers,
} from './facts.sql.ts';
import { forgetOlderDays } from './olderDays.sql.ts';
import { raiseDataVersion } from './records.sql.ts';
import { type DaySpan, type Decided, decidedAround, questionOfDays } from './window.ts';

/** The days before a day that its limits of hours look at (docs/reference/records.md#limits-of-hours); the limit of a week needs fewer (docs/reference/paid-hours.md#classes). */
export const DAYS_OF_LIMITS_BEFORE = 13;
/** The days before a day that its week looks at where weeks start on different days: they decide in which of them it begins. */
export const DAYS_OF_WEEKS_BEFORE = 20;
/** The first of the days whose facts are always stored: the dates that can be picked, those before them, and some more because work can pass midnight. */
export const firstRetainedDay = (today: LocalDate) =>
  addDays(today, -(DASHBOARD_DATA_RETENTION_DAYS + DAYS_OF_WEEKS_BEFORE + 2));
/** The days of which facts are always stored (those of older days: olderDays.ts); a shift can begin before its date. */
export const retainedDays = (today: LocalDate): DaySpan => ({ from: firstRetainedDay(today), to: addDays(today, 2) });

export type Touched = { employeeId: string; first: number; last: number };
/** Widens the span of an employee by an instant (ms). */
export function touch(touched: Map<string, Touched>, employeeId: string, at: number) {
  const known = touched.get(employeeId);
  if (!known) touched.set(employeeId, { employeeId, first: at, last: at });
  else touched.set(employeeId, { employeeId, first: Math.min(known.first, at), last: Math.max(known.last, at) });
}

/** Returns the span of each employee's records. */
function byEmployee(touched: readonly Touched[]): ReadonlyMap<string, Touched> {
  const spans = new Map<string, Touched>();
  for (const { employeeId, first, last } of touched) for (const at of [first, last]) touch(spans, employeeId, at);
  return spans;
}

/** Returns what derives some days of an employee again, whose facts are deleted whatever the records say. */
const rebuildOf = (calendar: Calendar, member: Member, days: DaySpan): Derivation => ({
  ...questionOfDays(calendar, shiftsOf(calendar, member), member.employeeId, days),
  isRebuild: true,
  replaced: () => days,
});

/** Data that the transaction has already read after locking the account. */
type Known = { calendar: Calendar; members: readonly Member[]; hasLedger: boolean };

/** Derives again the days that new records between `first` and `last` of each employee can have changed (docs/reference/attendance.md#late-records). */
export async function deriveAround(tx: Db, accountId: string, touched: readonly Touched[], now: Date, known?: Known) {
  const calendar = known?.calendar ?? (await loadCalendar(tx, accountId));
  const kept = firstRetainedDay(localDateOf(calendar.zone, now.getTime()));
  // Old records too: directions without a shift alternate up to the kept days (docs/reference/attendance.md#direction).
  const relevant = byEmployee(touched);
  const members = known?.members ?? (await selectMembers(tx, accountId, [...relevant.keys()]));
  const questions = members.flatMap((member): Derivation[] => {
    const one = relevant.get(member.employeeId);
    const shifts = shiftsOf(calendar, member);
    if (!one) return [];
    return [
      {
        ...one,
        shifts,
        decide: (history) => decidedAround(calendar, shifts, history, one),
        replaced: (decided) => decided && { from: decided.low, to: decided.high },
      },
    ];
  });
  await deriveEach(tx, { accountId, calendar, ...(known && { hasLedger: known.hasLedger }) }, questions, kept);
}

/**
 * Derives again the days of records that count no longer, or count again, between `first` and `last` of each employee: also where nothing is left on them. An
 * entry decides no other day than its own and the next to it.
 */
export async function deriveAgain(tx: Db, accountId: string, touched: readonly Touched[], now: Date): Promise<void> {
  if (touched.length === 0) return;
  const calendar = await loadCalendar(tx, accountId);
  const kept = firstRetainedDay(localDateOf(calendar.zone, now.getTime()));
  const spans = byEmployee(touched);
  const members = await selectMembers(tx, accountId, [...spans.keys()]);
  const dayOf = (at: number, days: number) => addDays(localDateOf(calendar.zone, at), days);
  const questions = members.flatMap((member) => {
    const span = spans.get(member.employeeId);
    return span ? [rebuildOf(calendar, member, { from: dayOf(span.first, -1), to: dayOf(span.last, 1) })] : [];
  });
  await deriveEach(tx, { accountId, calendar }, questions, kept);
}

/** Deletes the facts of these days and derives them again; `employeeIds` null: everybody. */
export async function deriveOver(tx: Db, accountId: string, employeeIds: readonly string[] | null, days: DaySpan) {
  const calendar = await loadCalendar(tx, accountId);
  if (employeeIds === null) await deleteFacts(tx, accountId, days);
  const members = await selectMembers(tx, accountId, employeeIds);
  const questions = members.map((member) => rebuildOf(calendar, member, days));
  await deriveEach(tx, { accountId, calendar }, questions, days.from);
}

/** The number of employees whose days one transaction of a job derives: about 0.1 s under the account's lock. */
export const DERIVED_AT_ONCE = 100;

/**
 * Does the job behind 'Recalculate Dashboard Data' for some employees at a time, each in a transaction of its own, so that the account's lock is held
 * briefly. Yields after each the share of the employees that is done, as a number of days.
 */
export async function* rebuildFacts(
  db: Db,
  accountId: string,
  days: DaySpan,
  lock: (tx: Db) => Promise<unknown>,
  now: Date,
) {
  const inTurn = <T>(work: (tx: Db) => Promise<T>) =>
    db.tenant(
      accountId,
      async (tx) => {
        await lock(tx);
        const result = await work(tx);
        await raiseDataVersion(tx, accountId, now);
        return result;
      },
      { deadlineMs: 120_000 },
    );
  const everybody = await inTurn(async (tx) => {
    await noteChangedDays(tx, accountId, days);
    await forgetOlderDays(tx, accountId);
    await deleteFactsOfNobody(tx, accountId, days);
    return (await selectMembers(tx, accountId, null)).map(({ employeeId }) => employeeId);
  });
  const total = daysBetween(days.from, days.to) + 1;
  let done = 0;
  for (const some of chunksOf(everybody, DERIVED_AT_ONCE)) {
    await inTurn((tx) => deriveOver(tx, accountId, some, days));
    done += some.length;
    yield Math.floor((total * done) / everybody.length);
  }
  if (done === 0) yield total;
}

export type Derivation = Question & {
  shifts: Shifts;
  /** The facts are deleted whatever the records say. */
  isRebuild?: boolean;
  /** Returns the days whose facts are replaced; `decided` is null where no records were found. */
  replaced(decided: Decided | null): DaySpan | null;
};

/** Reads the records of some employees, derives the days that each question asks for, and writes their facts. */
export async function deriveEach(
  tx: Db,
  source: { accountId: string; calendar: Calendar; hasLedger?: boolean },
  derivations: readonly Derivation[],
  kept: LocalDate,
) {
  for await (const answers of answersTo(tx, source, derivations)) {
    await noteOlder(
      tx,
      source.accountId,
      answers.flatMap((answer) => spanOf(answer) ?? []),
      kept,
    );
    await writeFacts(
      tx,
      source.accountId,
      answers.map((answer) => replacementOf(answer, kept)),
    );
  }
}

/** Forgets the facts of days before `kept` that differ, and notes that figures of these days may. */
async function noteOlder(tx: Db, accountId: string, spans: readonly DaySpan[], kept: LocalDate) {
  const older = spans.filter(({ from, to }) => from < kept && from <= to);
  const from = older.map((span) => span.from).sort()[0];
  if (from === undefined) return;
  const last =
    older
      .map((span) => span.to)
      .sort()
      .at(-1) ?? from;
  const to = last < kept ? last : addDays(kept, -1);
  await forgetOlderDays(tx, accountId, from);
  await noteChangedDays(tx, accountId, { from, to });
}

/** Returns the days whose facts an answer replaces. */
const spanOf = ({ question, decided }: Answer<Derivation>) => question.replaced(decided === 'nothing' ? null : decided);

/** The facts of one employee that take the place of those of some days. */
type Replacement = {
  days: readonly Days[];
  facts: readonly DayFactRow[];
  /** The days whose piecework is replaced. */
  worked: readonly Days[];
  piecework: readonly PieceworkFactRow[];
};
const NOTHING: Replacement = { days: [], facts: [], worked: [], piecework: [] };

/** Returns the facts that an answer says, from the first kept day on. */
function replacementOf(answer: Answer<Derivation>, kept: LocalDate): Replacement {
  const { question, decided, hasEntries } = answer;
  const { employeeId, shifts } = question;
  const days = spanOf(answer);
  const from = days && days.from < kept ? kept : days?.from;
  if (!days || !from || from > days.to) return NOTHING;
  const span = { employeeId, from, to: days.to };
  const derived =
    decided === 'nothing' ? NOTHING : factsOf(employeeId, deriveDays(decided.steps, shifts), shifts, span);
  // Employees without any records have no facts to delete; a rebuild deletes them anyway.
  return { ...derived, days: [span], worked: hasEntries || question.isRebuild ? [span] : [] };
}

async function writeFacts(tx: Db, accountId: string, replacements: readonly Replacement[]) {
  const days = replacements.flatMap((one) => one.days);
  const worked = replacements.flatMap((one) => one.worked);
  const facts = replacements.flatMap((one) => one.facts);
  if (days.length > 0) await replaceDayFacts(tx, accountId, days, facts);
  const piecework = replacements.flatMap((one) => one.piecework);
  if (worked.length > 0) await replacePiecework(tx, accountId, worked, piecework);
}
