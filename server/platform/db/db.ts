import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { asUnavailable, asUnavailableServer, DatabaseUnavailable, isConflict, isUnavailable } from './errors.ts';
import { type ConnectionKind, STATEMENT_DEADLINE_MS } from './pool.ts';
import { parseRows, type Queries, type Query, queries, type Runner } from './rows.ts';
import { requireStandby } from './standby.ts';

export { empty, raw, type Sql, sql };

/**
 * Returns an account's id as a subquery, so that a statement is planned for an average account. Of one that came after the statistics of a table the
 * planner expects no row: any index that begins with the account looks as good, and all of the account's records are read for each row of the other side.
 */
export const averageAccount = (accountId: string): Sql => sql`(select ${accountId}::uuid)`;

/** A statement that is prepared under this name (`Query.name`); its text must not vary. */
export const named = (name: string, { text, values }: Sql): Query => ({ name, text, values });

export type TransactionOptions = {
  /**
   * One consistent view of all data from the first statement on; read only, except that a 'judging' one may store what it derives from that view. Its own
   * `tx` and `tenant` are no savepoints: a failure ends all of it. Statements that are asked for at once run one after the other.
   */
  snapshot?: boolean | 'judging';
  /** The longest that a single statement may take; 30 s unless longer ones are expected (restores, rebuilds). */
  deadlineMs?: number;
  /**
   * For a few bytes without which nobody could even look (a log-in): written even while the disk is nearly full, from the last 256 MB.
   */
  essential?: boolean;
};

/**
 * The database, or one transaction of it: the SQL functions of a domain accept either. `fn` may run more than once (serialization failures, deadlocks), so it
 * must have no effect outside the database. It must use the `Db` that is passed to it: using the outer one inside a transaction throws, because it would
 * wait for itself.
 */
export type Db = Queries & {
  /**
   * Runs `fn` on the system path: with the owner's role, for every account. Inside a transaction it is a savepoint with the rights of that
   * transaction.
   */
  tx<T>(fn: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `fn` as one account: row level security applies to all of its statements. Inside a transaction it is a savepoint.
   */
  tenant<T>(accountId: string, fn: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>;
};

type Scope = { pool: Pool; open: boolean };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_ATTEMPTS = 4;
const current = new AsyncLocalStorage<Scope>();

/** How statements are passed to connections of a kind, and what their failures mean. */
type Manner = { plain: typeof copyOf; explain: (error: unknown) => unknown; beginEssential: string };

const mannerOf = (kind: ConnectionKind, isDiskFull: () => boolean): Manner => ({
  // Behind a pooler the next statement may run on another connection, so statements have no names.
  plain: kind === 'pooler' ? unnamed : copyOf,
  explain: kind === 'bundled' ? (error) => asUnavailable(error, isDiskFull()) : asUnavailableServer,
  // The bundled PostgreSQL is set to read only while the disk is nearly full; a standby would take the words for a feature that it lacks.
  beginEssential: kind === 'bundled' ? 'begin read write' : 'begin',
});

/** Returns the `Db` of `pool` (made by createPool for the same kind). `isDiskFull` tells why a bundled PostgreSQL may have ended. */
export function createDb(pool: Pool, kind: ConnectionKind = 'bundled', isDiskFull = () => false): Db {
  const manner = mannerOf(kind, isDiskFull);
  const refuseNested = () => {
    const scope = current.getStore();
    if (scope?.open && scope.pool === pool)
      throw new Error('Inside a transaction, use the Db that it gives: this query would wait for its own transaction');
  };
  const ask: Runner = (query) => {
    refuseNested();
    return unlessConflict(() => single(pool, manner, query));
  };
  const begin = <T>(first: string, options: TransactionOptions, fn: (tx: Db) => Promise<T>, role?: string) => {
    refuseNested();
    return unlessConflict(() => transaction({ pool, manner }, first, options, fn, role));
  };
  return {
    ...queries(ask),
    async *stream(schema, query, batchRows) {
      refuseNested();
      const client = await connect(pool, manner);
      let broken = true;
      try {
        await client.query(beginStatement({ snapshot: true }, manner));
        yield* transactionDb({ client, manner, isOpen: true }, {}).stream(schema, query, batchRows);
        await client.query('commit');
        broken = false;
      } catch (error) {
        throw manner.explain(error);
      } finally {
        client.release(broken);
      }
    },
    tx: (fn, options = {}) => begin(beginStatement(options, manner), options, fn),
    tenant: async (accountId, fn, options = {}) =>
      begin(`${beginStatement(options, manner)}; ${becomeTenant(accountId)}`, options, fn, accountId),
  };
}

/** Repeats a transaction that lost against others, a few times; after that the caller may try again, as when the database is unavailable. */
async function unlessConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new DatabaseUnavailable(error);
      await pause(attempt * 20);
    }
}

/** Runs one statement that commits by itself. */
async function single(pool: Pool, manner: Manner, query: Query) {
  const client = await connect(pool, manner);
  let broken = true;
  try {
    const result = await client.query(manner.plain(query));
    requireStandby(client);
    broken = false;
    return result;
  } catch (error) {
    broken = isUnavailable(error);
    throw manner.explain(error);
  } finally {
    client.release(broken);
  }
}

