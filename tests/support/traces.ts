import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import yauzl from 'yauzl';
import { z } from 'zod';
import { raw, sql } from '#server/platform/db/db.ts';
import type { TestApp } from './testApp.ts';

/** A search of everything that is stored for what names a person (docs/reference/privacy.md#erasing-a-person). */

/** Returns every table whose rows have a trace of the person, in whatever column; rows of exports are unpacked. */
export async function tablesWithTraces(t: TestApp, traces: RegExp): Promise<string[]> {
  const tables = await t.db.rows(
    z.object({ name: z.string() }),
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await t.db.rows(z.object({ row: z.string() }), raw(`select t::text as row from ${name} t`));
    if (rows.some(({ row }) => traces.test(row))) found.push(name);
  }
  const days = await t.db.rows(z.object({ rows: z.instanceof(Buffer) }), sql`select rows from export_day`);
  if (days.some(({ rows }) => traces.test(gunzipSync(rows).toString()))) found.push('export_day');
  return found;
}

/** Returns the files of the data directory with a trace, but for archives. */
export const filesWithTraces = ({ dataDir }: TestApp, traces: RegExp) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.zip'))
    .filter((entry) => traces.test(readFileSync(join(entry.parentPath, entry.name), 'latin1')))
    .map(({ name }) => name);

/** Returns the files of an archive with a trace. */
export async function entriesWithTraces(archive: Buffer, traces: RegExp): Promise<string[]> {
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  const found: string[] = [];
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    if (traces.test(Buffer.concat(parts).toString())) found.push(entry.fileName);
  }
  return found;
}
