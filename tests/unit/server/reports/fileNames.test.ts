import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileStamp, safeFileName } from '#server/http/csv.ts';

it('S-56: a file name is letters, digits, dot, dash and underscore, and no path, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      expect(safeFileName(name)).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);
    }),
  );
  expect(safeFileName('../../etc/passwd')).toBe('etc-passwd');
  expect(safeFileName('a"\r\nset-cookie: x')).toBe('a-set-cookie-x');
  expect(safeFileName('..')).toBe('file');
});

it('the time in a file name is in UTC, to the second', () => {
  expect(fileStamp(new Date('2026-11-21T09:40:05.678Z'))).toBe('2026-11-21T09-40-05Z');
});
