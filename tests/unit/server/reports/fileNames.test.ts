import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from '#server/platform/http/csv.ts';
import { fileStamp } from '#server/platform/zone.ts';

it('a file name is letters, digits, dot, dash and underscore, and no path, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      expect(safeFileName(name)).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);
    }),
  );
  expect(safeFileName('../../etc/passwd')).toBe('etc-passwd');
  expect(safeFileName('a"\r\nset-cookie: x')).toBe('a-set-cookie-x');
  expect(safeFileName('..')).toBe('file');
});

it('the time in a file name is that of the account, to the second', () => {
  const at = new Date('2026-11-21T22:40:05.678Z');
  expect(fileStamp('Africa/Johannesburg', at)).toBe('2026-11-22T00-40-05');
  expect(fileStamp('UTC', at)).toBe('2026-11-21T22-40-05');
});
