import { z } from 'zod';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { rebuildFacts, retainedDays } from '../../attendance/refresh.ts';
import { divideAnew } from '../../attendance/teams.ts';
import { removeFile, uploadPath } from '../../platform/archive/files.ts';
import { reason } from '../../platform/archive/reason.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { selectAccount } from '../../platform/tenant/account.sql.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, localDateOf } from '../../platform/zone.ts';
import { withSignsOfLife } from './alive.ts';
import { takeSafetyBackup, throttledProgress } from './backupJob.ts';
import {
  beginRestore,
  countFigureTry,
  finishRestore,
  selectRestore,
  setSafetyBackup,
  touchRestore,
} from './restores.sql.ts';
import { swapIn } from './swap.ts';

const restoreJob = z.object({ accountId: z.uuid(), restoreJobId: z.uuid() });
export const RESTORE_JOB = 'restore';

export function defineRestoreJob(services: Services) {
  const { jobs } = services;
  jobs.define(
    RESTORE_JOB,
    async (data) => {
      const { accountId, restoreJobId } = restoreJob.parse(data);
      await runRestore(services, accountId, restoreJobId);
    },
    { expireInSeconds: 4 * 3_600, concurrency: 1, retryLimit: 2 },
  );
}

/** Runs a restore, or finishes one whose process died, and gives signs of life meanwhile. */
export function runRestore(services: Services, accountId: string, restoreJobId: string): Promise<void> {
  const sign = () => touchRestore(services.db, accountId, restoreJobId, null, services.clock.now());
  return withSignsOfLife(sign, () => restore(services, accountId, restoreJobId));
}

/** How often the figures of restored data are calculated, a minute apart, before the restore has failed. */
const FIGURE_TRIES = 3;

/** Makes the safety backup, swaps the data and calculates the figures. A failure before the swap changes nothing, and its reason says so. */
async function restore(services: Services, accountId: string, restoreJobId: string): Promise<void> {
  const { db, clock, config, log } = services;
  const job = await selectRestore(db, accountId, restoreJobId);
  const account = await selectAccount(db, accountId);
  if (job?.status !== 'In Progress' || !job.strategy || !account) return;
  const fail = (why: string | Message) => finishRestore(db, accountId, restoreJobId, why, clock.now());
  const report = throttledProgress(clock, (state, now) => touchRestore(db, accountId, restoreJobId, state, now));
  try {
    await beginRestore(db, accountId, restoreJobId, clock.now());
    if (job.strategy === 'replace' && !job.swapped) {
      await report(0, 0, words('Backing up what is there'));
      const safety = await takeSafetyBackup(services, accountId, job.items, job.by);
      if (!safety)
        return await fail(words('Nothing was changed: the backup of the existing data could not be written.'));
      await setSafetyBackup(db, accountId, restoreJobId, safety);
    }
    await touchRestore(db, accountId, restoreJobId, { done: 0, total: 0, step: words('Restoring') }, clock.now());
    if (!job.swapped)
      await swapIn(services, {
        accountId,
        accountName: account.name,
        job: { ...job, strategy: job.strategy },
        startedAt: new Date(job.started),
        now: clock.now(),
      });
    await wakeMail(services.jobs);
    await deriveFigures(services, accountId, restoreJobId, report);
    await finishRestore(db, accountId, restoreJobId, null, clock.now());
  } catch (error) {
    log.error({ err: error, accountId, restoreJobId }, 'restore failed');
    const swapped = (await selectRestore(db, accountId, restoreJobId))?.swapped;
    if (!swapped) await fail(msg('Nothing was changed: {why}', { why: reason(error) }));
    // The sweep derives the figures again, a few times.
    else if ((await countFigureTry(db, accountId, restoreJobId)) >= FIGURE_TRIES)
      await fail(withoutFigures(reason(error)));
  }
  await removeFile(uploadPath(config.dataDir, accountId, restoreJobId));
}

/** The reason of a restore that has failed although its data is in. */
export const withoutFigures = (why: string | Message) =>
  msg('The data was restored, but its figures could not be calculated ({why}). Use Recalculate Dashboard Data.', {
    why,
  });

type Report = (done: number, total: number, step: string) => Promise<void>;

/** The work of teams of so many days is divided in one transaction. */
const DAYS_DIVIDED_AT_ONCE = 31;
/** Derives every kept day, some employees at a time: begun again after a crash it comes to the same. */
async function deriveFigures({ db, clock }: Services, accountId: string, restoreJobId: string, report: Report) {
  const now = clock.now();
  await touchRestore(db, accountId, restoreJobId, { done: 0, total: 0, step: words('Calculating figures') }, now);
  const { zone } = await loadCalendar(db, accountId);
  const today = localDateOf(zone, now.getTime());
  const days = retainedDays(today);
  const lock = (tx: typeof db) => lockAccount(tx, accountId);
  for await (const done of rebuildFacts(db, accountId, days, lock, now))
    await report(done, 95, words('Calculating figures'));
  // The parts of a backup may be those of other members or hours, or of what was taken back since.
  for (let from = days.from; from < days.to; from = addDays(from, DAYS_DIVIDED_AT_ONCE))
    await db.tenant(accountId, async (tx) => {
      await lock(tx);
      const to = addDays(from, DAYS_DIVIDED_AT_ONCE);
      await divideAnew(tx, accountId, { from: new Date(from), to: new Date(to) }, now);
      await raiseDataVersion(tx, accountId, now);
    });
}
