import type { Sql } from 'sql-template-tag';
import type { z } from 'zod';

/** A statement made by `sql`, or elsewhere with $1, $2 of its own. */
export type Query = Pick<Sql, 'text' | 'values'> & {
  /** Parsed and planned once per connection, for the few statements that run all the time. A name identifies one text. */
  name?: string;
};

/** Queries whose rows are parsed, so that a type never promises what the database did not send. Columns are cast in SQL. */
export type Queries = {
  rows<S extends z.ZodType>(schema: S, query: Query): Promise<z.output<S>[]>;
  /** The first row, if there is one. */
  first<S extends z.ZodType>(schema: S, query: Query): Promise<z.output<S> | undefined>;
  /** Returns exactly one row, for aggregates; any other number is a bug. */
  single<S extends z.ZodType>(schema: S, query: Query): Promise<z.output<S>>;
  /** Returns how many rows the statement touched. */
  run(query: Query): Promise<number>;
  /**
   * Yields rows in batches of at most `batchRows` through a cursor, so that memory stays bounded. The transaction stays open until the last batch is
   * taken: write the rows to a file, never to a socket.
   */
  stream<S extends z.ZodType>(schema: S, query: Query, batchRows?: number): AsyncGenerator<z.output<S>[]>;
};

export type Runner = (query: Query) => Promise<{ rows: unknown[]; rowCount: number | null }>;

/** Returns the parsing half of `Db` over any function that runs a statement. */
export function queries(ask: Runner): Omit<Queries, 'stream'> {
  const rows = async <S extends z.ZodType>(schema: S, query: Query) =>
    parseRows(schema, (await ask(query)).rows, query);
  return {
    rows,
    first: async (schema, query) => (await rows(schema, query))[0],
    async single(schema, query) {
      const [row, ...rest] = await rows(schema, query);
      if (row === undefined || rest.length > 0)
        throw new Error(`Expected one row, got ${row === undefined ? 0 : rest.length + 1}: ${brief(query)}`);
      return row;
    },
    run: async (query) => (await ask(query)).rowCount ?? 0,
  };
}

export function parseRows<S extends z.ZodType>(schema: S, rows: unknown[], query: Query): z.output<S>[] {
  return rows.map((row) => {
    const parsed = schema.safeParse(row);
    // Not the caller's mistake: a plain error becomes a 500, where a ZodError could be taken for a refused request.
    if (!parsed.success)
      throw new Error(`A row is not what its schema says: ${parsed.error.message} in ${brief(query)}`);
    return parsed.data;
  });
}

const brief = (query: Query) => query.text.replace(/\s+/g, ' ').trim().slice(0, 120);
