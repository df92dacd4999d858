import type { Services } from '../../platform/services.ts';
import { addDays, localDateOf, MINUTE, zoneOf } from '../../platform/zone.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { isAccount, selectAccountsWithFacts } from './judgedDays.sql.ts';
import type { JudgedDays } from './judgedDays.ts';

const JOB = 'judge-days';
/** The interval for an account without changes: the passing of time alone can settle a day. */
const UNCHANGED_MS = 14 * MINUTE;

/**
 * Judges the past days that are not judged yet or no longer valid, so that Trends opens at once: every three minutes for accounts with changes, every
 * quarter of an hour for the others.
 */
export function defineJudging(
  { jobs, db, clock, log }: Pick<Services, 'jobs' | 'db' | 'clock' | 'log'>,
  days: JudgedDays,
) {
  const looked = new Map<string, { dataVersion: number; at: number }>();
  jobs.define(JOB, async (_data, { signal }) => {
    const now = clock.now();
    for (const { accountId, timeZone, dataVersion } of await selectAccountsWithFacts(db)) {
      const last = looked.get(accountId);
      if (last?.dataVersion === dataVersion && now.getTime() - last.at < UNCHANGED_MS) continue;
      const yesterday = addDays(localDateOf(zoneOf(timeZone), now.getTime()), -1);
      const asked = { accountId, timeZone, dataVersion, now };
      try {
        await days.judge(asked, pickableDays(timeZone, now).from, yesterday, signal);
        if (!signal.aborted) looked.set(accountId, { dataVersion, at: now.getTime() });
      } catch (error) {
        // Its rows went while its days were judged.
        if (!(await isAccount(db, accountId))) continue;
        log.warn({ err: error, accountId }, 'past days could not be judged');
      }
      if (signal.aborted) return;
    }
  });
  jobs.schedule(JOB, '*/3 * * * *');
}
