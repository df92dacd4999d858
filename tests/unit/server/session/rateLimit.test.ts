import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from '#server/http/csv.ts';
import { Refusal } from '#server/http/errors.ts';
import { createRateLimiter, LIMITS, type LimitName } from '#server/http/rateLimit.ts';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);
/** How many of these tries get through. */
const admitted = (kind: LimitName, times: number[], limiter = createRateLimiter()) =>
  times.filter((seconds) => {
    try {
      limiter.take(kind, 'somebody', at(seconds));
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
      expect((error as Refusal).retryAfter).toBeGreaterThan(0);
      return false;
    }
  }).length;

it('S-80: a burst, then an even rate, each caller for itself', () => {
  for (const kind of Object.keys(LIMITS) as LimitName[]) {
    const { burst, perMinute } = LIMITS[kind];
    expect(admitted(kind, Array(burst + 50).fill(0))).toBe(burst);
    const minute = Array.from({ length: burst + 3 * perMinute }, (_, i) =>
      i < burst ? 0 : ((i - burst) * 60) / (3 * perMinute),
    );
    expect(admitted(kind, minute)).toBeGreaterThanOrEqual(burst + perMinute - 2);
    expect(admitted(kind, minute)).toBeLessThanOrEqual(burst + perMinute + 1);
  }
  const limiter = createRateLimiter();
  admitted('public', Array(1_000).fill(0), limiter);
  expect(() => limiter.take('public', 'somebody else', at(0))).not.toThrow();
  expect(() => limiter.take('session', 'somebody', at(0))).not.toThrow();
});

it('S-80: a clock that goes back gives nobody more', () => {
  expect(admitted('public', [...Array(LIMITS.public.burst).fill(100), 0, 50, 99])).toBe(LIMITS.public.burst);
});

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
