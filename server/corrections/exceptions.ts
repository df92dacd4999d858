import { type Exception, type ExceptionKind, TO_DECIDE } from '#contract/corrections.ts';
import type { CrewFilters } from '#contract/filters.ts';
import { MAX_EXCEPTION_DAYS, MAX_EXCEPTIONS } from '#contract/limits.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import { byNumber } from '../attendance/order.ts';
import {
  addDays,
  cutToMinute,
  DAY,
  dayBounds,
  daysBetween,
  type LocalDate,
  localDateOf,
  zoneOf,
} from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { notFound, Refusal } from '../http/errors.ts';
import { type Crew, isOfCrew, readCrew } from '../stats/crew.ts';
import { dayInWords } from '../stats/dates.ts';
import { selectAccountState } from '../stats/day.sql.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { selectQuarantined } from '../stats/exceptions.sql.ts';
import type { DayModels } from '../stats/loadDay.ts';
import { sourceOf } from '../terminals/networks.ts';
import { selectRoster } from '../trends/roster.sql.ts';
import { findUngrouped } from './dayExceptions.ts';
import {
  type Days,
  type LooseRecord,
  type Named,
  selectLoose,
  selectNamed,
  selectOvertaken,
  selectReviews,
} from './exceptions.sql.ts';
import { clockOf, earlier, type Found, later, made } from './found.ts';
import { createKeptExceptions, type FindDays, findDaysAnew } from './keptExceptions.ts';
import { selectMoved } from './locks.sql.ts';
import { withProposals } from './proposals.ts';

type Sums = { counts: Partial<Record<ExceptionKind, number>>; toFix: number; toDecide: number };
type Listed = Sums & { days: Days; listed: Exception[]; total: number };
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
    const days = { from: start, to: earlier(addDays(start, MAX_EXCEPTION_DAYS - 1), to), isDefault: false };
    const sums = sumsOf(await find(tx, accountId, { now, days, findDays: findDaysAnew }));
    open.toFix += sums.toFix;
    open.toDecide += sums.toDecide;
  }
  return open;
}

type Call = {
  caller: UserCaller;
  now: Date;
  query: CrewFilters & { from?: LocalDate | undefined; to?: LocalDate | undefined };
};

/** Lists and counts exceptions: each day is found once for as long as it stays what it is, and each answer made once for everybody. */
export function createExceptions(db: Db, models: DayModels) {
  const findDays = createKeptExceptions();
  const lists = createOnce<Listed>();
  const sums = createOnce<Sums>();
  const inSnapshot = async <T>(
    { caller, now, query }: Call,
    answer: (tx: Db, all: Found[], days: Asked) => Promise<T>,
    own?: DayModel,
  ) => {
    const { accountId, timeZone } = caller;
    const days = daysAsked(timeZone, now, query);
    const crew = await readCrew(db, accountId, query);
    return db.tenant(
      accountId,
      async (tx) => answer(tx, await find(tx, accountId, { now, days, crew, findDays, own }), days),
      {
        snapshot: true,
      },
    );
  };
  return {
    list: (call: Call): Promise<Listed> =>
      lists(call, () =>
        inSnapshot(call, async (tx, found, { from, to }) => {
          const { accountId } = call.caller;
          const ids = [...new Set(found.flatMap(({ employeeId }) => employeeId ?? []))];
          const people = new Map((await selectNamed(tx, accountId, ids)).map((one) => [one.employeeId, one]));
          const sight = { calendar: await loadCalendar(tx, accountId), now: call.now, people };
          const listed = await withProposals(tx, accountId, inOrder(found, people).slice(0, MAX_EXCEPTIONS), sight);
          return { days: { from, to }, ...sumsOf(found), listed, total: found.length };
        }),
      ),
    count: (call: Call): Promise<Sums> =>
      sums(call, async () => {
        const { caller, now } = call;
        const { accountId, timeZone, dataVersion } = caller;
        const today = localDateOf(zoneOf(timeZone), now.getTime());
        // Whoever asks for the number of exceptions looks at this day as well.
        const own = await models.get({ accountId, dataVersion, date: today, now });
        return inSnapshot(call, async (_tx, found) => sumsOf(found), own);
      }),
  };
}

/** Answers of some accounts; each is a few thousand rows at most. */
const MAX_KEPT = 16;
/** Makes what several ask for within a minute and a data version once. */
function createOnce<T>() {
  const kept = new Map<string, Promise<T>>();
  return ({ caller: { accountId, dataVersion }, now, query }: Call, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify([accountId, dataVersion, cutToMinute(now.getTime()), query]);
    const known = kept.get(key);
    if (known) return known;
    const answer = make();
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return answer;
  };
}

function sumsOf(all: readonly Found[]): Sums {
  const counts: Partial<Record<ExceptionKind, number>> = {};
  for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1;
  const toDecide = TO_DECIDE.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return { counts, toDecide, toFix: all.length - toDecide };
}

