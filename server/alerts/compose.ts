import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { modelOfCrew, readCrew } from '../stats/crew.ts';
import { loadDayModel } from '../stats/loadDay.ts';
import { listTimeGroups } from './alerts.sql.ts';
import type { Firing } from './deliveries.sql.ts';
import { type Summary, summaryOf } from './summary.ts';

export type ComposeAsk = Pick<
  Firing,
  'category' | 'description' | 'targetGroups' | 'license' | 'accountName' | 'timeZone' | 'scope'
> & {
  accountId: string;
  localDate: string;
  /** The slot's instant. */
  at: number;
  minutesLate: number;
};

/** Composes an alert's summary of a day as of an instant, of the people of a scope, reading in a transaction of its own. */
export async function composeSummary(
  db: Db,
  { publicUrl, supportContact }: Pick<Config, 'publicUrl' | 'supportContact'>,
  ask: ComposeAsk,
): Promise<Summary> {
  // As the dashboard showed it then: a punch after the slot does not count yet.
  const whole = await loadDayModel(db, ask.accountId, ask.localDate, new Date(ask.at), { asItWas: true });
  const model = modelOfCrew(whole, await readCrew(db, ask));
  const groups = await db.tenant(ask.accountId, (tx) => listTimeGroups(tx, ask.accountId));
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
