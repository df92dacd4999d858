import { hash } from 'node:crypto';
import { type Exception, type ExceptionKind, TO_DECIDE } from '#contract/corrections.ts';
import { MAX_EXCEPTION_DAYS, MAX_EXCEPTIONS } from '#contract/limits.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { OPEN_INTERVAL_MS } from '../attendance/events.ts';
import { readEvents } from '../attendance/fact.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import { byNumber } from '../attendance/order.ts';
import { timeGroupOn } from '../attendance/timeGroups.ts';
import { addDays, dayBounds, daysBetween, type LocalDate, localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import { dayInWords } from '../stats/dates.ts';
import { selectQuarantined } from '../stats/exceptions.sql.ts';
import { sourceOf } from '../terminals/networks.ts';
import { createAbsences } from './absences.ts';
import {
  type Days,
  type Known,
  type LooseRecord,
  selectExcuses,
  selectKnown,
  selectLoose,
  selectOvertaken,
  selectReviews,
} from './exceptions.sql.ts';
import { clockOf, type Found, type Sight } from './found.ts';
import { selectMoved } from './locks.sql.ts';
import { withProposals } from './proposals.ts';

type Listed = {
  days: Days;
  counts: Partial<Record<ExceptionKind, number>>;
  toFix: number;
  toDecide: number;
  listed: Exception[];
  total: number;
};
type Asked = Days & { isDefault: boolean };

/** The days that a call asks for: without them the last 31, of which the locked ones are left out. */
export function daysAsked(
  timeZone: string,
  now: Date,
  query: { from?: LocalDate | undefined; to?: LocalDate | undefined },
): Asked {
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - MAX_EXCEPTION_DAYS);
  if (from > to || to > today || daysBetween(from, to) >= MAX_EXCEPTION_DAYS || from < addDays(today, -89))
    throw new Refusal('DATE_OUT_OF_RANGE', `Choose at most ${MAX_EXCEPTION_DAYS} days of the last 90, until today.`);
  return { from, to, isDefault: query.from === undefined && query.to === undefined };
}

/** How much is open in some days, as a transaction of the account sees it. */
export async function openIn(tx: Db, accountId: string, now: Date, { from, to }: Days) {
  const open = { toFix: 0, toDecide: 0 };
  // A lock or a report may be longer than a list.
  for (let start = from; start <= to; start = addDays(start, MAX_EXCEPTION_DAYS)) {
    const end = addDays(start, MAX_EXCEPTION_DAYS - 1);
    const { all } = await find(tx, accountId, now, { from: start, to: earlier(end, to), isDefault: false });
    const sums = sumsOf(all);
    open.toFix += sums.toFix;
    open.toDecide += sums.toDecide;
  }
  return open;
}

/** Exceptions with proposals, computed once for everybody who looks within a minute and a data version. */
export function exceptionsOf(db: Db) {
  const kept = new Map<string, Promise<Listed>>();
  return (caller: UserCaller, now: Date, days: Asked): Promise<Listed> => {
    const { accountId, dataVersion } = caller;
    const minute = Math.floor(now.getTime() / 60_000);
    const key = `${accountId} ${dataVersion} ${minute} ${days.from} ${days.to} ${days.isDefault}`;
    const known = kept.get(key);
    if (known) return known;
    const found = db.tenant(
      accountId,
      async (tx) => {
        const { sight, all } = await find(tx, accountId, now, days);
        const sums = sumsOf(all);
        const listed = await withProposals(tx, accountId, all.slice(0, MAX_EXCEPTIONS), sight);
        return { days: { from: days.from, to: days.to }, ...sums, listed, total: all.length };
      },
      { snapshot: true },
    );
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return found;
  };
}
/** Lists of some accounts; each is a few thousand rows at most. */
const MAX_KEPT = 8;

function sumsOf(all: readonly Found[]) {
  const counts: Partial<Record<ExceptionKind, number>> = {};
  for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1;
  const toDecide = TO_DECIDE.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return { counts, toDecide, toFix: all.length - toDecide };
}

