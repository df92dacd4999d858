import { CONTACT_MS, isBehind } from '../../attendance/bucket.ts';
import { OPEN_INTERVAL_MS } from '../../attendance/events.ts';
import { deriveOlder, isDerived } from '../../attendance/olderDays.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutToMinute, datesOf, dayBounds, HOUR, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import { type StoredHours, storedHours } from '../pay/paidDay.ts';
import { clockedMsOf, workOf } from '../stats/clocked.ts';
import type { DayModel } from '../stats/dayModel.ts';
import type { DayModels } from '../stats/dayModels.ts';
import { readDayModel } from '../stats/loadDay.ts';
import type { Person } from '../stats/person.ts';
import { readPersonDays } from '../stats/personDays.ts';
import {
  forgetDates,
  type JudgedPerson,
  lockJudging,
  replacePeople,
  selectValidDates,
  takeStale,
  touchDate,
  upsertDate,
} from './judgedDays.sql.ts';
import { selectRoster } from './roster.sql.ts';

export type DaysAsked = { accountId: string; timeZone: string; dataVersion: number; now: Date };
export type DaysJudged = {
  /** The dates whose rows are in `judged_day`, each with a version that rises when one of its rows changes. */
  versions: ReadonlyMap<LocalDate, number>;
  /** Each of these dates with a version that rises when it is judged whole. */
  wholeVersions: ReadonlyMap<LocalDate, number>;
  /** The models of the other dates: today, and past dates whose shifts may still go on. */
  live: ReadonlyMap<LocalDate, DayModel>;
};
export type JudgedDays = {
  /** Judges the days of a range as far as that is not done yet. */
  judge(asked: DaysAsked, from: LocalDate, to: LocalDate, signal?: AbortSignal): Promise<DaysJudged>;
};

/** With more employees to judge anew, a date is judged whole. */
const MOST_ANEW = 200;
/** Up to so many employees are judged anew each over all their dates, more of them date by date. */
const FEW_EMPLOYEES = 10;

/** Thrown within one state where days of it are not judged: they are judged, and everything is read again (oneState.ts). */
export class NotJudged extends Error {
  readonly from: LocalDate;
  readonly to: LocalDate;
  constructor(from: LocalDate, to: LocalDate) {
    super(`Days from ${from} to ${to} are not judged`);
    this.from = from;
    this.to = to;
  }
}

/**
 * Past days in the table `judged_day`, written by the function that judges a day. What a day is judged from says in its own
 * transaction what must be judged anew (the triggers of migration judged_day); the next look does it, in whatever process. What is judged here may be
 * changed by the next transaction: an answer reads it within one state.
 */
export function createJudgedDays(db: Db, models: Pick<DayModels, 'get'>): JudgedDays {
  /** Callers who ask for the same at once wait for one judging. */
  const underWay = new Map<string, Promise<DaysJudged>>();
  const judge = async (asked: DaysAsked, from: LocalDate, to: LocalDate, signal?: AbortSignal): Promise<DaysJudged> => {
    const { accountId, timeZone, now } = asked;
    const at = new Date(cutToMinute(now.getTime()));
    const today = localDateOf(zoneOf(timeZone), at.getTime());
    await deriveOlder(db, { accountId, timeZone, from, to, now }, signal);
    const live = new Map<LocalDate, DayModel>();
    let valid = await db.tenant(accountId, (tx) => readValid(tx, accountId, { from, to, at }));
    const missing = () => datesOf(from, to).filter((day) => !valid.versions.has(day) && !live.has(day));
    const readLive = async (date: LocalDate) =>
      live.set(date, await models.get({ accountId, dataVersion: asked.dataVersion, date, now }));
    for (const date of missing()) if (date >= today) await readLive(date);
    for (let tries = 0; missing().length > 0 && !signal?.aborted && tries < MAX_TRIES; tries++) {
      await db.tenant(accountId, (tx) => judgeStale(tx, accountId, at));
      valid = await db.tenant(accountId, (tx) => readValid(tx, accountId, { from, to, at }));
      // The newest first, because they are looked at most often.
      for (const date of missing().reverse()) {
        if (signal?.aborted) break;
        if (!(await db.tenant(accountId, (tx) => judgeDate(tx, accountId, date, at)))) await readLive(date);
      }
      valid = await db.tenant(accountId, (tx) => readValid(tx, accountId, { from, to, at }));
    }
    return { ...valid, live };
  };
  return {
    judge(asked, from, to, signal) {
      const key = [asked.accountId, from, to, asked.dataVersion, cutToMinute(asked.now.getTime())].join(' ');
      const running = underWay.get(key) ?? judge(asked, from, to, signal).finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },
  };
}
/** Dates may become stale while they are judged; each time they are judged again. */
const MAX_TRIES = 3;

