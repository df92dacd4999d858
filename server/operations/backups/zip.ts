import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type Message, msg } from '#contract/platform/words.ts';
import { reason } from '../../platform/archive/reason.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { LIMITS } from './manifest.ts';

export const notABackup = (why: Message) =>
  new Refusal('INVALID_BACKUP', msg('This file cannot be restored: {why}.', { why }));

const MAGIC = Buffer.from('PK\x03\x04', 'latin1');
/** Tells whether a file is a ZIP by its content, whatever its name. */
export async function looksLikeZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.equals(MAGIC);
  } finally {
    await file.close();
  }
}

export type Archive = { entries: Map<string, Entry>; read(entry: Entry): Promise<Readable>; close(): void };

const ENCRYPTED = 0x1;
const SYMLINK = 0xa000;

/**
 * Opens an uploaded archive and refuses everything that a backup never has: unknown, repeated or escaping names, links, encrypted or
 * overlapping entries, too many entries, and the compression ratio of a bomb. Nothing is ever extracted to a path.
 */
export async function openArchive(path: string, known: ReadonlySet<string>): Promise<Archive> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false })
    .catch((error: unknown) => {
      throw notABackup(msg('it is damaged ({reason})', { reason: reason(error) }));
    });
  try {
    if (zip.entryCount > LIMITS.entries) throw notABackup(msg('it has {count} entries', { count: zip.entryCount }));
    const entries = await readEntries(zip, known);
    refuseOverlap([...entries.values()], zip.fileSize);
    return { entries, close: () => zip.close(), read: (entry) => readEntry(zip, entry) };
  } catch (error) {
    zip.close();
    throw error instanceof Refusal ? error : notABackup(msg('it is damaged ({reason})', { reason: reason(error) }));
  }
}

async function readEntries(zip: ZipFile, known: ReadonlySet<string>): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (!known.has(name))
      throw notABackup(msg('it has an entry that no backup has ({name})', { name: name.slice(0, 60) }));
    if (entries.has(name)) throw notABackup(msg('it has {name} twice', { name }));
    if (entry.generalPurposeBitFlag & ENCRYPTED) throw notABackup(msg('it is encrypted'));
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === SYMLINK) throw notABackup(msg('it has a link in it'));
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
      throw notABackup(msg('it is compressed in an unknown way'));
    if (entry.uncompressedSize > entry.compressedSize * LIMITS.ratio + 1_024)
      throw notABackup(msg('{name} would unpack to more than {ratio} times its size', { name, ratio: LIMITS.ratio }));
    total += entry.uncompressedSize;
    if (total > LIMITS.totalBytes) throw notABackup(msg('it would unpack to more than 4 GB'));
    entries.set(name, entry);
  }
  return entries;
}

/** Overlapping entries let a small file unpack to a huge one. */
function refuseOverlap(entries: Entry[], fileSize: number) {
  const spans = entries
    .map((entry) => ({
      from: entry.relativeOffsetOfLocalHeader,
      to: entry.relativeOffsetOfLocalHeader + entry.compressedSize + 30,
    }))
    .sort((a, b) => a.from - b.from);
  for (const [index, { from, to }] of spans.entries()) {
    const previous = spans[index - 1];
    if (to > fileSize || (previous && from < previous.to)) throw notABackup(msg('its entries overlap'));
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const header = await zip.readLocalFileHeaderPromise(entry);
  if (!header.fileName.equals(entry.fileNameRaw)) throw notABackup(msg('its directory does not match its entries'));
  return zip.openReadStreamPromise(entry);
}
