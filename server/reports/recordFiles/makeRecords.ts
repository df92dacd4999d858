import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { RECORD_PARTS, type RecordPart } from '#contract/reports/recordFiles.ts';
import { unfinishedPath } from '../../platform/archive/files.ts';
import { type Room, watchingRoom } from '../../platform/archive/room.ts';
import type { Report } from '../reportThread.ts';
import type { OrderedFile } from './records.sql.ts';

type Making = {
  accountName: string;
  timeZone: string;
  file: OrderedFile;
  /** The path of the finished ZIP, which appears there complete or not at all. */
  path: string;
  room: Room;
  signal: AbortSignal;
  /** Makes the reports of the parts. */
  reports(): Promise<Report[]>;
};
type Part = { part: RecordPart; file: string; rows: number; bytes: number; sha256: string; trust: readonly string[] };

/** Makes the files of the parts, and packs them with a manifest of their hashes. Returns the size of the ZIP and its hash. */
export async function makeRecords(making: Making): Promise<{ bytes: number; sha256: string }> {
  const { file, path, room, signal } = making;
  const folder = unfinishedPath(path);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made: Report[] = [];
  try {
    const parts: Part[] = [];
    made.push(...(await making.reports()));
    for (const [nth, part] of file.parts.entries()) {
      const report = made[nth];
      if (!report) throw new Error(`${part} was not made`);
      const name = `${part}.${file.exportType}`;
      const written = await write(report.file, join(folder, name), room, signal);
      parts.push({ part, file: name, rows: report.rows, ...written, trust: report.trust[file.language] ?? [] });
    }
    const zip = join(folder, 'records.zip');
    const packed = await write(zipped(manifestOf(making, parts), parts, folder, new Date(file.at)), zip, room, signal);
    await rename(zip, path);
    return packed;
  } finally {
    for (const report of made) report.file.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what `manifest.json` says: of whom and which days it is, who made it and when, and each file with its hash. */
const manifestOf = ({ accountName, timeZone, file }: Making, parts: readonly Part[]) => ({
  account: accountName,
  timeZone,
  from: file.from,
  to: file.to,
  narrowedBy: file.options,
  ...(file.scope && { limitedTo: file.scope.lists }),
  madeAt: file.at,
  madeBy: file.by,
  files: parts.map(({ part, ...own }) => ({ ...own, report: RECORD_PARTS[part] })),
});

function zipped(manifest: object, parts: readonly Part[], folder: string, mtime: Date): Readable {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', { mtime });
  for (const { file } of parts)
    zip.addReadStreamLazy(file, { mtime }, (give) => give(null, createReadStream(join(folder, file))));
  zip.end();
  // yazl's outputStream is typed as the older interface.
  return zip.outputStream as unknown as Readable;
}

/** Writes a stream to a file; returns its size and the SHA-256 of its bytes. */
async function write(from: Readable, path: string, room: Room, signal: AbortSignal) {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const to = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(from, hashing, watchingRoom(room, dirname(path)), to, { signal });
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
