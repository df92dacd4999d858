import { Pool, type PoolConfig, types } from 'pg';
import { watchStandby } from './standby.ts';
import { ValidatingPool } from './validatingPool.ts';

declare module 'pg' {
  interface QueryConfig<I> {
    /** Milliseconds after which pg abandons the statement; missing in its types. */
    query_timeout?: number | undefined;
  }
}

/** A statement that takes longer is cancelled, unless its transaction has set `deadlineMs`. */
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
 * Conversions of columns: `date` stays 'YYYY-MM-DD', instants become ISO 8601 in UTC, bigint becomes a number (or throws), numeric stays text (cast
 * it `::float8`), everything else as in pg. They apply to this pool only: pg's global parsers stay as they are.
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

/** The kind of server that a pool connects to: a pooler in transaction mode keeps no setting and no named statement. */
export type ConnectionKind = 'bundled' | 'postgres' | 'pooler';

/** Returns the kind of server that DATABASE_URL and DATABASE_POOLER configure. */
export const connectionKind = (config: { databaseUrl?: string | undefined; databasePooler?: string | undefined }) =>
  config.databaseUrl === undefined ? 'bundled' : config.databasePooler === undefined ? 'postgres' : 'pooler';

type Settings = PoolConfig & { onError?: (error: Error) => void; kind?: ConnectionKind };

/** Returns a pool of connections to one database. A query waits at most 10 s for a free connection, then the caller answers 503. */
export function createPool({ onError, kind = 'bundled', ...rest }: Settings): Pool {
  // Over a network, a connection that was idle is validated before it is used.
  const pool = new (kind === 'bundled' ? Pool : ValidatingPool)({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: STATEMENT_DEADLINE_MS + 2_000,
    application_name: 'tallyboard',
    ...(kind !== 'pooler' && SESSION_LIMITS),
    ...rest,
    types: parsers,
  });
  // A broken idle connection is replaced at its next use; without a listener the error would end the process.
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => {
    client.on('error', (error) => onError?.(error));
    watchStandby(client);
  });
  return pool;
}

const IDLE_IN_TRANSACTION_MS = 15_000;

/** The settings that connections must have, so that casts such as ::date mean the same everywhere. */
export const CONNECTION_SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: `${STATEMENT_DEADLINE_MS / 1_000}s`,
  idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS / 1_000}s`,
} as const;

/**
 * Limits that PostgreSQL enforces itself, and no compiler: it takes more than it saves where statements are many and short. A pooler would refuse or
 * ignore start parameters: behind one, the settings of the database's user apply.
 */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_DEADLINE_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  options: '-c TimeZone=UTC -c jit=off',
} satisfies PoolConfig;

/** Returns a DATABASE_URL that may be shown: without user, password and options. */
export const shownUrl = (databaseUrl: string) => databaseUrl.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '');
