import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry } from 'yauzl';
import { ZipFile } from 'yazl';
import { words } from '#contract/platform/words.ts';
import { Refusal } from '../../http/errors.ts';
import { UNREADABLE, unreadable } from '../boundedThread.ts';
import { moreThan } from './limits.ts';

/** Limits of an archive. */
/** A sheet with remarks and pictures has four or more. */
const MAX_PARTS = 1_000;
const MB = 1024 * 1024;
const MAX_UNPACKED = 100 * MB;
const MAX_RATIO = 200;
/** Small entries may exceed the ratio: they compress well without being a bomb. */
const RATIO_FLOOR = 64 * 1024;
const ENCRYPTED = 0x1;
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
/** The entries that have text, formats or structure; pictures and the like are counted and left out. */
const USED = /\.(xml|rels)$|^mimetype$/i;

const unsupported = () =>
  new Refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    words('File type not supported. Only .xlsx, .ods and .csv files are supported.'),
  );
const protectedFile = () => new Refusal('VALIDATION_FAILED', words('This file is protected by a password.'));
/** No workbook that a program saved is packed so densely. */
const noWorkbook = () => new Refusal('TOO_LARGE', UNREADABLE);
const tooMuch = () => moreThan(MAX_UNPACKED / MB, 'MB');

/** The signature of files of older office programs, and of protected workbooks. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

export type SpreadsheetKind = 'xlsx' | 'ods';
/** The unpacked entries of a spreadsheet by name. */
export type Archive = { kind: SpreadsheetKind; entries: ReadonlyMap<string, Buffer> };

/**
 * Unpacks a spreadsheet, whose kind its content tells; refuses other files, protected ones and ZIP bombs. Nothing else reads the uploaded archive:
 * two readers may follow different directories of one file.
 */
export async function unpack(uploaded: Uint8Array): Promise<Archive> {
  const bytes = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.length);
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND))
    throw bytes.includes(PACKAGE) ? protectedFile() : unsupported();
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') throw unsupported();
  try {
    const entries = await entriesOf(bytes);
    return { kind: kindOf(entries), entries };
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable();
  }
}

async function entriesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
  });
  if (zip.entryCount > MAX_PARTS) throw moreThan(MAX_PARTS, 'parts');
  const listed = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.generalPurposeBitFlag & ENCRYPTED) throw protectedFile();
    if (listed.has(entry.fileName)) throw new Error('twice');
    if (entry.uncompressedSize > entry.compressedSize * MAX_RATIO + RATIO_FLOOR) throw noWorkbook();
    total += entry.uncompressedSize;
    if (total > MAX_UNPACKED) throw tooMuch();
    listed.set(entry.fileName, entry);
  }
  // The sizes in the directory are only claims, so the unpacked bytes of every entry are counted.
  let unpacked = 0;
  const entries = new Map<string, Buffer>();
  for (const [name, entry] of listed) {
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as Readable) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > MAX_UNPACKED) throw tooMuch();
      if (USED.test(name)) chunks.push(chunk as Buffer);
    }
    entries.set(name, Buffer.concat(chunks));
  }
  return entries;
}

function kindOf(entries: ReadonlyMap<string, Buffer>): SpreadsheetKind {
  if (entries.get('META-INF/manifest.xml')?.includes('encryption-data')) throw protectedFile();
  if (entries.get('mimetype')?.toString('utf8').trim() === ODS_TYPE && entries.has('content.xml')) return 'ods';
  if (entries.has('[Content_Types].xml') && [...entries.keys()].some((name) => /^xl\/workbook\d*\.xml$/i.test(name)))
    return 'xlsx';
  throw unsupported();
}

/** Writes entries as a plain archive, for a library that only reads archives. */
export function packed(entries: Iterable<readonly [name: string, content: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name, { compress: false });
  zip.end();
  return buffer(zip.outputStream as Readable); // yazl types its stream as the interface
}
