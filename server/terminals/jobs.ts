import type { Services } from '../services.ts';
import { findKeys } from './findingKeys.ts';
import { correctFutureContacts } from './terminals.sql.ts';

const CONTACTS_JOB = 'terminals.contacts';
const KEYS_JOB = 'terminals.keys';

/** Background work about terminals. */
export function defineTerminalJobs({ jobs, db, clock }: Services) {
  jobs.define(CONTACTS_JOB, async () => {
    await db.tx((tx) => correctFutureContacts(tx, clock.now()));
  });
  jobs.schedule(CONTACTS_JOB, '*/5 * * * *');
  // Every hour, because it is night in another account.
  jobs.define(KEYS_JOB, (_data, { signal }) => findKeys(db, clock.now(), signal));
  jobs.schedule(KEYS_JOB, '19 * * * *');
}
