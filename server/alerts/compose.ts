import { readEvents, writeEvents } from '../attendance/fact.ts';
import { loadCalendar } from '../attendance/refresh.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import {
  selectAssignments,
  selectDataVersion,
  selectDescriptions,
  selectDevices,
  selectPeople,
  selectWork,
} from '../stats/day.sql.ts';
import { type DayModel, judgeAll } from '../stats/dayModel.ts';
import { listTimeGroups } from './alerts.sql.ts';
import type { Firing } from './deliveries.sql.ts';
import { type Summary, summaryOf } from './summary.ts';

/**
 * The day as the dashboard showed it at `at`: who clocked in later had not clocked in then. Piecework facts are sums and know no hour,
 * so a summary that goes out late has the piecework received until it goes out.
 */
function loadDayAsOf(db: Db, accountId: string, date: string, at: number) {
  return db.tenant(
    accountId,
    async (tx) => {
      const people = await selectPeople(tx, accountId, date);
      const groups = await listTimeGroups(tx, accountId);
      const model: DayModel = judgeAll({
        accountId,
        date,
        now: at,
        dataVersion: (await selectDataVersion(tx, accountId))?.dataVersion ?? 0,
        calendar: await loadCalendar(tx, accountId),
        people: people.map((person) => ({
          ...person,
          events: person.events && writeEvents(readEvents(person.events).filter((event) => event.at <= at)),
        })),
        devices: await selectDevices(tx, accountId),
        assignments: await selectAssignments(tx, accountId),
        work: await selectWork(tx, accountId, date),
        descriptions: await selectDescriptions(tx, accountId, date),
      });
      return { model, groups };
    },
    { snapshot: true },
  );
}

export type ComposeAsk = Pick<
  Firing,
  'category' | 'description' | 'targetGroups' | 'license' | 'accountName' | 'timeZone'
> & {
  accountId: string;
  localDate: string;
  /** The slot's instant. */
  at: number;
  minutesLate: number;
};

/** What an alert says of a day as of an instant. Reads in a transaction of its own. */
export async function composeSummary(
  db: Db,
  { publicUrl, supportContact }: Pick<Config, 'publicUrl' | 'supportContact'>,
  ask: ComposeAsk,
): Promise<Summary> {
  const { model, groups } = await loadDayAsOf(db, ask.accountId, ask.localDate, ask.at);
  const chosen = ask.license.alerts.canSelectTimeGroups ? ask.targetGroups.map(({ timeGroupId }) => timeGroupId) : [];
  const names = new Map(groups.map(({ timeGroupId, name }) => [timeGroupId, name]));
  return summaryOf(model, {
    category: ask.category,
    description: ask.description,
    accountName: ask.accountName,
    groupIds: chosen.length > 0 ? new Set(chosen) : null,
    groupNames: chosen.length > 0 ? chosen.map((id) => names.get(id) ?? '(unknown)') : null,
    at: ask.at,
    minutesLate: ask.minutesLate,
    publicUrl,
    supportContact,
  });
}
