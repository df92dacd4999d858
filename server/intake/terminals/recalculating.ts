import { z } from 'zod';
import { markRecalculated, recalculatingSince, selectRecalculating } from '../../attendance/recalculating.sql.ts';
import { firstRetainedDay, rebuildFacts } from '../../attendance/refresh.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../platform/services.ts';
import { selectAccount } from '../../platform/tenant/account.sql.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, localDateOf, zoneOf } from '../../platform/zone.ts';
import { rereadAccount } from './rereading.ts';

const JOB = 'account.rederive';
const SWEEP_JOB = 'account.rederive-due';
const order = z.object({ accountId: z.string() });

/** Sends the job for an account that was marked (markRecalculating), within the marking transaction if `tx` is passed. */
export const sendRecalculation = (jobs: Jobs, accountId: string, tx?: Services['db']) =>
  jobs.send(JOB, { accountId }, { singletonKey: accountId, ...(tx && { tx }) });

/** Reads every punch of the account's terminals again, and derives every kept day, with the present zone and options. */
async function recalculate({ db, clock }: Services, accountId: string, signal: AbortSignal): Promise<void> {
  const since = await recalculatingSince(db, accountId);
  const account = await selectAccount(db, accountId);
  if (since === null || !account) return;
  await rereadAccount(db, accountId, signal);
  const now = clock.now();
  const today = localDateOf(zoneOf(account.timeZone), now.getTime());
  const days = { from: firstRetainedDay(today), to: addDays(today, 2) };
  for await (const _done of rebuildFacts(db, accountId, days, (tx) => lockAccount(tx, accountId), now))
    signal.throwIfAborted();
  await db.tx((tx) => markRecalculated(tx, accountId, since));
}

export function defineRecalculation(services: Services) {
  const { jobs, db } = services;
  jobs.define(JOB, (data, { signal }) => recalculate(services, order.parse(data).accountId, signal), {
    retryLimit: 5,
    retryDelay: 30,
    expireInSeconds: 3_600,
  });
  // Finishes what a crash, or an upgrade that reads punches differently, left marked.
  jobs.define(SWEEP_JOB, async () => {
    for (const { accountId } of await selectRecalculating(db)) await sendRecalculation(jobs, accountId);
  });
  jobs.schedule(SWEEP_JOB, '*/5 * * * *');
}
