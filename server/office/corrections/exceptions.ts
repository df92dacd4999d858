import { type Exception, type ExceptionKind, TO_DECIDE } from '#contract/office/exceptions.ts';
import { daysBetween } from '#contract/platform/common.ts';
import type { CrewFilters } from '#contract/platform/filters.ts';
import { MAX_EXCEPTION_DAYS, MAX_EXCEPTIONS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import { type Crew, knownFilters, readCrew, readSees } from '../../figures/stats/crew.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import { recordedDays } from '../../figures/stats/loadDay.ts';
import { judgePastDays, requireDerived } from '../../figures/trends/judgedDays.ts';
import type { OneState, State } from '../../figures/trends/oneState.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { addDays, cutToMinute, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import { type Days, type Named, selectNamed } from './exceptions.sql.ts';
import { type FoundIn, find } from './finding.ts';
import { earlier, type Found } from './found.ts';
import { createKeptExceptions, findDaysAnew } from './keptExceptions.ts';
import { withProposals } from './proposals.ts';
import { readIsOfDevices } from './seen.ts';

type Sums = {
  counts: Partial<Record<ExceptionKind, number>>;
  toFix: number;
  toDecide: number;
} & Pick<FoundIn, 'onLockedDays' | 'absencesLeft'>;
/** An answer with the data version that it is of. */
type Dated<T> = T & { dataVersion: number };
type Listed = Sums & { days: Days; listed: Exception[]; total: number };

/** Returns the days that a call asks for: without dates the last 31. */
function daysAsked(
  timeZone: string,
  now: Date,
  query: { from?: LocalDate | undefined; to?: LocalDate | undefined },
): Days {
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - MAX_EXCEPTION_DAYS);
  const oldest = recordedDays(timeZone, now).from;
  if (from > to || to > today || daysBetween(from, to) >= MAX_EXCEPTION_DAYS || from < oldest)
    throw new Refusal(
      'DATE_OUT_OF_RANGE',
      msg('Choose at most {most} days from {oldest} to today.', { most: MAX_EXCEPTION_DAYS, oldest }),
    );
  return { from, to };
}

type OpenOf = {
  crew?: Crew;
  /** Counts what is in doubt about pay as well; of hours on these dates, whose rows are in `judged_day`. */
  payOf?: readonly LocalDate[] | undefined;
};
/** Returns the number of open exceptions of some days, of everybody or of a crew, as a transaction of the account sees them. */
export async function openIn(tx: Db, accountId: string, now: Date, { from, to }: Days, { crew, payOf }: OpenOf = {}) {
  // A lock or a report may cover more days than a list, of which no more is held than this; an exception found in several lists counts once.
  const open = new Map<string, ExceptionKind>();
  for (let start = from; start <= to; start = addDays(start, MAX_EXCEPTION_DAYS)) {
    const days = { from: start, to: earlier(addDays(start, MAX_EXCEPTION_DAYS - 1), to) };
    const isWithinDays = (day: LocalDate) => day >= days.from && day <= days.to;
    const judged = payOf?.filter(isWithinDays);
    const found = await find(tx, accountId, { now, days, crew, payOf: judged, findDays: findDaysAnew });
    for (const { key, kind } of found.open) open.set(key, kind);
  }
  const toDecide = [...open.values()].filter((kind) => TO_DECIDE.includes(kind)).length;
  return { toFix: open.size - toDecide, toDecide };
}

/** Returns what a caller's list of these past days counts, within a transaction that writes: nobody locks more than they have seen. */
export async function openFor(tx: Db, { caller, now }: Pick<Call, 'caller' | 'now'>, days: Days) {
  const { accountId, timeZone } = caller;
  const payOf = maySeePay(caller) ? await judgePastDays(tx, { accountId, timeZone, now }, days) : undefined;
  return openIn(tx, accountId, now, days, { payOf });
}

type Call = {
  caller: UserCaller;
  now: Date;
  query: CrewFilters & { from?: LocalDate | undefined; to?: LocalDate | undefined };
};

/** Returns a test of the devices whose unknown numbers a user with a scope sees; undefined without a scope, or with a filter, to which no number belongs. */
async function devicesOfScope(tx: Db, { caller, now, query: { from: _from, to: _to, ...filters } }: Call) {
  if (!caller.scope || Object.values(filters).some((ids) => ids?.length)) return undefined;
  return readIsOfDevices(tx, caller, now);
}

const maySeePay = ({ permissions }: UserCaller) => permissions.includes('Pay.VIEW');
const maySeePieces = ({ permissions }: UserCaller) => permissions.includes('Stats.GET_PERFORMANCE_METRICS');

