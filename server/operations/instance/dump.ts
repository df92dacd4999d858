import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { type Room, watchingRoom } from '../../platform/archive/room.ts';
import { writeLines } from '../../platform/archive/writeLines.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { INSTANCE_KEY_FILE } from '../../platform/secrets/instanceKey.ts';
import { appliedMigrations, streamRows, tablesInOrder } from './instance.sql.ts';
import { type OpenInstance, openInstance } from './open.ts';

const INSTANCE_FORMAT = 1;
/** The manifest of the file: its schema, and every table with its row count and checksum. */
export const instanceManifest = z.strictObject({
  formatVersion: z.literal(INSTANCE_FORMAT),
  app: z.literal('tallyboard-instance'),
  appVersion: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ number: z.int(), checksum: z.string() })),
  tables: z.array(z.strictObject({ name: z.string().regex(/^[a-z_]+$/), count: z.int(), sha256: z.string() })),
});
export type InstanceManifest = z.infer<typeof instanceManifest>;

const DEADLINE_MS = 60 * 60_000;
/** Folders of the data directory that are not in the database. */
export const KEPT_FOLDERS = ['backups', 'outbox'];

/**
 * Writes the whole installation to one ZIP: every table as of one instant, the accounts' backup files and the instance key, so that a new machine
 * can take over. The file contains everything: it must be kept as safe as the server. `onOpened` receives the installation before the first row is
 * read.
 */
export async function dumpInstance(
  config: Config,
  path: string,
  now: Date,
  onOpened: (opened: OpenInstance) => Promise<void> = async () => undefined,
): Promise<InstanceManifest> {
  const opened = await openInstance(config, { mayBeRunning: true });
  try {
    await onOpened(opened);
    return await writeDump(opened.db, config, path, now, { room: () => undefined, accountFiles: true });
  } finally {
    await opened.close();
  }
}

/** Prefix of the unfinished folders that a process leaves behind when it dies. */
export const LEFTOVER_PREFIX = '.tallyboard-backup-';
type DumpOptions = {
  /** Limits the disk space that the file may take. */
  room: Room;
  /** True when the accounts' own backup files are included. */
  accountFiles: boolean;
};

/** Does the same with a database that is open already. The file appears complete or not at all. */
export async function writeDump(
  db: Db,
  config: Pick<Config, 'dataDir' | 'version'>,
  path: string,
  now: Date,
  { room, accountFiles }: DumpOptions,
): Promise<InstanceManifest> {
  const target = resolve(path);
  const folder = join(dirname(target), `${LEFTOVER_PREFIX}${randomUUID()}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    const tables = await writeTables(db, await tablesInOrder(db), folder, room);
    const manifest: InstanceManifest = {
      formatVersion: INSTANCE_FORMAT,
      app: 'tallyboard-instance',
      appVersion: config.version,
      madeAt: now.toISOString(),
      migrations: await appliedMigrations(db),
      tables,
    };
    const folders = KEPT_FOLDERS.filter((kept) => accountFiles || kept !== 'backups');
    const zip = join(folder, 'instance.zip');
    await pack(zip, manifest, folder, { dataDir: config.dataDir, folders }, room);
    await rename(zip, target);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the rows of some tables as of one snapshot to files of a folder; returns what the manifest says of them. */
const writeTables = (
  db: Db,
  names: readonly string[],
  folder: string,
  room: Room,
): Promise<InstanceManifest['tables']> =>
  db.tx(
    async (tx) => {
      const tables: InstanceManifest['tables'] = [];
      for (const name of names) {
        const { count, sha256 } = await writeLines(linesOf(tx, name), fileOf(folder, name), room);
        tables.push({ name, count, sha256 });
      }
      return tables;
    },
    { snapshot: true, deadlineMs: DEADLINE_MS },
  );

const fileOf = (folder: string, table: string) => join(folder, `${table}.ndjson`);
async function* linesOf(tx: Db, table: string) {
  for await (const rows of streamRows(tx, table)) yield rows.map(({ line }) => `${line}\n`).join('');
}

async function pack(
  path: string,
  manifest: InstanceManifest,
  folder: string,
  kept: { dataDir: string; folders: readonly string[] },
  room: Room,
) {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
  for (const { name } of manifest.tables) zip.addFile(fileOf(folder, name), `tables/${name}.ndjson`);
  for (const file of keptFiles(kept.dataDir, kept.folders)) zip.addFile(join(kept.dataDir, file), `files/${file}`);
  zip.end();
  const out = createWriteStream(path, { mode: 0o600, flush: true });
  // yazl's outputStream is typed as the older interface.
  await pipeline(zip.outputStream as unknown as Readable, watchingRoom(room, dirname(path)), out);
}

function keptFiles(dataDir: string, folders: readonly string[]): string[] {
  const key = existsSync(join(dataDir, INSTANCE_KEY_FILE)) ? [INSTANCE_KEY_FILE] : [];
  const kept = folders
    .filter((folder) => existsSync(join(dataDir, folder)))
    .flatMap((folder) => {
      const entries = readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true });
      // Unfinished backups are in folders of their own and will be made again.
      const whole = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('unfinished-'));
      return whole.map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));
    });
  return [...key, ...kept];
}