async function find(tx: Db, accountId: string, now: Date, days: Asked) {
  const calendar = await loadCalendar(tx, accountId);
  const { zone } = calendar;
  const [start, end] = [dayBounds(zone, days.from).start, dayBounds(zone, days.to).end].map((at) => new Date(at));
  if (!start || !end) throw new Error('A span has two ends');
  const people = await selectKnown(tx, accountId, days);
  const excuses = await selectExcuses(tx, accountId, days);
  const byId = new Map(people.map((one) => [one.employeeId, one]));
  const absences = await createAbsences(tx, accountId, { calendar, days, now, people, excuses });
  const sight: Sight = { calendar, now, people, first: days.from, isPunched: absences.isPunched };
  const found: Found[] = [
    ...people.flatMap((one) => ofDays(one, sight, absences.counts)),
    ...absences.absent.map(({ one, day }) => made('absence', day, one, '', 'Absent, and nobody has said why', [])),
    ...people.flatMap((one) =>
      (one.recorded?.split(' ') ?? [])
        .map((offset) => addDays(days.from, Number(offset)))
        .filter((day) => !absences.counts(one, day))
        .map((day) => made('inactive-clocked', day, one, '', 'Not active on this day, but there are records', [])),
    ),
    ...ungrouped(people, sight, days, absences.counts),
    ...ofLoose(await selectLoose(tx, accountId, start, end), byId, calendar),
    ...(await quarantined(tx, accountId, { start, end, days, calendar, byId })),
    ...(await selectOvertaken(tx, accountId, days)).flatMap(
      ({ employeeId, day, at, direction, recordId, recordAt, correctionId }) => {
        const one = byId.get(employeeId);
        const clock = (text: string) => clockOf(calendar, Date.parse(text));
        const detail = `${direction.toUpperCase()} ${clock(at)} was added; the record of ${clock(recordAt)} came afterwards`;
        return one
          ? [{ ...made('overtaken', day, one, correctionId, detail, [recordId]), correctionIds: [correctionId] }]
          : [];
      },
    ),
    ...excuses.flatMap(({ excuseId, employeeId, judgement, from, to }) => {
      const one = byId.get(employeeId);
      if (judgement !== 'absence' || !one) return [];
      return daysOf(later(from, days.from), earlier(to, days.to))
        .filter((day) => absences.isPunched(one, day))
        .map((day) => ({
          ...made('excused-present', day, one, excuseId, 'The absence is excused, but they clocked', []),
          correctionIds: [excuseId],
        }));
    }),
    ...(await selectMoved(tx, accountId, days)).map(({ lockId, by, at, day, byRecords, version }) =>
      made(
        'changed-after-lock',
        day,
        null,
        lockId,
        `${byRecords ? 'Records' : 'A payroll system'} moved this day after ${by} had locked it on ${dayInWords(localDateOf(zone, Date.parse(at)))}`,
        [version],
      ),
    ),
  ];
  const locks = days.isDefault ? await selectLocks(tx, accountId, days) : [];
  const reviewed = new Set(
    (await selectReviews(tx, accountId, new Date(start.getTime() - DAY_MS))).map(
      ({ key, evidence }) => `${key} ${evidence}`,
    ),
  );
  const all = found
    .filter(({ key, evidence }) => !reviewed.has(`${key} ${evidence}`))
    .filter(({ kind, day }) => kind === 'changed-after-lock' || !locks.some(({ from, to }) => day >= from && day <= to))
    .sort(
      (a, b) =>
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
        (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) ||
        byNumber(a.employee?.number ?? '', b.employee?.number ?? '') ||
        (a.key < b.key ? -1 : 1),
    );
  return { sight, all };
}
const DAY_MS = 86_400_000;

const ORDER: readonly ExceptionKind[] = [
  ...([
    'changed-after-lock',
    'quarantined',
    'unmatched-pin',
    'missing-out',
    'missing-in',
    'late-or-missing-in',
  ] as const),
  ...([
    'future-clock',
    'inactive-clocked',
    'piecework-without-clock',
    'unverified-time',
    'overtaken',
    'excused-present',
  ] as const),
  ...TO_DECIDE,
];

const earlier = (one: LocalDate, other: LocalDate) => [one, other].sort()[0] ?? one;
const later = (one: LocalDate, other: LocalDate) => [one, other].sort()[1] ?? one;
const daysOf = (from: LocalDate, to: LocalDate) =>
  from > to ? [] : Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));

function made(
  kind: ExceptionKind,
  day: LocalDate,
  employee: Known | null,
  what: string,
  detail: string,
  evidence: readonly unknown[],
): Found {
  const key = [kind, employee?.employeeId ?? '', day, what].filter((part) => part !== '').join(':');
  return {
    key,
    kind,
    day,
    employee,
    detail,
    evidence: hash('sha256', JSON.stringify([key, ...evidence]), 'base64url').slice(0, 22),
  };
}

