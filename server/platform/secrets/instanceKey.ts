import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../missingFile.ts';

export const INSTANCE_KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
export const instanceKeyPath = (dataDir: string) => join(dataDir, INSTANCE_KEY_FILE);

/** Reads 32 bytes from 64 hexadecimal digits, base64 or base64url; throws a one-line error otherwise. */
export function parseInstanceKey(text: string): Buffer {
  const written = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(written) ? Buffer.from(written, 'hex') : Buffer.from(written, 'base64url');
  const isEncoding = /^[A-Za-z0-9+/_-]+={0,2}$/.test(written);
  if (!isEncoding || key.length !== KEY_BYTES)
    throw new Error('SECRET_KEY must be 32 bytes as hex or base64, for example the output of: openssl rand -base64 32');
  return key;
}

/**
 * Returns the key of this installation: `SECRET_KEY`, or the content of a file that only its owner can read, created at the first start. If
 * several processes start at once, one creates the file and all read it. Throws when others may read the file.
 */
export function loadInstanceKey({ secretKey, dataDir }: { secretKey?: string | undefined; dataDir: string }): Buffer {
  if (secretKey) return parseInstanceKey(secretKey);
  const path = instanceKeyPath(dataDir);
  try {
    return readKeyFile(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeyFile(path);
}

function readKeyFile(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    if (process.platform !== 'win32' && (fstatSync(file).mode & 0o077) !== 0)
      throw new Error(
        `${path} can be read by others: run chmod 600 on it, and make a new key if it may have been copied.`,
      );
    return parseInstanceKey(readFileSync(file, 'utf8'));
  } finally {
    closeSync(file);
  }
}
