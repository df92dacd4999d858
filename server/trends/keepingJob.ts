import { addDays, localDateOf, MINUTE, zoneOf } from '../attendance/zone.ts';
import type { Services } from '../services.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { deleteKeptBefore, selectAccountsWithFacts } from './keptDays.sql.ts';
import type { KeptDays } from './keptDays.ts';

const JOB = 'keep-days';
/** The interval for an account without changes: the passing of time alone can settle a day. */
const UNCHANGED_MS = 14 * MINUTE;

/**
 * Makes the past days that are not stored or no longer valid, one after the other, so that Trends opens at once: every three minutes for accounts
 * with changes, every quarter of an hour for the others. Deletes days that can no longer be picked.
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
    // No time zone is more than a day behind UTC.
    await deleteKeptBefore(db, addDays(pickableDays('UTC', now).from, -1));
  });
  jobs.schedule(JOB, '*/3 * * * *');
}
