import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { type Room, watchingRoom } from '../archive/room.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { INSTANCE_KEY_FILE } from '../secrets/instanceKey.ts';
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
 * Writes the whole installation to one ZIP: every table as of one snapshot, the accounts' backup files and the instance key, so that a new machine
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
    const tables: InstanceManifest['tables'] = [];
    await db.tx(
      async (tx) => {
        for (const name of await tablesInOrder(tx))
          tables.push({ name, ...(await writeTable(tx, name, join(folder, name), room)) });
      },
      { snapshot: true, deadlineMs: DEADLINE_MS },
    );
    const manifest: InstanceManifest = {
      formatVersion: INSTANCE_FORMAT,
      app: 'tallyboard-instance',
      appVersion: config.version,
      madeAt: now.toISOString(),
      migrations: await appliedMigrations(db),
      tables,
    };
    const folders = KEPT_FOLDERS.filter((kept) => accountFiles || kept !== 'backups');
    await pack(manifest, folder, config.dataDir, folders, room);
    await rename(join(folder, 'instance.zip'), target);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Tx = Parameters<typeof streamRows>[0];
async function writeTable(tx: Tx, name: string, path: string, room: Room) {
  const hash = createHash('sha256');
  let count = 0;
  async function* text() {
    for await (const rows of streamRows(tx, name)) {
      const chunk = rows.map(({ line }) => `${line}\n`).join('');
      count += rows.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(
    Readable.from(text(), { objectMode: false }),
    watchingRoom(room, dirname(path)),
    createWriteStream(path, { mode: 0o600 }),
  );
  return { count, sha256: hash.digest('hex') };
}

async function pack(
  manifest: InstanceManifest,
  folder: string,
  dataDir: string,
  folders: readonly string[],
  room: Room,
) {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
  for (const { name } of manifest.tables)
    zip.addReadStreamLazy(`tables/${name}.ndjson`, (give) => give(null, createReadStream(join(folder, name))));
  for (const file of keptFiles(dataDir, folders)) zip.addFile(join(dataDir, file), `files/${file}`);
  zip.end();
  const out = createWriteStream(join(folder, 'instance.zip'), { mode: 0o600, flush: true });
  // yazl's outputStream is typed as the older interface.
  await pipeline(zip.outputStream as unknown as Readable, watchingRoom(room, folder), out);
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
