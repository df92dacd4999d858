import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** The files of an archive by name. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

export async function zip(
  files: Iterable<readonly [string, Buffer | string]>,
  options: { mode?: number; compress?: boolean } = {},
): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of files)
    archive.addBuffer(Buffer.from(content), name, { mtime: new Date(0), ...options });
  archive.end();
  return buffer(archive.outputStream as unknown as Readable);
}

/** The archive with some files replaced and the manifest made to agree (counts, sizes, hashes), unless `lie` says otherwise. */
export async function forge(
  archive: Buffer,
  change: (files: Map<string, Buffer>) => unknown,
  lie: (manifest: ForgedManifest) => unknown = () => {},
): Promise<Buffer> {
  const files = await unzip(archive);
  change(files);
  const manifest: ForgedManifest = JSON.parse(String(files.get('manifest.json')));
  for (const item of manifest.items) {
    const content = files.get(item.file) ?? Buffer.alloc(0);
    item.bytes = content.length;
    item.count = String(content).split('\n').length - 1;
    item.sha256 = createHash('sha256').update(content).digest('hex');
  }
  lie(manifest);
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  return zip(files);
}
export type ForgedManifest = {
  formatVersion: number;
  app: string;
  account: { id: string; currency?: string | null };
  items: { type: string; file: string; count: number; bytes: number; sha256: string }[];
};

/** A multipart body with one file, as a browser sends it. */
export function multipart(content: Buffer, { type = 'application/zip', name = 'backup.zip' } = {}) {
  const boundary = '----tallyboardtest';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