async function transaction<T>(
  { pool, manner }: { pool: Pool; manner: Manner },
  first: string,
  options: TransactionOptions,
  fn: (tx: Db) => Promise<T>,
  tenantId: string | undefined,
): Promise<T> {
  const client = await connect(pool, manner);
  const scope: Scope = { pool, open: true };
  const connection: Connection = { client, manner, isOpen: true };
  let broken = false;
  try {
    await client.query(first);
    const result = await current.run(scope, () => fn(transactionDb(connection, options, tenantId)));
    connection.isOpen = false;
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: the failure of a statement was hidden');
    requireStandby(client);
    return result;
  } catch (error) {
    connection.isOpen = false;
    broken =
      isUnavailable(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ));
    throw manner.explain(error);
  } finally {
    scope.open = false;
    client.release(broken);
  }
}

/** The connection of a transaction: once that has ended, nothing more is asked of it. */
type Connection = { client: PoolClient; manner: Manner; isOpen: boolean };
/** Returns a transaction's `Db`. Its own `tx` and `tenant` are savepoints: a failure in them is undone alone. */
function transactionDb(
  connection: Connection,
  { deadlineMs, snapshot }: TransactionOptions,
  tenantId?: string,
  depth = 1,
): Db {
  const { client, manner } = connection;
  const query_timeout = deadlineMs === undefined ? undefined : deadlineMs + 2_000;
  const run: Runner = async (query) => {
    // A statement that waited for its turn must not run in another caller's transaction.
    if (!connection.isOpen) throw new Error('The transaction has ended');
    return client.query({ ...manner.plain(query), query_timeout });
  };
  const ask = snapshot ? inTurn(run) : run;
  let cursors = 0;

  const savepoint = async <T>(fn: (tx: Db) => Promise<T>, enter = '', leave = '', as = tenantId): Promise<T> => {
    if (snapshot && as === tenantId) return fn(own);
    const name = `level_${depth}`;
    await client.query(`savepoint ${name}${enter}`);
    try {
      const result = await fn(transactionDb(connection, { deadlineMs, snapshot }, as, depth + 1));
      await client.query(`release savepoint ${name}${leave}`);
      return result;
    } catch (error) {
      // A conflict ends the whole transaction, which is repeated; on a broken connection there is nothing to undo.
      if (!isConflict(error) && !isUnavailable(error))
        await client.query(`rollback to savepoint ${name}; release savepoint ${name}`);
      throw error;
    }
  };

  const own: Db = {
    ...queries(ask),
    async *stream(schema, query, batchRows = 1_000) {
      const name = `cursor_${depth}_${++cursors}`;
      await ask({ text: `declare ${name} no scroll cursor for ${query.text}`, values: query.values });
      for (;;) {
        const { rows } = await ask(sql`fetch ${raw(String(Math.trunc(batchRows)))} from ${raw(name)}`);
        if (rows.length > 0) yield parseRows(schema, rows, query);
        if (rows.length < batchRows) break;
      }
      await ask(sql`close ${raw(name)}`);
    },
    tx: (fn) => savepoint(fn),
    async tenant(accountId, fn) {
      if (tenantId === accountId) return savepoint(fn);
      if (tenantId !== undefined) throw new Error('A transaction of one account cannot become one of another');
      const leave = `; select set_config('role', 'none', true), set_config('app.account_id', '', true)`;
      return savepoint(fn, `; ${becomeTenant(accountId)}`, leave, accountId);
    },
  };
  return own;
}

/** Returns a transaction's `Db` for reads that ask for several things at once: its `tx` and `tenant` are no savepoints, and statements run one after the other. */
export function readingIn(tx: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(ask: () => Promise<T>): Promise<T> => {
    const result = last.then(ask);
    last = result.catch(() => undefined);
    return result;
  };
  const own: Db = {
    ...tx,
    rows: (schema, query) => next(() => tx.rows(schema, query)),
    first: (schema, query) => next(() => tx.first(schema, query)),
    single: (schema, query) => next(() => tx.single(schema, query)),
    run: (query) => next(() => tx.run(query)),
    tx: (fn) => fn(own),
    tenant: (_accountId, fn) => fn(own),
  };
  return own;
}

/** Runs statements one after the other, in the order in which they were asked for. */
function inTurn(run: Runner): Runner {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const result = last.then(() => run(query));
    last = result.catch(() => undefined);
    return result;
  };
}

function beginStatement({ snapshot, deadlineMs, essential }: TransactionOptions, { beginEssential }: Manner): string {
  const mode = essential ? beginEssential : 'begin';
  const begin = snapshot ? `begin isolation level repeatable read${snapshot === 'judging' ? '' : ' read only'}` : mode;
  return deadlineMs === undefined || deadlineMs === STATEMENT_DEADLINE_MS
    ? begin
    : `${begin}; set local statement_timeout = ${Math.trunc(deadlineMs)}`;
}

/** Both settings end with the transaction, so a pooled connection never carries an account over. */
function becomeTenant(accountId: string): string {
  if (!UUID.test(accountId)) throw new Error(`Not an account id: ${accountId}`);
  return `select set_config('app.account_id', '${accountId}', true), set_config('role', 'tb_app', true)`;
}

/** Returns a copy for pg, which keeps and changes its argument; with a name only where there is one. */
const copyOf = ({ name, text, values }: Query) => (name ? { name, text, values } : { text, values });
const unnamed = ({ text, values }: Query) => ({ text, values });

const connect = (pool: Pool, { explain }: Manner): Promise<PoolClient> =>
  pool.connect().catch((error) => {
    throw explain(error);
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