/** Returns the doubts that the facts of an employee's days leave. */
function ofDays(one: Known, { calendar, now }: Sight, counts: (one: Known, day: LocalDate) => boolean): Found[] {
  return (one.doubts ?? []).flatMap(([day, text, records, unclocked, doubtful]): Found[] => {
    if (!counts(one, day)) return [];
    const events = readEvents(text);
    const clock = (at: number) => clockOf(calendar, at);
    const found: Found[] = [];
    const [first] = events;
    const last = events.at(-1);
    if (doubtful && first)
      found.push({
        ...made('late-or-missing-in', day, one, '', `Only ${clock(first.at)}: late, or it was the OUT`, [records]),
        at: first.at,
      });
    for (const [i, event] of events.entries()) {
      const isForgotten = event === last && event.direction === 'in' && now.getTime() - event.at >= OPEN_INTERVAL_MS;
      if (!doubtful && (event.flags.includes('missing-out') || isForgotten))
        found.push({
          ...made('missing-out', day, one, String(event.at / 1000), `IN ${clock(event.at)} without an OUT`, [records]),
          at: event.at,
          next: events[i + 1]?.at ?? null,
        });
      if (event.flags.includes('missing-in'))
        found.push({
          ...made('missing-in', day, one, String(event.at / 1000), `OUT ${clock(event.at)} without an IN`, [records]),
          at: event.at,
        });
    }
    // While somebody is clocked in, their entries may still come to lie within.
    const isOpen = last?.direction === 'in' && now.getTime() - last.at < OPEN_INTERVAL_MS;
    if (unclocked > 0 && !isOpen)
      found.push(
        made(
          'piecework-without-clock',
          day,
          one,
          '',
          `${unclocked} ${unclocked === 1 ? 'entry' : 'entries'} outside every interval at work`,
          [records],
        ),
      );
    return found;
  });
}

/** Active without a time group, where anybody has hours: nothing is expected of them. */
function ungrouped(
  people: readonly Known[],
  { calendar }: Sight,
  { to }: Days,
  counts: (one: Known, day: LocalDate) => boolean,
): Found[] {
  if (!calendar.hasStandardTimes) return [];
  return people
    .filter((one) => timeGroupOn(one, to) === null && counts(one, to))
    .map((one) => ({
      ...made('no-time-group', to, one, '', 'Active without a time group: nothing is expected', []),
      key: `no-time-group:${one.employeeId}`,
    }))
    .map((one) => ({ ...one, evidence: 'no-time-group' }));
}

function ofLoose(records: readonly LooseRecord[], byId: ReadonlyMap<string, Known>, calendar: Calendar): Found[] {
  const dayOf = ({ kind, at, receivedAt }: LooseRecord) =>
    localDateOf(calendar.zone, Date.parse(kind === 'future-clock' ? receivedAt : at));
  const groups = Map.groupBy(records, (record) =>
    JSON.stringify([record.kind, dayOf(record), record.employeeId ?? record.timeId]),
  );
  return [...groups.values()].flatMap((some): Found[] => {
    const [record] = some;
    if (!record) return [];
    const one = record.employeeId ? (byId.get(record.employeeId) ?? null) : null;
    const ids = some.map(({ recordId }) => recordId);
    const who = record.employeeId ? '' : `PIN ${record.timeId} is nobody's time id: `;
    const many = `${some.length} ${some.length === 1 ? 'record' : 'records'}`;
    const what = {
      'unmatched-pin': `${many} waiting`,
      'future-clock': `${many} more than 5 minutes in the future, left out of every number`,
      'unverified-time': `${many} whose time the device could not verify`,
    }[record.kind];
    const found = made(
      record.kind,
      dayOf(record),
      one,
      record.employeeId ? '' : (record.timeId ?? ''),
      who + what,
      ids,
    );
    return [{ ...found, records: some }];
  });
}

type Waiting = { start: Date; end: Date; days: Days; calendar: Calendar; byId: ReadonlyMap<string, Known> };
async function quarantined(tx: Db, accountId: string, { start, end, days, calendar, byId }: Waiting): Promise<Found[]> {
  const rows = await selectQuarantined(tx, accountId, start, end);
  return rows.map(({ employeeId, timeId, count, origin, address, deviceId, deviceName, lastReceived }) => {
    const received = localDateOf(calendar.zone, Date.parse(lastReceived));
    const day = later(earlier(received, days.to), days.from);
    const from = origin === 'age' ? 'older than 45 days when received' : `from another network (${origin})`;
    const of = timeId === null ? '' : ` of PIN ${timeId}`;
    const found = made(
      'quarantined',
      day,
      employeeId ? (byId.get(employeeId) ?? null) : null,
      `${deviceId}:${origin}:${timeId ?? ''}`,
      `${count} ${count === 1 ? 'punch' : 'punches'}${of} ${from}, ${deviceName}`,
      [count, lastReceived],
    );
    return { ...found, quarantine: { ...sourceOf(origin, address), deviceId, deviceName, lastReceived } };
  });
}
