import { words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { selectCorrected, selectExcused } from '../../attendance/ledger.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { addDays, DAY, dayBounds, type LocalDate } from '../../platform/zone.ts';
import {
  asOfDay,
  MOST_DAYS_OF_ENTRY,
  selectAccountState,
  selectDescriptions,
  selectDevices,
  selectGoingOn,
  selectKnown,
} from './day.sql.ts';
import { type DayModel, judgeAll } from './dayModel.ts';
import { RECALCULATION_ABANDONED_MS } from './loadDay.ts';
import { selectBreakKeysOf, selectFactsOf, selectQuarantinedOf, selectWorkOf } from './personDays.sql.ts';

/** The employee whose days are read. `deviceIds`: the devices that they clock on; null: all devices. */
type Asked = { accountId: string; employeeId: string; deviceIds: string[] | null; now: Date };

/** Returns the models of some days, in order, with only one employee: like `readDayModel` for each day, read together. NOT_FOUND without the account. */
export async function readPersonDays(
  tx: Db,
  { accountId, employeeId, deviceIds, now }: Asked,
  dates: readonly LocalDate[],
): Promise<DayModel[]> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return [];
  const days = { from, to };
  const state = await selectAccountState(tx, accountId, new Date(now.getTime() - RECALCULATION_ABANDONED_MS));
  if (!state) throw notFound(words('Account not found'));
  const calendar = await loadCalendar(tx, accountId);
  const [start, end] = [dayBounds(calendar.zone, from).start, dayBounds(calendar.zone, to).end];
  const people = await selectKnown(tx, accountId, from, [employeeId]);
  const facts = Map.groupBy(await selectFactsOf(tx, accountId, employeeId, days), ({ day }) => day);
  const work = Map.groupBy(await selectWorkOf(tx, accountId, employeeId, dates), ({ day }) => day);
  const goingOn =
    calendar.hoursRules.length > 0
      ? await selectGoingOn(tx, accountId, { ...days, start, timeZone: calendar.zone.name }, [employeeId])
      : [];
  const pieces = [...work.values()].flat();
  const codes = {
    lookup1: [...new Set(pieces.map(({ lookup1 }) => lookup1))],
    lookup2: [...new Set(pieces.map(({ lookup2 }) => lookup2))],
  };
  const corrected = await selectCorrected(tx, accountId, days, [employeeId]);
  const excuses = await selectExcused(tx, accountId, days, [employeeId]);
  const ofDays = {
    accountId,
    now: now.getTime(),
    ...state,
    calendar,
    devices: await selectDevices(tx, accountId),
    assignments: deviceIds ? [{ employeeId, deviceIds }] : [],
    breakKeys:
      calendar.hoursRules.length > 0
        ? await selectBreakKeysOf(tx, accountId, employeeId, new Date(start - DAY), new Date(end + 2 * DAY))
        : [],
    quarantined: await selectQuarantinedOf(tx, accountId, employeeId, new Date(start - DAY), new Date(end + 2 * DAY)),
    descriptions: await selectDescriptions(tx, accountId, codes),
  };
  return dates.map((date) =>
    judgeAll({
      ...ofDays,
      date,
      people: people.map((row) => asOfDay(row, date)),
      facts: facts.get(date) ?? [],
      work: work.get(date) ?? [],
      goingOn: goingOn.filter(({ day }) => day < date && day >= addDays(date, -MOST_DAYS_OF_ENTRY)),
      excuses: excuses.filter((excuse) => excuse.from <= date && excuse.to >= date),
      corrected: corrected.flatMap(({ day }) => (day === date ? [employeeId] : [])),
    }),
  );
}