type Finding = {
  now: Date;
  days: Asked;
  findDays: FindDays;
  crew?: Crew | undefined;
  /** A model that is known already. */
  own?: DayModel | undefined;
};
/** Finds the exceptions of some days that nobody has reviewed, those of a crew alone where one is named. */
async function find(tx: Db, accountId: string, { now, days, findDays, crew = {}, own }: Finding): Promise<Found[]> {
  const minute = new Date(cutToMinute(now.getTime()));
  const calendar = await loadCalendar(tx, accountId);
  const { zone } = calendar;
  const [start, end] = [dayBounds(zone, days.from).start, dayBounds(zone, days.to).end].map((at) => new Date(at));
  if (!start || !end) throw new Error('A span has two ends');
  const state = await selectAccountState(tx, accountId, minute);
  if (!state) throw notFound('Account');
  const models = new Map(own && own.dataVersion === state.dataVersion ? [[own.date, own]] : []);
  const found: Found[] = [
    ...(await findDays(tx, accountId, { calendar, days, now: minute, models })),
    ...(await findUngrouped(tx, accountId, calendar, days.to)),
    ...ofLoose(await selectLoose(tx, accountId, start, end), calendar),
    ...(await quarantined(tx, accountId, { start, end, days, calendar })),
    ...(await selectOvertaken(tx, accountId, days)).map(
      ({ employeeId, day, at, direction, recordId, recordAt, correctionId }) => {
        const clock = (text: string) => clockOf(calendar, Date.parse(text));
        const detail = `${direction.toUpperCase()} ${clock(at)} was added; the record of ${clock(recordAt)} came afterwards`;
        const evidence = [recordId];
        return {
          ...made({ kind: 'overtaken', day, employeeId, what: correctionId, detail, evidence }),
          correctionIds: [correctionId],
        };
      },
    ),
    ...(await selectMoved(tx, accountId, days)).map(({ lockId, by, at, day, byRecords, version }) => {
      const lockedOn = dayInWords(localDateOf(zone, Date.parse(at)));
      const detail = `${byRecords ? 'Records' : 'A payroll system'} moved this day after ${by} had locked it on ${lockedOn}`;
      return made({ kind: 'changed-after-lock', day, employeeId: null, what: lockId, detail, evidence: [version] });
    }),
  ];
  const locks = days.isDefault ? await selectLocks(tx, accountId, days) : [];
  const reviews = await selectReviews(tx, accountId, new Date(start.getTime() - DAY));
  const reviewed = new Set(reviews.map(({ key, evidence }) => `${key} ${evidence}`));
  const isOfThem = await membersOf(tx, accountId, crew);
  return found
    .filter(({ key, evidence }) => !reviewed.has(`${key} ${evidence}`))
    .filter(({ kind, day }) => kind === 'changed-after-lock' || !locks.some(({ from, to }) => day >= from && day <= to))
    .filter(({ employeeId }) => isOfThem(employeeId));
}

/** Tells of whom a crew's exceptions are, by the groups and devices of today; those of nobody are everybody's alone. */
async function membersOf(tx: Db, accountId: string, { lookup1: _lookup1, ...crew }: Crew) {
  if (Object.values(crew).every((chosen) => chosen === undefined)) return () => true;
  const members = (await selectRoster(tx, accountId)).filter((one) => isOfCrew(one, crew));
  const ids = new Set(members.map(({ employeeId }) => employeeId));
  return (employeeId: string | null) => employeeId !== null && ids.has(employeeId);
}

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

/** By kind, the newest day first, then by number. */
function inOrder(found: readonly Found[], people: ReadonlyMap<string, Named>): Found[] {
  const numberOf = ({ employeeId }: Found) => (employeeId && people.get(employeeId)?.number) || '';
  return found.toSorted(
    (a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
      (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) ||
      byNumber(numberOf(a), numberOf(b)) ||
      (a.key < b.key ? -1 : 1),
  );
}

function ofLoose(records: readonly LooseRecord[], calendar: Calendar): Found[] {
  const dayOf = ({ kind, at, receivedAt }: LooseRecord) =>
    localDateOf(calendar.zone, Date.parse(kind === 'future-clock' ? receivedAt : at));
  const groups = Map.groupBy(records, (record) =>
    JSON.stringify([record.kind, dayOf(record), record.employeeId ?? record.timeId]),
  );
  return [...groups.values()].flatMap((some): Found[] => {
    const [record] = some;
    if (!record) return [];
    const ids = some.map(({ recordId }) => recordId);
    const who = record.employeeId ? '' : `PIN ${record.timeId} is nobody's time id: `;
    const many = `${some.length} ${some.length === 1 ? 'record' : 'records'}`;
    const what = {
      'unmatched-pin': `${many} waiting`,
      'future-clock': `${many} more than 5 minutes in the future, left out of every number`,
      'unverified-time': `${many} whose time the device could not verify`,
    }[record.kind];
    const { kind, employeeId } = record;
    const found = made({
      ...{ kind, day: dayOf(record), employeeId, what: employeeId ? '' : (record.timeId ?? '') },
      ...{ detail: who + what, evidence: ids },
    });
    return [{ ...found, records: some }];
  });
}

type Waiting = { start: Date; end: Date; days: Days; calendar: Calendar };
async function quarantined(tx: Db, accountId: string, { start, end, days, calendar }: Waiting): Promise<Found[]> {
  const rows = await selectQuarantined(tx, accountId, start, end);
  return rows.map(({ employeeId, timeId, count, origin, address, deviceId, deviceName, lastReceived }) => {
    const received = localDateOf(calendar.zone, Date.parse(lastReceived));
    const day = later(earlier(received, days.to), days.from);
    const from = origin === 'age' ? 'older than 45 days when received' : `from another network (${origin})`;
    const of = timeId === null ? '' : ` of PIN ${timeId}`;
    const found = made({
      ...{ kind: 'quarantined', day, employeeId, what: `${deviceId}:${origin}:${timeId ?? ''}` },
      detail: `${count} ${count === 1 ? 'punch' : 'punches'}${of} ${from}, ${deviceName}`,
      evidence: [count, lastReceived],
    });
    return { ...found, quarantine: { ...sourceOf(origin, address), deviceId, deviceName, lastReceived } };
  });
}
