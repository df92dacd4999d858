import type { Readable } from 'node:stream';
import yauzl, { type Entry } from 'yauzl';
import { Refusal } from '../../http/errors.ts';
import type { SpreadsheetKind } from './spreadsheet.ts';

/** Limits of an uploaded file (spec/setup.md, Security and limits). */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024;
const MAX_ENTRIES = 200;
const MAX_UNPACKED = 100 * 1024 * 1024;
const MAX_RATIO = 200;
/** Small entries may exceed the ratio: they compress well without being a bomb. */
const RATIO_FLOOR = 64 * 1024;
const ENCRYPTED = 0x1;
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

const unsupported = () =>
  new Refusal('UNSUPPORTED_MEDIA_TYPE', 'File type not supported. Only .xlsx and .ods files are supported.');
const protectedFile = () => new Refusal('VALIDATION_FAILED', 'This file is protected by a password.');
const tooLarge = () => new Refusal('TOO_LARGE', 'The file would unpack to more than a workbook may hold.');

/** The signature of files of older office programs, and of protected workbooks. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Returns which kind of spreadsheet a file is by its content; refuses other files, protected ones and ZIP bombs. */
export async function checkArchive(bytes: Buffer): Promise<SpreadsheetKind> {
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND))
    throw bytes.includes(PACKAGE) ? protectedFile() : unsupported();
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') throw unsupported();
  try {
    return await kindOf(bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('VALIDATION_FAILED', 'The file is damaged or cannot be read. Save it again as .xlsx or .ods.');
  }
}

async function kindOf(bytes: Buffer): Promise<SpreadsheetKind> {
  const zip = await yauzl.fromBufferPromise(bytes, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
  });
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge();
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.generalPurposeBitFlag & ENCRYPTED) throw protectedFile();
    if (entries.has(entry.fileName)) throw new Error('twice');
    // A compressed entry of size 0 is refused: a reader would use the sizes beside the data, which nobody has checked.
    if (entry.compressionMethod !== 0 && entry.compressedSize === 0) throw new Error('empty');
    if (entry.uncompressedSize > entry.compressedSize * MAX_RATIO + RATIO_FLOOR) throw tooLarge();
    total += entry.uncompressedSize;
    if (total > MAX_UNPACKED) throw tooLarge();
    entries.set(entry.fileName, entry);
  }
  // The sizes in the directory are only claims, so the unpacked bytes of every entry are counted.
  let unpacked = 0;
  const texts = new Map<string, string>();
  for (const [name, entry] of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as Readable) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > MAX_UNPACKED) throw tooLarge();
      if (name === 'mimetype' || name === 'META-INF/manifest.xml') chunks.push(chunk as Buffer);
    }
    texts.set(name, Buffer.concat(chunks).toString('utf8'));
  }
  if (texts.get('META-INF/manifest.xml')?.includes('encryption-data')) throw protectedFile();
  if (texts.get('mimetype')?.trim() === ODS_TYPE && entries.has('content.xml')) return 'ods';
  if (entries.has('[Content_Types].xml') && [...entries.keys()].some((name) => /^xl\/workbook\d*\.xml$/i.test(name)))
    return 'xlsx';
  throw unsupported();
}
