import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { isMissing } from '../missingFile.ts';

export type StoredFile = {
  /** The path in the address: '/assets/main.js'. */
  path: string;
  type: string;
  body: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
  etag: string;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/** Tells whether a file is worth compressing; the build writes FILE.br and FILE.gz beside it. */
export const isCompressible = (path: string) => /\.(html|js|css|json|webmanifest|svg|txt|map|wasm)$/.test(path);

/** Reads a directory of built files into memory, with their compressed forms. A missing directory has no files; throws where it cannot be read. */
export function readFiles(directory: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const name of list(directory)) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const body = readFileSync(join(directory, name));
    const path = `/${name.split(sep).join('/')}`;
    const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    const packed = (suffix: string) =>
      isCompressible(name) ? readIfThere(join(directory, `${name}${suffix}`)) : undefined;
    files.set(path, { path, type, body, brotli: packed('.br'), gzip: packed('.gz'), etag });
  }
  return files;
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  } catch (error) {
    if (!isMissing(error)) throw error;
    return [];
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}
