import type { Services } from '../../platform/services.ts';
import { deleteOldThrottles } from '../../platform/throttle/throttle.sql.ts';
import { deleteOldLinks } from './links.sql.ts';
import { forgetOldNetworks } from './logins.sql.ts';
import { processReset, RESET_JOB } from './passwords.ts';
import { deleteOldSessions } from './sessions.sql.ts';

/** Defines the background work of sessions: sending reset mails, and deleting what has expired. */
export function defineSessionJobs(services: Services) {
  const { jobs, db, clock } = services;
  jobs.define(RESET_JOB, (data) => processReset(services, data), { retryLimit: 3, retryDelay: 5, pollSeconds: 2 });
  jobs.define('session.clean', async () => {
    const now = clock.now();
    await deleteOldSessions(db, now);
    await deleteOldLinks(db, now);
    await deleteOldThrottles(db, now);
    await forgetOldNetworks(db, now);
  });
  jobs.schedule('session.clean', '*/15 * * * *');
}
