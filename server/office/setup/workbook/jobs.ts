import type { Services } from '../../../platform/services.ts';
import { forgetUploads } from './uploads.sql.ts';

const HOUR_MS = 3_600_000;

/** Runs every hour: deletes cells and lines of workbooks a day after they were sent, and the former data after 30 days. */
export function defineWorkbookCleaning({ jobs, db, clock }: Pick<Services, 'jobs' | 'db' | 'clock'>) {
  jobs.define('workbook.clean', () => {
    const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS);
    return forgetUploads(db, { dayAgo: ago(24), monthAgo: ago(30 * 24) });
  });
  jobs.schedule('workbook.clean', '47 * * * *');
}
