import { daysBetween } from '#contract/platform/common.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { OPEN_INTERVAL_MS } from '../../attendance/events.ts';
import { readEvents } from '../../attendance/fact.ts';
import type { DayFactRow } from '../../attendance/facts.sql.ts';
import type { DayEvent } from '../../attendance/judge.ts';
import { dayKey } from '../../attendance/ledger.sql.ts';
import { timeGroupOn } from '../../attendance/timeGroups.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { createAbsences, hasDay, isBeforeStart, isCounted } from './absences.ts';
import { type Known, selectExcuses, selectFactsOf, selectKnown } from './exceptions.sql.ts';
import { clockOf, type Found, made } from './found.ts';

/** The exceptions of a day that follow from its facts, its excuses and the calendar. */
export type OfDay = {
  found: Found[];
  /** The instant until which these exceptions cannot change through time alone. */
  validUntil: number;
};
type Asked = {
  calendar: Calendar;
  /** In order. */
  days: readonly LocalDate[];
  now: Date;
  models?: ReadonlyMap<LocalDate, DayModel>;
};
type Sight = {
  calendar: Calendar;
  now: Date;
  /** Notes an instant after which the day's exceptions may differ. */
  until(day: LocalDate, at: number): void;
};

/** Finds what is in doubt or to be decided about some days, in a few statements whatever the number of days and employees. */
export async function findOfDays(
  tx: Db,
  accountId: string,
  { calendar, days, now, models = new Map() }: Asked,
): Promise<Map<LocalDate, OfDay>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const people = await selectKnown(tx, accountId, days);
  const excuses = await selectExcuses(tx, accountId, { from: first, to: last });
  const { absent, validUntil } = await createAbsences(tx, accountId, { calendar, days, now, people, excuses, models });
  const until = (day: LocalDate, at: number) => validUntil.set(day, Math.min(at, validUntil.get(day) ?? at));
  const sight: Sight = { calendar, now, until };
  const byId = new Map(people.map((one) => [one.employeeId, one]));
  const places = days.map((day) => ({ day, place: daysBetween(first, day) }));
  const inactive = people.flatMap((one) =>
    places
      .filter(({ day, place }) => hasDay(one.recorded, place) && !isCounted(one, day))
      .map(({ day }) => ({ day, employeeId: one.employeeId, isBeforeStart: isBeforeStart(one, day) })),
  );
  const present = excuses.flatMap(({ excuseId, employeeId, judgement, from, to }) => {
    const one = byId.get(employeeId);
    if (judgement !== 'absence' || !one) return [];
    return places
      .filter(({ day, place }) => day >= from && day <= to && hasDay(one.punched, place))
      .map(({ day }) => ({ day, employeeId, excuseId }));
  });
  const facts = new Map(
    (inactive.length + present.length > 0 ? await selectFactsOf(tx, accountId, [...inactive, ...present]) : []).map(
      (fact) => [dayKey(fact), fact],
    ),
  );
  const found: Found[] = [
    ...people.flatMap((one) => doubtsOf(one, sight)),
    ...absent.map(({ one: { employeeId }, day }) =>
      made({ kind: 'absence', day, employeeId, detail: words('Absent, and nobody has said why'), evidence: [] }),
    ),
    ...inactive.map((one) => {
      const detail = words('Not active on this day, but there are records');
      const evidence = [facts.get(dayKey(one))?.records];
      return { ...made({ ...one, kind: 'inactive-clocked', detail, evidence }), isBeforeStart: one.isBeforeStart };
    }),
    ...present.map(({ excuseId, ...one }) => ({
      ...made({
        ...one,
        kind: 'excused-present',
        what: excuseId,
        evidence: [facts.get(dayKey(one))?.records],
        detail: words('The absence is excused, but they clocked'),
      }),
      correctionIds: [excuseId],
    })),
  ];
  const byDay = Map.groupBy(found, ({ day }) => day);
  return new Map(
    days.map((day) => [day, { found: byDay.get(day) ?? [], validUntil: validUntil.get(day) ?? now.getTime() }]),
  );
}

