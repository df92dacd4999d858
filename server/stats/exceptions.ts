import type { DataException } from '#contract/stats.ts';
import { answersTo } from '../attendance/answers.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { deriveDays, shiftsOf } from '../attendance/derive.ts';
import { touches } from '../attendance/factRows.ts';
import { judgeDay } from '../attendance/judge.ts';
import { byNumber } from '../attendance/order.ts';
import { questionOfDays } from '../attendance/window.ts';
import { cutToMinute, dayBounds } from '../attendance/zone.ts';
import { counted } from '../counted.ts';
import type { Db } from '../db/db.ts';
import { sourceOf } from '../terminals/networks.ts';
import { selectFacts } from './day.sql.ts';
import type { DayModel } from './dayModel.ts';
import { selectFutureClocks, selectQuarantined, selectUnmatched, selectUnverified } from './exceptions.sql.ts';
import { selectEmployments } from './explain.sql.ts';
import { whyUncounted } from './reasons.ts';

const MOST = 500;

/** Returns the exceptions that rules 13 to 15 raise for a day, sorted by kind, then number. */
export function exceptionsOf(db: Db, model: DayModel, now: Date): Promise<DataException[]> {
  return db.tenant(model.accountId, async (tx) => {
    const calendar = await loadCalendar(tx, model.accountId);
    const { start, end } = dayBounds(calendar.zone, model.date);
    const [from, to] = [new Date(start), new Date(end)];
    const future = await selectFutureClocks(tx, model.accountId, from, to);
    const waiting = await selectQuarantined(tx, model.accountId, from, to);
    const unmatched = await selectUnmatched(tx, model.accountId, from, to);
    const unverified = await selectUnverified(tx, model.accountId, from, to);
    const active = new Set(model.people.map(({ employee }) => employee._id));
    const facts = await selectFacts(tx, model.accountId, model.date);
    const inactive = facts.filter(({ employeeId }) => !active.has(employeeId));
    const unclocked = await withoutClock(tx, calendar, model, now);

    const ids = [...waiting, ...future, ...inactive, ...unclocked, ...unverified].flatMap(
      ({ employeeId }) => employeeId ?? [],
    );
    const named = ids.length > 0 ? await selectEmployments(tx, model.accountId, ids) : [];
    const employments = new Map(named.map((one) => [one.employeeId, one]));
    const exception = (kind: DataException['kind'], employeeId: string | null, count: number, detail: string) => ({
      kind,
      day: model.date,
      employeeNumber: employeeId === null ? null : (employments.get(employeeId)?.number ?? null),
      detail,
      count,
    });
    return [
      ...waiting.map(({ employeeId, timeId, count, origin, address, deviceId, deviceName, lastReceived }) => {
        const of = timeId === null ? '' : ` of PIN ${timeId}`;
        const from = origin === 'age' ? 'older than 45 days when received' : `from another network (${origin})`;
        return {
          ...exception(
            'quarantined',
            employeeId,
            count,
            `${counted(count, 'punch', 'punches')}${of} ${from}, ${deviceName}`,
          ),
          quarantine: { ...sourceOf(origin, address), deviceId, deviceName, lastReceived },
        };
      }),
      ...unmatched.map(({ timeId, count }) =>
        exception(
          'unmatched-pin',
          null,
          count,
          `PIN ${timeId} is nobody's time id: ${counted(count, 'punch', 'punches')} waiting`,
        ),
      ),
      ...future.map(({ employeeId, timeId, count }) => {
        const of = timeId === null ? '' : ` of PIN ${timeId}`;
        const detail = `${counted(count, 'punch', 'punches')}${of} more than 5 minutes in the future, left out of every number`;
        return exception('future-clock', employeeId, count, detail);
      }),
      ...unverified.map(({ employeeId, count }) =>
        exception(
          'unverified-time',
          employeeId,
          count,
          `${counted(count, 'record')} whose time the device could not verify`,
        ),
      ),
      ...inactive.map(({ employeeId, events, entries }) => {
        const count = (events === '' ? 0 : events.split(' ').length) + entries;
        const why = employments.get(employeeId);
        return exception(
          'inactive-clocked',
          employeeId,
          count,
          `${why ? whyUncounted(why, model.date) : 'Not an employee'}, but ${counted(count, 'record')} on this day`,
        );
      }),
      ...unclocked.map(({ employeeId, count }) =>
        exception(
          'piecework-without-clock',
          employeeId,
          count,
          `${counted(count, 'entry', 'entries')} outside every interval at work`,
        ),
      ),
    ]
      .sort((a, b) => order[a.kind] - order[b.kind] || byNumber(a.employeeNumber ?? '', b.employeeNumber ?? ''))
      .slice(0, MOST);
  });
}

const order = {
  quarantined: -1,
  'unmatched-pin': 0,
  'future-clock': 1,
  'inactive-clocked': 2,
  'piecework-without-clock': 3,
  'unverified-time': 4,
} as const;

/** Returns how many entries of the day are outside all intervals of their employee, of whatever day (rule 15). */
async function withoutClock(tx: Db, calendar: Calendar, { accountId, people, date }: DayModel, now: Date) {
  const working = people.filter(({ entries }) => entries > 0);
  const questions = working.map((person) => ({
    ...questionOfDays(calendar, shiftsOf(calendar, person), person.employee._id, { from: date, to: date }),
    asOf: person.asOf,
  }));
  const found: { employeeId: string; count: number }[] = [];
  for await (const answers of answersTo(tx, { accountId, calendar }, questions))
    for (const { question, decided } of answers) {
      if (decided === 'nothing') continue;
      const { employeeId, shifts, asOf } = question;
      const derived = deriveDays(decided.steps, shifts);
      const moment = { asOf, now: cutToMinute(now.getTime()) };
      const intervals = [...derived].flatMap(([day, { events }]) => judgeDay(events, shifts.on(day), moment).intervals);
      const entries = derived.get(date)?.entries ?? [];
      const count = entries.filter((entry) => !intervals.some((interval) => touches(entry, interval))).length;
      if (count > 0) found.push({ employeeId, count });
    }
  return found;
}
