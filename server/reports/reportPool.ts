import type { Pool } from 'pg';
import { type ConnectionKind, createPool, STATEMENT_DEADLINE_MS } from '../platform/db/pool.ts';

/** The database of a report thread, which opens a connection of its own. */
export type ReportDatabase = { connectionString: string; kind: ConnectionKind };

/** Returns the pool of a report thread: one connection, for which the day that is loaded ahead waits as long as a statement about the others may take. */
export const createReportPool = (database: ReportDatabase): Pool =>
  createPool({
    ...database,
    max: 1,
    application_name: 'tallyboard-report',
    connectionTimeoutMillis: STATEMENT_DEADLINE_MS + 10_000,
  });