/**
 * Returns the employees who are active on a day without a time group, or in one whose hours nobody set up, in an account with standard times: nothing
 * is expected of them.
 */
export async function findWithoutShift(
  tx: Db,
  accountId: string,
  calendar: Calendar,
  day: LocalDate,
): Promise<Found[]> {
  if (!calendar.hasStandardTimes) return [];
  const people = await selectKnown(tx, accountId, [day], { perhapsWithoutShift: true });
  return people.flatMap((one): Found[] => {
    const { employeeId } = one;
    const group = timeGroupOn(one, day);
    if (!isCounted(one, day) || (group !== null && calendar.hasHours(group))) return [];
    const kind = group === null ? 'no-time-group' : 'no-shift';
    const detail =
      group === null
        ? words('Active without a shift: nothing is expected')
        : words('Active on a shift without hours: nothing is expected');
    // The same exception whichever day it is found on.
    const found = made({ kind, day, employeeId, evidence: [], detail });
    return [{ ...found, key: `${kind}:${employeeId}`, evidence: group ?? kind }];
  });
}

export const unclockedInWords = (entries: number) =>
  msg('{entries, plural, one {# entry} other {# entries}} outside every interval at work', { entries });

/** Returns the doubts about an employee's days that follow from the facts. */
function doubtsOf(one: Known, sight: Sight): Found[] {
  return (one.doubts ?? []).flatMap(([day, events, records, unclocked, doubtful, before]) =>
    isCounted(one, day)
      ? doubtsOfDay(one.employeeId, { day, events, records, unclocked, doubtful, before }, sight)
      : [],
  );
}

/** The facts of a work day; `before`: the events of the day before it. */
export type DayInDoubt = Pick<DayFactRow, 'day' | 'events' | 'records' | 'unclocked' | 'doubtful'> & {
  before: string | null;
};
/** Returns the doubts about one work day of an employee. */
export function doubtsOfDay(
  employeeId: string,
  { day, events: text, records, unclocked, doubtful, before }: DayInDoubt,
  { calendar, now, until }: Sight,
): Found[] {
  const at = now.getTime();
  const events = readEvents(text);
  const clock = (instant: number) => clockOf(calendar, instant);
  const found: Found[] = [];
  const [first] = events;
  const last = events.at(-1);
  const isOpenAfter = (event: DayEvent | undefined) => {
    if (event?.direction !== 'in' || at - event.at >= OPEN_INTERVAL_MS) return false;
    until(day, event.at + OPEN_INTERVAL_MS);
    return true;
  };
  const isOpen = isOpenAfter(last);
  const of = { day, employeeId, evidence: [records] };
  if (doubtful && first)
    found.push({
      ...made({
        ...of,
        kind: 'late-or-missing-in',
        detail: msg('Only {time}: late, or it was the OUT', { time: clock(first.at) }),
      }),
      at: first.at,
    });
  for (const [i, event] of events.entries()) {
    const what = String(event.at / 1000);
    const isForgotten = event === last && event.direction === 'in' && !isOpen;
    if (!doubtful && (event.flags.includes('missing-out') || isForgotten))
      found.push({
        ...made({
          ...of,
          kind: 'missing-out',
          what,
          detail: msg('IN {time} without an OUT', { time: clock(event.at) }),
        }),
        at: event.at,
        next: events[i + 1]?.at ?? null,
      });
    if (event.flags.includes('missing-in')) {
      const previous = events[i - 1];
      const detail = previous
        ? msg('OUT {time} after OUT {first}, and no IN between', { time: clock(event.at), first: clock(previous.at) })
        : msg('OUT {time} without an IN', { time: clock(event.at) });
      found.push({
        ...made({ ...of, kind: 'missing-in', what, detail }),
        at: event.at,
        previous: previous?.at ?? null,
      });
    }
  }
  // While an employee is clocked in, perhaps since the day before, their entries may still turn out to lie within the interval.
  if (unclocked > 0 && !isOpen && !isOpenAfter(readEvents(before ?? '').at(-1)))
    found.push(
      made({
        ...of,
        kind: 'piecework-without-clock',
        detail: unclockedInWords(unclocked),
      }),
    );
  return found;
}
