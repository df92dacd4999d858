import { Pool, type PoolConfig, types } from 'pg';
import { ValidatingPool } from './validatingPool.ts';

/** A statement that takes longer is cancelled, unless its transaction asked for more (`deadlineMs`). */
export const STATEMENT_DEADLINE_MS = 30_000;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;

const exactNumber = (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for a number: cast it to text`);
  return value;
};

const instantText = (text: string) => (text.endsWith('infinity') ? text : new Date(text).toISOString());

/**
 * Conversions of columns: `date` stays 'YYYY-MM-DD', instants become ISO 8601 in UTC, bigint becomes a number (or throws), numeric
 * stays text (cast it `::float8`), everything else as pg does it. Of this pool only: pg's global parsers stay untouched.
 */
const parsers: PoolConfig['types'] = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === DATE || oid === TIMESTAMP) return (text: string) => text;
      if (oid === TIMESTAMPTZ) return instantText;
      if (oid === INT8) return exactNumber;
    }
    return types.getTypeParser(oid, format as 'text');
    // pg's overloads cannot be met by one function.
  }) as typeof types.getTypeParser,
};

type Settings = PoolConfig & {
  onError?: (error: Error) => void;
  /** Over a network: connections that rested are asked before they are used. */
  isRemote?: boolean;
};

/** A pool of connections to one database. Waits at most 10 s for a free one, then the caller answers 503. */
export function createPool({ onError, isRemote = false, ...rest }: Settings): Pool {
  const pool = new (isRemote ? ValidatingPool : Pool)({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: STATEMENT_DEADLINE_MS + 2_000,
    application_name: 'tallyboard',
    ...rest,
    types: parsers,
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  return pool;
}

/** Of a real PostgreSQL, which enforces its own limits (the embedded database has a watchdog instead). */
export const postgresLimits = {
  isRemote: true,
  statement_timeout: STATEMENT_DEADLINE_MS,
  idle_in_transaction_session_timeout: 15_000,
  // Casts such as ::date mean the same on every server; accounts' own zones are named in the SQL.
  options: '-c TimeZone=UTC',
} satisfies Settings;

/** A DATABASE_URL as people may see it: without the user, the password and options. */
export const shownUrl = (databaseUrl: string) => databaseUrl.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '');
