import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { writeDump } from '#server/operations/instance/dump.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';
import { unzip } from '#tests/support/zip.ts';

const t = useTestApp();
const ENTRIES = 2_000;
const LAST = ENTRIES - 2;

let folder: string;
let accountId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tb-pieces-'));
  accountId = await givenAccount(t.db);
  // The backup may be of an instant before the first write.
  await t.db.run(sql`update account set data_version = 0 where account_id = ${accountId}`);
  await insertEntries(t.db, 1, ENTRIES);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Inserts lookup entries whose codes are numbers, from one to another. */
const insertEntries = (db: Db, from: number, to: number) =>
  db.run(sql`insert into lookup_entry (account_id, lookup_entry_id, lookup, system_id, code, description)
    select ${accountId}, gen_random_uuid(), 1, 'PAY', n::text, repeat('Block of pears ', 50) from generate_series(${from}::int, ${to}::int) n`);

const entry = z.object({ code: z.string(), changed_version: z.int() });
const account = z.object({ account_id: z.string(), data_version: z.int() });
const read = async (path: string, table: string) =>
  String((await unzip(await readFile(path))).get(`tables/${table}.ndjson`))
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

/**
 * The nth write while a backup is made: one entry goes and one comes, one of the first and one of the last change to n, and so does the account's version.
 */
const write = (n: number) =>
  t.db.tx(async (tx) => {
    await tx.run(sql`delete from lookup_entry where account_id = ${accountId} and code = ${String(n * 7)}`);
    await insertEntries(tx, ENTRIES + n, ENTRIES + n);
    await tx.run(
      sql`update lookup_entry set changed_version = ${n} where account_id = ${accountId} and code in ('1', ${String(LAST)})`,
    );
    await tx.run(sql`update account set data_version = ${n} where account_id = ${accountId}`);
  });

/** Makes a backup of the installation, with writes until it is there; returns what it has. */
async function backedUpAmongWrites() {
  const path = join(folder, 'whole.zip');
  let isMade = false;
  const dump = writeDump(t.db, t.services.config, path, t.clock.now(), { room: () => undefined, accountFiles: false });
  const made = dump.finally(() => {
    isMade = true;
  });
  for (let n = 1; !isMade; n++) await write(n);
  const { tables } = await made;
  const entries = entry.array().parse(await read(path, 'lookup_entry'));
  const accounts = account.array().parse(await read(path, 'account'));
  expect(tables.find(({ name }) => name === 'lookup_entry')?.count).toBe(entries.length);
  const version = accounts.find(({ account_id }) => account_id === accountId)?.data_version ?? 0;
  return { entries, version };
}

test('a backup of the installation is of one instant, and others write while it is read', async () => {
  const { entries, version } = await backedUpAmongWrites();
  const versions = new Map(entries.map(({ code, changed_version }) => [code, changed_version]));
  expect(versions.get('1')).toBe(version);
  expect(versions.get(String(LAST))).toBe(version);
  const there = Array.from({ length: ENTRIES + version }, (_, n) => n + 1).filter((n) => n % 7 > 0 || n > 7 * version);
  expect(entries.map(({ code }) => Number(code)).sort((a, b) => a - b)).toEqual(there);
});
