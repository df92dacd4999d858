import type { z } from 'zod';
import type { userReportOptions } from '#contract/access/users.ts';
import { CSV_BOM, csvLine } from '#contract/platform/csv.ts';
import type { Db } from '../../platform/db/db.ts';
import { type ReportFilter, type ReportRow, reportRowsAfter } from './users.sql.ts';

const BATCH = 500;

/** Applies the defaults of the export: employer users only, inactive accounts and users left out. */
export const reportFilter = (options: z.output<typeof userReportOptions>): ReportFilter => ({
  employersOnly: options.employerUsersOnly ?? true,
  inactiveAccounts: options.includeInactiveAccounts ?? false,
  inactiveUsers: options.includeInactiveUsers ?? false,
});

/** Yields the user list as CSV, in batches with a query each: a slow reader keeps no transaction open. */
export async function* userListCsv(db: Db, filter: ReportFilter) {
  let text =
    CSV_BOM +
    csvLine([
      ...['Account Code', 'Account Name', 'Account Active', 'Username', 'First Name', 'Last Name', 'Email', 'Role'],
      ...['Active', 'Created (UTC)'],
    ]);
  for (let after: ReportRow | null = null; ; ) {
    const batch: ReportRow[] = await reportRowsAfter(db, filter, after, BATCH);
    yield text + batch.map(csvOf).join('');
    text = '';
    after = batch.at(-1) ?? null;
    if (!after || batch.length < BATCH) return;
  }
}

const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No');
const csvOf = (row: ReportRow) =>
  csvLine([
    ...[
      row.accountCode,
      row.accountName,
      yesNo(row.accountActive),
      row.username,
      row.firstName,
      row.lastName,
      row.email,
    ],
    ...[row.role, yesNo(row.isActive), row.createdAt],
  ]);
