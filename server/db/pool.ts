import { Pool, type PoolConfig, types } from 'pg';
import { watchStandby } from './standby.ts';
import { ValidatingPool } from './validatingPool.ts';

declare module 'pg' {
  interface QueryConfig<I> {
    /** Ms after which pg gives this statement up; missing in its types. */
    query_timeout?: number | undefined;
  }
}

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

/** Behind what a pool's connections lead to: a pooler in transaction mode keeps no setting and no named statement for anybody. */
export type ConnectionKind = 'embedded' | 'postgres' | 'pooler';

/** Returns what DATABASE_URL and DATABASE_POOLER lead to. */
export const connectionKind = (config: { databaseUrl?: string | undefined; databasePooler?: string | undefined }) =>
  config.databaseUrl === undefined ? 'embedded' : config.databasePooler === undefined ? 'postgres' : 'pooler';

type Settings = PoolConfig & { onError?: (error: Error) => void; kind?: ConnectionKind };

/** A pool of connections to one database. Waits at most 10 s for a free one, then the caller answers 503. */
export function createPool({ onError, kind = 'embedded', ...rest }: Settings): Pool {
  // Over a network: connections that rested are asked before they are used.
  const pool = new (kind === 'embedded' ? Pool : ValidatingPool)({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: STATEMENT_DEADLINE_MS + 2_000,
    application_name: 'tallyboard',
    ...(kind === 'postgres' && POSTGRES_LIMITS),
    ...rest,
    types: parsers,
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => {
    client.on('error', (error) => onError?.(error));
    watchStandby(client);
  });
  return pool;
}

const IDLE_IN_TRANSACTION_MS = 15_000;

/** The settings that a connection to a real PostgreSQL must have; casts such as ::date mean the same on every server. */
export const CONNECTION_SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: `${STATEMENT_DEADLINE_MS / 1_000}s`,
  idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS / 1_000}s`,
} as const;

/**
 * A real PostgreSQL enforces its own limits (the embedded database has a watchdog instead). A pooler would refuse or ignore start
 * parameters: behind one, what the database sets for the user holds.
 */
const POSTGRES_LIMITS = {
  statement_timeout: STATEMENT_DEADLINE_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  options: '-c TimeZone=UTC',
} satisfies PoolConfig;

/** A DATABASE_URL as people may see it: without the user, the password and options. */
export const shownUrl = (databaseUrl: string) => databaseUrl.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '');
