import { addDays, localDateOf, MINUTE, zoneOf } from '../attendance/zone.ts';
import type { Services } from '../services.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { deleteKeptBefore, selectAccountsWithFacts } from './keptDays.sql.ts';
import type { KeptDays } from './keptDays.ts';

const JOB = 'keep-days';
/** An account in which nothing was changed is looked at as often as this: time alone settles a day as well. */
const UNCHANGED_MS = 14 * MINUTE;

/**
 * Every three minutes, of the accounts that were changed, and of the others every quarter of an hour: the past days that are not kept, or no
 * longer hold, are made, one after the other; who opens Trends finds them. Those that can no longer be picked are forgotten.
 */
export function defineKeeping(
  { jobs, db, clock, log }: Pick<Services, 'jobs' | 'db' | 'clock' | 'log'>,
  days: Pick<KeptDays, 'store'>,
) {
  const looked = new Map<string, { dataVersion: number; at: number }>();
  jobs.define(JOB, async (_data, { signal }) => {
    const now = clock.now();
    for (const { accountId, timeZone, dataVersion } of await selectAccountsWithFacts(db)) {
      const last = looked.get(accountId);
      if (last?.dataVersion === dataVersion && now.getTime() - last.at < UNCHANGED_MS) continue;
      const yesterday = addDays(localDateOf(zoneOf(timeZone), now.getTime()), -1);
      try {
        await days.store(
          { accountId, timeZone, dataVersion, now },
          pickableDays(timeZone, now).from,
          yesterday,
          signal,
        );
        if (!signal.aborted) looked.set(accountId, { dataVersion, at: now.getTime() });
      } catch (error) {
        log.warn({ err: error, accountId }, 'past days could not be kept');
      }
      if (signal.aborted) return;
    }
    // No zone is more than a day behind.
    await deleteKeptBefore(db, addDays(pickableDays('UTC', now).from, -1));
  });
  jobs.schedule(JOB, '*/3 * * * *');
}
