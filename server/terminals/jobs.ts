import type { Services } from '../services.ts';
import { correctFutureContacts } from './terminals.sql.ts';

const CONTACTS_JOB = 'terminals.contacts';

/** Background work about terminals. */
export function defineTerminalJobs({ jobs, db, clock }: Services) {
  jobs.define(CONTACTS_JOB, async () => {
    await db.tx((tx) => correctFutureContacts(tx, clock.now()));
  });
  jobs.schedule(CONTACTS_JOB, '*/5 * * * *');
}
