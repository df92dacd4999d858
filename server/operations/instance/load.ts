import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { askTerminalsForAll } from '../../intake/terminals/terminals.sql.ts';
import type { Config } from '../../platform/config.ts';
import { privateDataDir } from '../../platform/db/dataDir.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Migration, migrate, readMigrations } from '../../platform/db/migrate.ts';
import { INSTANCE_KEY_FILE, loadInstanceKey } from '../../platform/secrets/instanceKey.ts';
import { findKey } from '../../platform/secrets/key.sql.ts';
import { checkInstanceKey } from '../../platform/secrets/keyCheck.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { type InstanceManifest, instanceManifest, KEPT_FOLDERS } from './dump.ts';
import { type FormerSchema, formerSchema } from './former.sql.ts';
import { countAccounts, insertRows, isInitialised, runStatement, tablesInOrder } from './instance.sql.ts';
import { openInstance } from './open.ts';

const CHUNK_LINES = 1_000;
const DEADLINE_MS = 60 * 60_000;

/**
 * Restores a whole installation from the file of dumpInstance into an empty database and a data directory without other files, in one transaction
 * that includes the schema, so that a failure leaves nothing behind. A file of an older version is loaded into its own schema and then migrated; one
 * from before the baseline is loaded into that.
 * Terminals are asked for everything that they hold (`terminalsAsked`). Throws with the reason.
 */
export async function loadInstance(
  config: Config,
  path: string,
  now: Date,
): Promise<InstanceManifest & { terminalsAsked: number }> {
  const zip = await yauzl.openPromise(path, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
    autoClose: false,
  });
  try {
    const entries = await entriesOf(zip);
    const manifest = await manifestOf(zip, entries);
    const former = formerSchema(manifest.migrations);
    const known = await readMigrations();
    const migrations = former ? known.slice(0, 1) : matchingMigrations(known, manifest);
    privateDataDir(config.dataDir);
    const written: string[] = [];
    try {
      await restoreFiles(zip, entries, config, written);
      const fill = (tx: Db) => loadTables(tx, zip, entries, manifest, former);
      return { ...manifest, terminalsAsked: await loadDatabase(config, migrations, fill, now) };
    } catch (error) {
      for (const file of written) rmSync(file, { force: true });
      throw error;
    }
  } finally {
    zip.close();
  }
}

/** Creates the schema of the file, fills it, and migrates it; returns how many terminals are asked for everything. */
async function loadDatabase(config: Config, migrations: Migration[], fill: (tx: Db) => Promise<void>, now: Date) {
  const { db, place, close } = await openInstance(config, { mayBeRunning: false, mayBeEmpty: true });
  try {
    if ((await isInitialised(db)) && (await countAccounts(db)) > 0)
      throw new Error(`${place} is not empty: a whole installation is restored into an empty one.`);
    return await db.tx(
      async (tx) => {
        await migrate(tx, migrations);
        await fill(tx);
        await migrate(tx);
        await checkKey(tx, config);
        return askTerminalsForAll(tx, null, now);
      },
      { deadlineMs: DEADLINE_MS },
    );
  } finally {
    await close();
  }
}

/** Refuses a key, with which the server would start, other than the one that the data is encrypted with. */
async function checkKey(tx: Db, config: Config) {
  const keyId = await findKey(tx);
  if (keyId === undefined) return;
  if (!config.secretKey && !existsSync(join(config.dataDir, INSTANCE_KEY_FILE)))
    throw new Error('the installation had its key in SECRET_KEY, which is not in the backup: set the same SECRET_KEY.');
  await checkInstanceKey(tx, createSecrets(loadInstanceKey(config)));
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function read(zip: ZipFile, entries: Map<string, Entry>, name: string): Promise<Readable> {
  const entry = entries.get(name);
  if (!entry) throw new Error(`the file is not a whole backup: ${name} is missing.`);
  return zip.openReadStreamPromise(entry);
}

async function manifestOf(zip: ZipFile, entries: Map<string, Entry>): Promise<InstanceManifest> {
  const parsed = instanceManifest.safeParse(JSON.parse(await text(await read(zip, entries, 'manifest.json'))));
  if (!parsed.success) throw new Error('the file is not a backup of a whole installation.');
  return parsed.data;
}

function matchingMigrations(known: Migration[], { migrations, appVersion }: InstanceManifest): Migration[] {
  const other = migrations.find(
    ({ number, checksum }) => known[number - 1] && known[number - 1]?.checksum !== checksum,
  );
  if (other)
    throw new Error(
      `migration ${other.number} of the backup is not the one of this version: a backup of a version between releases is moved as docs/operating.md says (Upgrading).`,
    );
  if (migrations.length > known.length)
    throw new Error(`the backup was made by the newer version ${appVersion}: install that one first.`);
  return known.slice(0, migrations.length);
}

async function loadTables(
  tx: Db,
  zip: ZipFile,
  entries: Map<string, Entry>,
  manifest: InstanceManifest,
  former: FormerSchema | undefined,
) {
  for (const name of await tablesInOrder(tx)) {
    const listed = manifest.tables.find((table) => table.name === name);
    // A former schema may not have had it yet.
    if (!listed && former) continue;
    if (!listed) throw new Error(`the backup lacks the table ${name}.`);
    const hash = createHash('sha256');
    let count = 0;
    let chunk: string[] = [];
    const flush = async () => {
      if (chunk.length > 0) await insertRows(tx, name, chunk, former?.rows[name]);
      chunk = [];
    };
    for await (const line of createInterface({
      input: await read(zip, entries, `tables/${name}.ndjson`),
      crlfDelay: Infinity,
    })) {
      hash.update(`${line}\n`);
      count++;
      if (chunk.push(line) >= CHUNK_LINES) await flush();
    }
    await flush();
    if (count !== listed.count || hash.digest('hex') !== listed.sha256)
      throw new Error(`${name} is not what the manifest says: the file is damaged.`);
  }
  for (const statement of former?.after ?? []) await runStatement(tx, statement);
}

/**
 * Restores the instance key and the files beside the database. An existing file with the same content stays (the installation moves to another
 * database, or an earlier restore was killed); different content is never overwritten. Adds the files that it creates to `written`.
 */
async function restoreFiles(
  zip: ZipFile,
  entries: Map<string, Entry>,
  { dataDir, secretKey }: Config,
  written: string[],
) {
  for (const [name, entry] of entries) {
    const file = name.startsWith('files/') ? normalize(name.slice('files/'.length)) : '';
    const isKept =
      file === INSTANCE_KEY_FILE ? !secretKey : KEPT_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
    if (!isKept || file.includes('..')) continue;
    const target = join(dataDir, file);
    if (existsSync(target)) {
      if (await isSame(await zip.openReadStreamPromise(entry), createReadStream(target))) continue;
      throw new Error(`${target} is there already and differs: restore into an empty data directory.`);
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const part = `${target}.part`;
    written.push(part, target);
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(part, { mode: 0o600, flush: true }));
    renameSync(part, target);
  }
}

const isSame = async (a: Readable, b: Readable) => (await hashOf(a)) === (await hashOf(b));
async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
