import type { Services } from '../../platform/services.ts';
import { deleteOldArrivals } from './arrivals.sql.ts';

/** Defines the background work: deleting log-ins whose browser never came. */
export function defineSingleSignOnJobs({ jobs, db, clock }: Services) {
  jobs.define('sign-on.clean', async () => void (await deleteOldArrivals(db, clock.now())));
  jobs.schedule('sign-on.clean', '*/15 * * * *');
}