/** Lists and counts exceptions. Each day is computed once for as long as nothing changes it, and each answer once for everybody. */
export function createExceptions(db: Db, oneState: OneState) {
  const findDays = createKeptExceptions();
  const lists = createOnce<Dated<Listed>>();
  const sums = createOnce<Dated<Sums>>();
  const known = async (call: Call): Promise<Call> => ({
    ...call,
    query: await knownFilters(db, call.caller.accountId, call.query),
  });
  const inSnapshot = async <T>(
    { caller, now, query }: Call,
    answer: (tx: Db, all: FoundIn, days: Days) => Promise<T>,
    modelOfToday?: (state: State) => Promise<DayModel>,
  ): Promise<Dated<T>> => {
    const { accountId, timeZone } = caller;
    const days = daysAsked(timeZone, now, query);
    const { from, to } = days;
    return oneState({ accountId, timeZone, now }, async (state) => {
      const { db: tx, dataVersion } = state;
      const crew = await readCrew(tx, caller, query);
      const isOfDevices = await devicesOfScope(tx, { caller, now, query });
      await requireDerived(tx, { accountId, timeZone, from, to, now });
      const payOf = maySeePay(caller)
        ? [...(await state.days.judge({ accountId, timeZone, dataVersion, now }, from, to)).versions.keys()]
        : undefined;
      const own = await modelOfToday?.(state);
      const seesPieces = maySeePieces(caller);
      const asked = { now, days, crew, isOfDevices, findDays, own, payOf, seesPieces };
      return { ...(await answer(tx, await find(tx, accountId, asked), days)), dataVersion };
    });
  };
  return {
    list: async (asked: Call): Promise<Dated<Listed>> => {
      const call = await known(asked);
      return lists(call, () =>
        inSnapshot(call, async (tx, all, { from, to }) => {
          const found = all.open;
          const { accountId } = call.caller;
          const ids = [...new Set(found.flatMap(({ employeeId }) => employeeId ?? []))];
          const people = new Map((await selectNamed(tx, accountId, ids)).map((one) => [one.employeeId, one]));
          const sees = await readSees(tx, accountId, await readCrew(tx, call.caller));
          const sight = { calendar: await loadCalendar(tx, accountId), now: call.now, people, ...sees };
          const listed = await withProposals(tx, accountId, inOrder(found, people).slice(0, MAX_EXCEPTIONS), sight);
          return { days: { from, to }, ...sumsOf(all), listed, total: found.length };
        }),
      );
    },
    count: async (asked: Call): Promise<Dated<Sums>> => {
      const call = await known(asked);
      return sums(call, async () => {
        const { caller, now, query } = call;
        const { accountId, timeZone } = caller;
        const today = localDateOf(zoneOf(timeZone), now.getTime());
        const isOfToday = daysAsked(timeZone, now, query).to === today;
        // A client that asks for the number of today's exceptions also shows today's tiles, so the model exists.
        const modelOfToday = ({ models, dataVersion }: State) =>
          models.get({ accountId, dataVersion, date: today, now });
        return inSnapshot(call, async (_tx, found) => sumsOf(found), isOfToday ? modelOfToday : undefined);
      });
    },
  };
}

/** The accounts whose answers are cached; each is a few thousand rows at most. */
const MAX_KEPT = 16;
/** Returns a cache that computes an answer once per minute and data version. */
function createOnce<T>() {
  const kept = new Map<string, Promise<T>>();
  return ({ caller, now, query }: Call, make: () => Promise<T>): Promise<T> => {
    const { accountId, dataVersion, scope } = caller;
    const key = JSON.stringify([
      accountId,
      dataVersion,
      cutToMinute(now.getTime()),
      query,
      scope?.key,
      maySeePay(caller),
      maySeePieces(caller),
    ]);
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

function sumsOf({ open: all, onLockedDays, absencesLeft }: FoundIn): Sums {
  const counts: Partial<Record<ExceptionKind, number>> = {};
  // Always in one order: that in which they were found tells of days and people outside a scope.
  const kinds = all.map(({ kind }) => kind).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  const toDecide = TO_DECIDE.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return { counts, toDecide, toFix: all.length - toDecide, onLockedDays, absencesLeft };
}

const ORDER: readonly ExceptionKind[] = [
  ...([
    'changed-after-lock',
    'quarantined',
    'doubted-keys',
    'unmatched-pin',
    'two-people',
    'missing-out',
    'missing-in',
    'late-or-missing-in',
  ] as const),
  ...([
    'future-clock',
    'inactive-clocked',
    'counted-twice',
    'rejected-container',
    'piecework-without-clock',
    'unverified-time',
    'overtaken',
    'excused-present',
  ] as const),
  ...(['pay-below-zero', 'no-piece-rate', 'shared-output', 'no-hourly-rate', 'not-priced', 'no-hours-rule'] as const),
  ...TO_DECIDE,
];

/** Sorts by kind, then the newest day first, then by number. */
function inOrder(found: readonly Found[], people: ReadonlyMap<string, Named>): Found[] {
  const inLine = sortedByNumber([...people.values()], ({ number }) => number);
  const places = new Map(inLine.map(({ employeeId }, place) => [employeeId, place]));
  const placeOf = ({ employeeId }: Found) => places.get(employeeId ?? '') ?? -1;
  return found
    .map((one) => ({ one, kind: ORDER.indexOf(one.kind), place: placeOf(one) }))
    .sort(
      (a, b) =>
        a.kind - b.kind ||
        (a.one.day < b.one.day ? 1 : a.one.day > b.one.day ? -1 : 0) ||
        a.place - b.place ||
        (a.one.key < b.one.key ? -1 : 1),
    )
    .map(({ one }) => one);
}
