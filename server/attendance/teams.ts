import type { Db } from '../platform/db/db.ts';
import { thousandthsOf } from '../platform/thousandths.ts';
import { Units } from '../platform/units.ts';
import { addDays, DAY, dayBounds, type LocalDate, localDateOf } from '../platform/zone.ts';
import { answersTo } from './answers.ts';
import { idsOf } from './batchIds.ts';
import type { Calendar } from './calendar.ts';
import { loadCalendar } from './calendars.ts';
import { deriveDays, shiftsOf, type WorkDay } from './derive.ts';
import { divide } from './division.ts';
import type { Shifts } from './events.ts';
import { FOREVER } from './factRows.ts';
import { selectMembers } from './facts.sql.ts';
import { comparingStarts } from './firstDays.ts';
import { judgeDay } from './judge.ts';
import { readIsLocked } from './ledger.sql.ts';
import { datesOfEntries } from './piecework.ts';
import { deriveAgain, type Touched } from './refresh.ts';
import {
  dropParts,
  type NewPart,
  selectTeamWork,
  settleParts,
  type TeamWork,
  upsertParts,
  type WhichWork,
} from './teams.sql.ts';
import { questionOfDays } from './window.ts';

/** The work of a team is divided by the days of its members, derived anew whenever these change (docs/reference/teams.md). */

export const dayOfWork = (calendar: Calendar, { date, at }: Pick<TeamWork, 'date' | 'at'>): LocalDate =>
  date ?? localDateOf(calendar.zone, at);
/** Returns the members of a team on the day of what it made. */
export const membersOn = ({ members }: Pick<TeamWork, 'members'>, day: LocalDate) =>
  members.filter(({ from, to }) => (from === null || from <= day) && (to === null || day <= to));

type History = { shifts: Shifts; days: ReadonlyMap<LocalDate, WorkDay> };
/** Reads the work days of all members around what their teams made. */
async function readHistories(tx: Db, accountId: string, calendar: Calendar, work: readonly TeamWork[]) {
  const spans = new Map<string, { from: LocalDate; to: LocalDate }>();
  for (const one of [...work].sort((a, b) => a.at - b.at)) {
    const day = dayOfWork(calendar, one);
    if (one.isRemoved || (one.division !== 'hours' && one.date !== null)) continue;
    for (const { employeeId } of membersOn(one, day)) {
      spans.set(employeeId, { from: spans.get(employeeId)?.from ?? day, to: day });
    }
  }
  const histories = new Map<string, History>();
  if (spans.size === 0) return histories;
  const questions = (await selectMembers(tx, accountId, [...spans.keys()])).flatMap((member) => {
    const span = spans.get(member.employeeId);
    const shifts = shiftsOf(calendar, member);
    const around = span && { from: addDays(span.from, -1), to: addDays(span.to, 1) };
    return around ? [questionOfDays(calendar, shifts, member.employeeId, around)] : [];
  });
  for await (const answers of answersTo(tx, { accountId, calendar }, questions))
    for (const { question, decided } of answers) {
      const { employeeId, shifts } = question;
      histories.set(employeeId, {
        shifts,
        days: decided === 'nothing' ? new Map() : deriveDays(decided.steps, shifts),
      });
    }
  return histories;
}

/** Returns the work day of an instant of an employee, and the time that they clocked on it: an interval that is open ends as that of a past day. */
function workOn({ shifts, days }: History, { date, at }: TeamWork): { day: LocalDate; clockedMs: number } {
  const inOrder = () => [...days.values()].flatMap((work) => work.events).sort((one, other) => one.at - other.at);
  const day = date ?? datesOfEntries(inOrder(), shifts)(at);
  const { intervals } = judgeDay(days.get(day)?.events ?? [], shifts.on(day), FOREVER);
  return { day, clockedMs: intervals.reduce((sum, interval) => sum + interval.end - interval.in, 0) };
}

type Wanted = { employeeId: string; units: string; day: LocalDate };
/** Returns the parts of what teams made, by its id, as the members and their hours are now. */
export async function dividedNow(tx: Db, accountId: string, calendar: Calendar, work: readonly TeamWork[]) {
  const histories = await readHistories(tx, accountId, calendar, work);
  return new Map(
    work.map((one): [string, Wanted[]] => {
      if (one.isRemoved) return [one.id, []];
      const day = dayOfWork(calendar, one);
      const members = membersOn(one, day).map(({ employeeId, share }) => {
        const history = histories.get(employeeId);
        const own = history ? workOn(history, one) : { day, clockedMs: 0 };
        const weight = { equal: 1, hours: own.clockedMs, shares: thousandthsOf(share ?? '1') ?? 0 }[one.division];
        return { employeeId, weight, day: own.day };
      });
      const parts = divide(thousandthsOf(one.units) ?? 0, members);
      return [
        one.id,
        members.flatMap(({ employeeId, day: own }) => {
          const units = parts.get(employeeId) ?? 0;
          return units === 0 ? [] : [{ employeeId, units: new Units(units).div(1_000).toFixed(), day: own }];
        }),
      ];
    }),
  );
}

