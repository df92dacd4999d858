import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff, fatesOf, grown, halved, type Reply, requestedWait, verdictOf } from '#recorder/core/sending.ts';
import { cutParts, PART_MS, timeBegins } from '#recorder/core/workingTime.ts';

const json = 'application/json; charset=utf-8';
const reply = (status: number, text = '{}', type = json, retryAfter: string | null = null): Reply => ({
  status,
  type,
  text,
  retryAfter,
});

describe('the meaning of an answer', () => {
  it.each<[string, Reply | null, object]>([
    ['200', reply(200, '{"a":1}'), { kind: 'answer', value: { a: 1 } }],
    ['200 cut short', reply(200, '{"a":'), { kind: 'failure' }],
    ['a portal', reply(200, '<html>', 'text/html'), { kind: 'sign-in' }],
    ['401', reply(401), { kind: 'refused' }],
    ['401 of a proxy', reply(401, '<html>', 'text/html'), { kind: 'failure' }],
    ['413 of a proxy', reply(413, '<html>', 'text/html'), { kind: 'too-much', reason: 'Refused (413)' }],
    ['400', reply(400, '{"message":"At most 5000 records"}'), { kind: 'too-much', reason: 'At most 5000 records' }],
    ['429', reply(429, '{}', json, '40'), { kind: 'wait', ms: 40_000 }],
    ['503 without a time', reply(503, '', 'text/plain'), { kind: 'wait', ms: 5_000 }],
    ['500', reply(500), { kind: 'failure' }],
    ['502 page', reply(502, '<html>', 'text/html'), { kind: 'failure' }],
    ['silence', null, { kind: 'failure' }],
  ])('%s', (_name, given, verdict) => expect(verdictOf(given)).toEqual(verdict));
});

describe('waiting', () => {
  it('doubles from 5 s to 5 min, with jitter', () => {
    expect([1, 2, 3, 7, 50].map((failures) => backOff(failures, 0.5))).toEqual([5e3, 1e4, 2e4, 3e5, 3e5]);
    expect([backOff(1, 0), backOff(1, 1)]).toEqual([3_750, 6_250]);
  });
  it('is never shorter than asked', () =>
    fc.assert(
      fc.property(fc.nat(3_600_000), fc.double({ min: 0, max: 1, noNaN: true }), (ms, r) => requestedWait(ms, r) >= ms),
    ));
  it('halves down to one and grows back', () => {
    expect([500, 250, 3, 1].map(halved)).toEqual([250, 125, 1, 1]);
    expect([1, 300].map(grown)).toEqual([2, 500]);
  });
});

describe('the outcomes of an answer', () => {
  const answer = (accepted: number, duplicates: number, rejected: [string, string][] = []) => ({
    accepted,
    duplicates,
    rejected: rejected.map(([recordId, reason]) => ({ recordId, reason })),
  });
  it('name each sent record', () =>
    expect(fatesOf(['a', 'b', 'c'], answer(1, 1, [['b', 'no']]))).toEqual(
      new Map([
        ['a', null],
        ['b', 'no'],
        ['c', null],
      ]),
    ));
  it.each([
    ['too few', answer(1, 0)],
    ['too many', answer(3, 1)],
    ['a stranger', answer(1, 1, [['x', 'no']])],
    [
      'one twice',
      answer(1, 0, [
        ['a', 'no'],
        ['a', 'no'],
      ]),
    ],
  ])('knows nothing where the answer has %s', (_name, given) => expect(fatesOf(['a', 'b', 'c'], given)).toBeNull());
});

describe('working time', () => {
  it('is cut every half hour, without gap or overlap', () =>
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (from, length) => {
        const parts = cutParts(from, from + length);
        expect(parts.reduce((sum, part) => sum + part.to - part.from, 0)).toBe(length);
        expect(parts.map((part) => part.from)).toEqual(parts.map((_, i) => (i === 0 ? from : parts[i - 1]?.to)));
        expect(Math.max(0, ...parts.map((part) => part.to - part.from))).toBeLessThanOrEqual(PART_MS);
      }),
    ));
  it('starts at the later of job start and clocking in, else with the first scan', () => {
    expect(timeBegins(100, 200, 900)).toBe(200);
    expect(timeBegins(300, 200, 900)).toBe(300);
    expect(timeBegins(300, null, 900)).toBe(300);
    expect(timeBegins(null, 200, 900)).toBe(900);
  });
});