/**
 * The judged days of the state that a snapshot sees, with the models of the same state. Days that are not judged in it are judged within it where it is
 * `judging`; otherwise NotJudged is thrown. So no day is taken for empty because another transaction has changed it.
 */
export function judgedDaysWithin(tx: Db, models: Pick<DayModels, 'get'>, isJudging: boolean): JudgedDays {
  return {
    async judge({ accountId, timeZone, dataVersion, now }, from, to) {
      const at = new Date(cutToMinute(now.getTime()));
      const today = localDateOf(zoneOf(timeZone), at.getTime());
      await requireDerived(tx, { accountId, timeZone, from, to, now });
      let valid = await readValid(tx, accountId, { from, to, at });
      const missing = () => datesOf(from, to).filter((day) => !valid.versions.has(day));
      const past = missing().filter((day) => day < today);
      // The newest may have shifts that go on; more of them are certainly to be judged.
      if (!isJudging && past.length > MOST_UNFINISHED) throw new NotJudged(from, to);
      if (isJudging && past.length > 0) {
        await judgeStale(tx, accountId, at);
        valid = await readValid(tx, accountId, { from, to, at });
      }
      const live = new Map<LocalDate, DayModel>();
      for (const date of missing()) {
        if (isJudging && date < today && (await judgeDate(tx, accountId, date, at))) continue;
        const model = await models.get({ accountId, dataVersion, date, now });
        if (date < today && !isJudging && judgedOf(model, at)) throw new NotJudged(from, to);
        live.set(date, model);
      }
      return { ...(isJudging ? await readValid(tx, accountId, { from, to, at }) : valid), live };
    },
  };
}
/** Judges the past days of a range within a transaction that writes; returns those whose rows are in `judged_day`. */
export async function judgePastDays(
  tx: Db,
  { accountId, timeZone, now }: Omit<DaysAsked, 'dataVersion'>,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<LocalDate[]> {
  const at = new Date(cutToMinute(now.getTime()));
  const today = localDateOf(zoneOf(timeZone), at.getTime());
  await judgeStale(tx, accountId, at);
  const { versions } = await readValid(tx, accountId, { from, to, at });
  const judged: LocalDate[] = [];
  for (const day of datesOf(from, to))
    if (versions.has(day) || (day < today && (await judgeDate(tx, accountId, day, at)))) judged.push(day);
  return judged;
}
/** Throws NotJudged where the facts of older days are not stored, as a snapshot sees them. */
export async function requireDerived(tx: Db, asked: Parameters<typeof isDerived>[1]) {
  if (!(await isDerived(tx, asked))) throw new NotJudged(asked.from, asked.to);
}
/** The days before today that have a shift that has not ended, or evidence that may still come. */
const MOST_UNFINISHED = 3;

/** Returns the dates of a range whose rows hold at an instant, as a transaction sees them. */
async function readValid(tx: Db, accountId: string, range: { from: LocalDate; to: LocalDate; at: Date }) {
  const rows = await selectValidDates(tx, accountId, range);
  return {
    versions: new Map(rows.map(({ day, version }) => [day, version])),
    wholeVersions: new Map(rows.map(({ day, wholeVersion }) => [day, wholeVersion])),
  };
}

/** Judges a past date of all employees; resolves to false where it changes with every minute and is not stored. */
async function judgeDate(tx: Db, accountId: string, day: LocalDate, at: Date): Promise<boolean> {
  await lockJudging(tx, accountId);
  const model = await readDayModel(tx, accountId, day, at);
  const judged = judgedOf(model, at);
  if (!judged) return false;
  await replacePeople(tx, accountId, day, model.people.map(rowOf));
  await upsertDate(tx, accountId, { day, ...judged });
  return true;
}

/** Judges anew what has changed on dates that were judged. */
async function judgeStale(tx: Db, accountId: string, at: Date) {
  await lockJudging(tx, accountId);
  const stale = await takeStale(tx, accountId);
  const byDay = new Map<LocalDate, Set<string | null>>();
  for (const { employeeId, days } of stale)
    for (const day of days) byDay.set(day, (byDay.get(day) ?? new Set()).add(employeeId));
  const whole = [...byDay].filter(([, ids]) => ids.has(null) || ids.size > MOST_ANEW).map(([day]) => day);
  await forgetDates(tx, accountId, whole);
  const isWhole = new Set(whole);
  const anew = stale.flatMap(({ employeeId, days }) =>
    employeeId === null ? [] : [{ employeeId, days: days.filter((day) => !isWhole.has(day)).sort() }],
  );
  const write = async (model: DayModel, employeeIds: readonly string[]) => {
    const judged = judgedOf(model, at);
    if (!judged) return forgetDates(tx, accountId, [model.date]);
    if (await replacePeople(tx, accountId, model.date, model.people.map(rowOf), employeeIds))
      await touchDate(tx, accountId, { day: model.date, ...judged });
  };
  if (anew.length <= FEW_EMPLOYEES)
    for (const { employeeId, days } of anew) {
      const [rostered] = days.length > 0 ? await selectRoster(tx, accountId, [employeeId]) : [];
      // The rows of an employee who is no longer in the account are removed by the empty models of their days.
      const person = { accountId, employeeId, deviceIds: rostered?.deviceIds ?? null, now: at };
      for (const model of await readPersonDays(tx, person, days)) await write(model, [employeeId]);
    }
  else
    for (const [day, ids] of byDay) {
      if (isWhole.has(day)) continue;
      const employeeIds = [...ids].flatMap((id) => id ?? []);
      await write(await readDayModel(tx, accountId, day, at, { employeeIds }), employeeIds);
    }
}

const LETTERS = { present: 'P', absent: 'A', pending: 'N', unverified: 'U', off: 'O' } as const;
/** Returns the cell of a day in the roll: its letter, '.' for a missing punch, '*' for a correction or an excuse. */
export function cellOf({ status, late, excused, flags, corrected }: Person): string {
  const letter = late ? 'L' : status === 'off' && excused ? 'E' : LETTERS[status];
  const isMissing = flags.includes('missing-in') || flags.includes('missing-out');
  return `${letter}${isMissing ? '.' : ''}${corrected || excused ? '*' : ''}`;
}

/** The columns of a day without an hours rule. */
export const UNPAID: Omit<StoredHours, 'hoursRuleId'> & { hoursRuleId: null } = {
  hoursRuleId: null,
  paidMs: 0,
  holidayMs: 0,
  sundayMs: 0,
  ordinaryMs: 0,
  nightMs: 0,
  takenOffMs: 0,
  earlyMs: 0,
  unsettledMs: 0,
  isSettled: true,
  pieceMinutes: [],
  pieceSundayMs: 0,
  pieceHolidayMs: 0,
};
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const rowOf = (person: Person): JudgedPerson => ({
  employeeId: person.employee._id,
  timeGroupId: person.timeGroupId,
  status: person.status,
  late: person.late,
  excused: person.excused,
  onSite: person.isOpen,
  cell: cellOf(person),
  timeIn: isoOf(person.timeIn),
  lateMs: person.lateMs,
  irregularMs: person.irregularMs,
  clockedMs: clockedMsOf(person),
  workedMs: person.workedMs,
  entries: person.entries,
  units: person.units,
  silentOn: person.silentOn.length > 0 ? person.silentOn : null,
  workFrom: isoOf(workOf(person).first),
  workTo: isoOf(workOf(person).last),
  ...(person.paid ? storedHours(person.paid) : UNPAID),
});

/** Returns for how long a past day, judged at an instant, holds; null while it may change with every minute. */
function judgedOf({ people, zone, date, devices, silence }: DayModel, at: Date) {
  const now = at.getTime();
  const dayEnd = dayBounds(zone, date).end;
  let next = Number.POSITIVE_INFINITY;
  if (now < dayEnd) return null;
  for (const { shift, status, isOpen, intervals } of people) {
    const windowEnd = shift?.windowEnd ?? dayEnd;
    // Without a punch it takes longer: until then the limit of silence moves on with the clock (evidenceSpan).
    if (now < windowEnd + (status === 'present' ? 0 : CONTACT_MS)) return null;
    const settled = windowEnd + 24 * HOUR;
    if (status !== 'present' && now < settled) next = Math.min(next, settled);
    const open = intervals.at(-1);
    if (isOpen && open) next = Math.min(next, open.in + OPEN_INTERVAL_MS);
  }
  const validUntil = Number.isFinite(next) ? new Date(next) : null;
  // Of a device that has lost events a contact says nothing: what arrives of them tells the day itself (intake/terminals/eventNumbers.ts).
  const silent = devices.filter((device) => silence.some(({ span }) => isBehind(device, span)));
  return { judgedAt: at, validUntil, silent };
}
