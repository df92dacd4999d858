import { expect, it } from 'vitest';
import { Refusal } from '#server/platform/http/errors.ts';
import { createRateLimiter, LIMITS, type LimitName } from '#server/platform/http/rateLimit.ts';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);
/** Returns the number of attempts that are admitted. */
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

it('a burst, then an even rate, each caller for itself', () => {
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

it('what each kind of caller may send in a minute, and at once', () => {
  const rows = Object.entries(LIMITS).map(([kind, { perMinute, burst }]) => [kind, perMinute, burst]);
  expect(rows).toEqual([
    ['public', 120, 240],
    ['unknownToken', 240, 300],
    ['session', 600, 600],
    ['payroll', 60, 300],
    ['reader', 60, 120],
    ['import', 30, 40],
    ['report', 10, 10],
    ['link', 6, 12],
    ['setup', 60, 60],
    ['preview', 60, 60],
    ['correction', 60, 60],
    ['device', 1_200, 200],
    ['wholeList', 4, 30],
  ]);
});

it('a refusal says after how many seconds there is a turn again', () => {
  const limiter = createRateLimiter();
  const { burst, perMinute } = LIMITS.wholeList;
  admitted('wholeList', Array(burst).fill(0), limiter);
  const refusedAt = (seconds: number) => {
    try {
      limiter.take('wholeList', 'somebody', at(seconds));
      return null;
    } catch (error) {
      return (error as Refusal).retryAfter;
    }
  };
  expect(refusedAt(0)).toBeCloseTo(60 / perMinute);
  expect(refusedAt(10)).toBeCloseTo(60 / perMinute - 10);
  expect(refusedAt(60 / perMinute)).toBeNull();
});

it('a clock that goes back gives nobody more', () => {
  expect(admitted('public', [...Array(LIMITS.public.burst).fill(100), 0, 50, 99])).toBe(LIMITS.public.burst);
});

it('50,000 callers are remembered, and of one more the one who was quiet longest is forgotten', () => {
  const limiter = createRateLimiter();
  const isAdmitted = (key: string) => {
    try {
      limiter.take('public', key, at(0));
      return true;
    } catch {
      return false;
    }
  };
  for (let n = 0; n < LIMITS.public.burst; n++) isAdmitted('first');
  expect(isAdmitted('first')).toBe(false);
  for (let n = 1; n < 50_000; n++) isAdmitted(`other ${n}`);
  expect(isAdmitted('first')).toBe(false);
  isAdmitted('one more');
  expect(isAdmitted('first')).toBe(true);
});