/** Tells whether parts are not as they should be. */
export const differs = ({ parts }: Pick<TeamWork, 'parts'>, wanted: readonly Wanted[]) => {
  const text = (some: readonly Wanted[]) =>
    some
      .filter(({ units }) => units !== '0')
      .map(({ employeeId, units, day }) => `${employeeId} ${units} ${day}`)
      .sort()
      .join();
  return text(parts) !== text(wanted);
};

/** Returns a function that tells whether what a team made is of a locked day, whose division stays. */
export async function readIsKept(tx: Db, accountId: string, calendar: Calendar) {
  const { isLocked } = await readIsLocked(tx, accountId);
  return (work: TeamWork, wanted: readonly Wanted[]) =>
    [dayOfWork(calendar, work), ...[...work.parts, ...wanted].map(({ day }) => day)].some(isLocked);
}

/**
 * Divides what teams made anew where members or their hours have changed, except on locked days, and derives the days of those who have another part. Returns
 * these employees, with the first and last day. The caller holds the account's lock.
 */
export async function divideAnew(
  tx: Db,
  accountId: string,
  which: WhichWork,
  now: Date,
  mayChangeLocked = false,
): Promise<{ employeeId: string; days: LocalDate[] }[]> {
  const work = await selectTeamWork(tx, accountId, which);
  if (work.length === 0) return [];
  const calendar = await loadCalendar(tx, accountId);
  const wanted = await dividedNow(tx, accountId, calendar, work);
  const isKept = mayChangeLocked ? () => false : await readIsKept(tx, accountId, calendar);
  const changed = new Map<string, Set<LocalDate>>();
  const note = ({ employeeId, day }: { employeeId: string; day: LocalDate }) =>
    changed.set(employeeId, (changed.get(employeeId) ?? new Set()).add(day));
  const given: Omit<NewPart, 'id'>[] = [];
  const dropped: string[] = [];
  const settled: string[] = [];
  for (const one of work) {
    const parts = wanted.get(one.id) ?? [];
    // Corrected parts are taken back, and count again, with the others.
    const turned = one.parts.filter(({ corrected, isTakenBack }) => isTakenBack !== one.isRemoved && corrected?.units);
    if ((turned.length === 0 && !differs(one, parts)) || isKept(one, parts)) continue;
    for (const { corrected } of turned)
      if (corrected?.employeeId && corrected.at !== null)
        note({ employeeId: corrected.employeeId, day: localDateOf(calendar.zone, corrected.at) });
    settled.push(one.id);
    const before = new Map(one.parts.map((part) => [part.employeeId, part]));
    for (const part of parts) {
      const old = before.get(part.employeeId);
      before.delete(part.employeeId);
      if (old?.units === part.units && old.day === part.day) continue;
      for (const each of old ? [old, part] : [part]) note(each);
      const midnight = new Date(dayBounds(calendar.zone, part.day).start).toISOString();
      given.push({ ...part, midnight, work: one });
    }
    for (const part of before.values()) {
      note(part);
      dropped.push(part.id);
    }
  }
  const nextId = idsOf(now, given.length);
  if (given.length > 0)
    await upsertParts(
      tx,
      accountId,
      given.map((part) => ({ ...part, id: nextId() })),
    );
  if (dropped.length > 0) await dropParts(tx, accountId, dropped);
  if (settled.length > 0) await settleParts(tx, accountId, settled);
  const touched = [...changed].map(([employeeId, days]): Touched => {
    const at = [...days].map((day) => dayBounds(calendar.zone, day).start);
    return { employeeId, first: Math.min(...at), last: Math.max(...at) };
  });
  const startsMoved = await comparingStarts(tx, accountId, [...changed.keys()]);
  await deriveAgain(tx, accountId, touched, now);
  for (const { employeeId, days } of await startsMoved()) for (const day of days) note({ employeeId, day });
  return [...changed].map(([employeeId, days]) => ({ employeeId, days: [...days].sort() }));
}

/** A work day lies within so many ms of its records. */
const REACH_MS = 2 * DAY;
/** Divides anew what the teams of some employees made around records of theirs that have changed; returns the employees who have another part, with its days. */
export async function divideAround(
  tx: Db,
  accountId: string,
  touched: readonly Touched[],
  now: Date,
): Promise<{ employeeId: string; days: LocalDate[] }[]> {
  if (touched.length === 0) return [];
  const which = {
    employeeIds: [...new Set(touched.map(({ employeeId }) => employeeId))],
    from: new Date(Math.min(...touched.map(({ first }) => first)) - REACH_MS),
    to: new Date(Math.max(...touched.map(({ last }) => last)) + REACH_MS),
  };
  return divideAnew(tx, accountId, which, now);
}
