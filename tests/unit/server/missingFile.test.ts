import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadPaths } from '#server/platform/archive/files.ts';
import { readFiles } from '#server/platform/http/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tb-missing-'));
const noFolder = join(folder, 'damaged');
beforeAll(() => {
  mkdirSync(noFolder);
  // The superuser may read every folder, so a file stands in its place.
  writeFileSync(join(noFolder, 'uploads'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder that is not there yet is empty, one that cannot be read is an error', () => {
  it('uploads', async () => {
    expect(await uploadPaths(join(folder, 'new'))).toEqual(new Map());
    await expect(uploadPaths(noFolder)).rejects.toThrow('ENOTDIR');
  });

  it('built files', () => {
    expect(readFiles(join(folder, 'new'))).toEqual(new Map());
    expect(() => readFiles(join(noFolder, 'uploads'))).toThrow('ENOTDIR');
  });
});
