import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { BackupItem } from '#contract/operations/backups.ts';
import { readCurrency } from '../../masterData/currency.sql.ts';
import { unfinishedPath } from '../../platform/archive/files.ts';
import { type Room, watchingRoom } from '../../platform/archive/room.ts';
import { writeLines } from '../../platform/archive/writeLines.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { readTables } from './columns.sql.ts';
import { FORMAT_VERSION, type Manifest, signManifest } from './manifest.ts';
import { sealUserLine } from './seals.ts';
import { countLines, selectLines } from './tables.sql.ts';
import type { BackupTable } from './tables.ts';

const SLICE_ROWS = 2_000;

export type BackupOrder = {
  accountId: string;
  accountCode: string;
  accountName: string;
  items: readonly BackupItem[];
  appVersion: string;
  madeAt: Date;
  /** The path of the finished ZIP, which appears there complete or not at all. */
  path: string;
};
export type Progress = (done: number, total: number, step: string) => Promise<void>;

/**
 * Writes the account as of `madeAt`. What payroll systems and people change is read in one snapshot. Raw records, which never change, are those that
 * had been received by then, read in short slices so that punches keep arriving meanwhile.
 */
export async function writeBackup(
  db: Db,
  secrets: Secrets,
  order: BackupOrder,
  progress: Progress,
  room: Room,
): Promise<{ bytes: number }> {
  const folder = unfinishedPath(order.path);
  await mkdir(folder, { recursive: true });
  try {
    const wanted = (await readTables(db)).filter(([item]) => order.items.includes(item));
    const tables = wanted.flatMap(([, , itemTables]) => itemTables);
    const { settled, currency } = await readSettled(
      db,
      secrets,
      order,
      tables.filter((table) => !table.raw),
    );
    let total = 0;
    for (const table of tables) total += await countLines(db, order.accountId, table);
    let done = 0;
    const entries: Manifest['items'] = [];
    for (const [item, file, itemTables] of wanted) {
      const path = join(folder, file.replaceAll('/', '-'));
      const lines = linesOf(db, order, itemTables, settled, async (count) => {
        done += count;
        await progress(done, Math.max(done, total), item);
      });
      entries.push({ type: item, file, ...(await writeLines(lines, path, room)) });
    }
    const manifest = signManifest(secrets, {
      formatVersion: FORMAT_VERSION,
      app: 'tallyboard',
      appVersion: order.appVersion,
      account: { id: order.accountId, code: order.accountCode, name: order.accountName, currency },
      madeAt: order.madeAt.toISOString(),
      keyId: secrets.keyId,
      items: entries,
    });
    await progress(done, total, 'Packing');
    await pack(join(folder, 'backup.zip'), manifest, order.madeAt, room);
    await rename(join(folder, 'backup.zip'), order.path);
    return { bytes: (await stat(order.path)).size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Settled = Map<string, string[]>;

/** The small tables and the currency, all in one snapshot; they are bounded by what an account may hold. */
function readSettled(
  db: Db,
  secrets: Secrets,
  { accountId, madeAt }: BackupOrder,
  tables: BackupTable[],
): Promise<{ settled: Settled; currency: string | null }> {
  const seal =
    ({ name }: BackupTable) =>
    (line: string) =>
      name === 'app_user' ? sealUserLine(secrets, accountId, line) : line;
  return db.tenant(
    accountId,
    async (tx) => {
      const settled: Settled = new Map();
      for (const table of tables) {
        const lines: string[] = [];
        for await (const slice of slices(tx, accountId, table, madeAt)) lines.push(...slice.map(seal(table)));
        settled.set(table.name, lines);
      }
      return { settled, currency: await readCurrency(tx, accountId) };
    },
    { snapshot: true },
  );
}

async function* slices(db: Db, accountId: string, table: BackupTable, receivedBefore: Date): AsyncGenerator<string[]> {
  for (let after: string | null = null; ; ) {
    const slice = await selectLines(db, accountId, table, { after, limit: SLICE_ROWS, receivedBefore });
    yield slice.map(({ line }) => line);
    if (slice.length < SLICE_ROWS) return;
    after = slice.at(-1)?.key ?? null;
  }
}

async function* linesOf(
  db: Db,
  { accountId, madeAt }: BackupOrder,
  tables: BackupTable[],
  settled: Settled,
  wrote: (count: number) => Promise<void>,
): AsyncGenerator<string> {
  for (const table of tables) {
    const known = settled.get(table.name);
    const all = known ? [known] : slices(db, accountId, table, madeAt);
    for await (const slice of all) {
      if (slice.length > 0) yield `${slice.join('\n')}\n`;
      await wrote(slice.length);
    }
  }
}

async function pack(path: string, manifest: Manifest, mtime: Date, room: Room) {
  const folder = dirname(path);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', { mtime });
  for (const { file } of manifest.items)
    zip.addReadStreamLazy(file, { mtime }, (give) =>
      give(null, createReadStream(join(folder, file.replaceAll('/', '-')))),
    );
  zip.end();
  // yazl's outputStream is typed as the older interface.
  await pipeline(
    zip.outputStream as unknown as Readable,
    watchingRoom(room, folder),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
}
