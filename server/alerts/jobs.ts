import { wakeMail } from '../mail/mail.ts';
import { wakePush } from '../push/sender.ts';
import type { Services } from '../services.ts';
import { deleteOldSaid } from './alerts.sql.ts';
import { runAlerts } from './scheduler.ts';

const ALERT_JOB = 'alerts.run';
/** Longer than any shift after whose day something may be said again. */
const SAID_FOR_MS = 7 * 86_400_000;

/** Looks for due slots every minute in one process; that is for economy only, since the ledger guarantees that a slot fires once. */
export function defineAlertJobs(services: Services) {
  const { jobs, config, db, clock } = services;
  jobs.define(
    ALERT_JOB,
    async (_data, { signal }) => {
      const written = await runAlerts(services, signal);
      if (written === 0) return;
      await wakeMail(jobs);
      if (config.webPush) await wakePush(jobs);
    },
    { expireInSeconds: 600, pollSeconds: 5 },
  );
  jobs.schedule(ALERT_JOB, '* * * * *');
  jobs.define('alerts.clean', async () => {
    await deleteOldSaid(db, new Date(clock.now().getTime() - SAID_FOR_MS));
  });
  jobs.schedule('alerts.clean', '27 3 * * *');
}
