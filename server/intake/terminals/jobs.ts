import type { Services } from '../../platform/services.ts';
import { findKeys } from './findingKeys.ts';
import { readAgain } from './readingAgain.ts';
import { correctFutureContacts } from './terminals.sql.ts';

const CONTACTS_JOB = 'terminals.contacts';
const KEYS_JOB = 'terminals.keys';
export const READ_AGAIN_JOB = 'terminals.read-again';

/** Background work about terminals. */
export function defineTerminalJobs({ jobs, db, clock }: Services) {
  jobs.define(CONTACTS_JOB, async () => {
    await db.tx((tx) => correctFutureContacts(tx, clock.now()));
  });
  jobs.schedule(CONTACTS_JOB, '*/5 * * * *');
  // Every hour, because it is night in another account.
  jobs.define(KEYS_JOB, (_data, { signal }) => findKeys(db, clock.now(), signal));
  jobs.schedule(KEYS_JOB, '19 * * * *');
  jobs.define(READ_AGAIN_JOB, (_data, { signal }) => readAgain({ db, clock }, signal));
  jobs.schedule(READ_AGAIN_JOB, '41 * * * *');
}
