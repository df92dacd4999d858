import { wakePush } from '../../access/push/sender.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import type { ReportThreads } from '../reportThread.ts';
import { deleteOldSaid } from './alerts.sql.ts';
import { runReports } from './reports.ts';
import { runAlerts } from './scheduler.ts';

const ALERT_JOB = 'alerts.run';
const REPORT_JOB = 'alerts.reports';
/** Longer than any shift after whose day something may be said again. */
const SAID_FOR_MS = 7 * 86_400_000;

/** Looks for due slots every minute in one process; that is for economy only, since the ledger guarantees that a slot fires once. */
export function defineAlertJobs(services: Services, reports: ReportThreads) {
  const { jobs, config, db, clock } = services;
  const wake = async (written: number) => {
    if (written === 0) return;
    await wakeMail(jobs);
    if (config.webPush) await wakePush(jobs);
  };
  jobs.define(ALERT_JOB, async (_data, { signal }) => wake(await runAlerts(services, signal)), {
    expireInSeconds: 600,
    pollSeconds: 5,
  });
  jobs.define(REPORT_JOB, async (_data, { signal }) => wake(await runReports({ ...services, reports }, signal)), {
    expireInSeconds: 3_600,
    pollSeconds: 5,
  });
  jobs.schedule(REPORT_JOB, '* * * * *');
  jobs.schedule(ALERT_JOB, '* * * * *');
  jobs.define('alerts.clean', async () => {
    await deleteOldSaid(db, new Date(clock.now().getTime() - SAID_FOR_MS));
  });
  jobs.schedule('alerts.clean', '27 3 * * *');
}
