import { addDays, localDateOf, zoneOf } from '../attendance/zone.ts';
import type { Services } from '../services.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { deleteKeptBefore, selectAccountsWithFacts } from './keptDays.sql.ts';
import type { KeptDays } from './keptDays.ts';

const JOB = 'keep-days';

/**
 * Four times an hour: the past days of every account that are not kept, or no longer hold, are made, one after the other; who opens Trends finds
 * them. Those that can no longer be picked are forgotten.
 */
export function defineKeeping(
  { jobs, db, clock, log }: Pick<Services, 'jobs' | 'db' | 'clock' | 'log'>,
  days: Pick<KeptDays, 'store'>,
) {
  jobs.define(JOB, async (_data, { signal }) => {
    const now = clock.now();
    for (const { accountId, timeZone, dataVersion } of await selectAccountsWithFacts(db)) {
      const yesterday = addDays(localDateOf(zoneOf(timeZone), now.getTime()), -1);
      try {
        await days.store(
          { accountId, timeZone, dataVersion, now },
          pickableDays(timeZone, now).from,
          yesterday,
          signal,
        );
      } catch (error) {
        log.warn({ err: error, accountId }, 'past days could not be kept');
      }
      if (signal.aborted) return;
    }
    // No zone is more than a day behind.
    await deleteKeptBefore(db, addDays(pickableDays('UTC', now).from, -1));
  });
  jobs.schedule(JOB, '11,26,41,56 * * * *');
}
