import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBadge, ScannerKeys } from '#recorder/core/badge.ts';
import { PictureGuard, RepeatGuard } from '#recorder/core/doubles.ts';
import { newPrefix, recordId } from '#recorder/core/record.ts';
import { formatUnits, isUnusual, parseUnits, shares } from '#recorder/core/units.ts';

describe('units', () => {
  it.each([
    ['1', 1000],
    ['0.5', 500],
    ['0,334', 334],
    ['-1.25', -1250],
    ['1.2345', null],
    ['', null],
    ['1e3', null],
  ])('%j is %s thousandths', (text, thousandths) => expect(parseUnits(text)).toBe(thousandths));

  it('reads what it writes', () =>
    fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (n) => parseUnits(formatUnits(n)) === n)));

  it('shares 1 among 3 as 0.334, 0.333, 0.333', () =>
    expect(shares(1000, 3).map(formatUnits)).toEqual(['0.334', '0.333', '0.333']));
  it('shares sum to the whole, and no two differ by more than a thousandth', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 100 }), (whole, people) => {
        const all = shares(whole, people);
        expect(all.reduce((sum, share) => sum + share, 0)).toBe(whole);
        expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
      }),
    ));
  it('asks about more than ten times the usual', () => {
    expect(isUnusual(250_000, 25_000)).toBe(false);
    expect(isUnusual(250_001, 25_000)).toBe(true);
    expect(isUnusual(250_001, null)).toBe(false);
  });
});

describe('badges', () => {
  it.each([
    ['TB1:1001', { text: '1001', isOurs: true }],
    ['  4711 ', { text: '4711', isOurs: false }],
    ['TB1:', null],
    ['a\u0000b', null],
    ['x'.repeat(61), null],
  ])('%j', (raw, badge) => expect(readBadge(raw)).toEqual(badge));

  const scan = (keys: string, gap: number) => {
    const scanner = new ScannerKeys();
    const found = [...keys].flatMap((key, i) => scanner.key(key === '\n' ? 'Enter' : key, i * gap));
    return { scanner, found, end: (keys.length - 1) * gap };
  };
  it('treats fast keys with Enter as a scan', () => expect(scan('TB1:7\n', 10).found).toEqual(['TB1:7']));
  it('treats fast keys and a pause as a scan', () => {
    const { scanner, end } = scan('4711', 100);
    expect(scanner.rest(end + 299)).toBeNull();
    expect(scanner.rest(end + 300)).toBe('4711');
  });
  it('takes slow keys for typing', () => expect(scan('4711\n', 101).found).toEqual([]));
  it('takes two keys for typing', () => expect(scan('47\n', 5).found).toEqual([]));
  it.each([101, 200, 299])('takes a badge without Enter for whole when the next begins after %i ms', (pause) => {
    const { scanner, found, end } = scan('TB1:7', 10);
    const next = [...'TB1:8'].map((key, i) => scanner.key(key, end + pause + i * 10));
    expect([found, next.flat()]).toEqual([[], ['TB1:7']]);
    expect(scanner.rest(end + pause + 40 + 300)).toBe('TB1:8');
  });
  it('gives a badge whose Enter comes late, once', () => {
    const { scanner, end } = scan('TB1:7', 10);
    expect(scanner.key('Enter', end + 150)).toEqual(['TB1:7']);
    expect(scanner.rest(end + 450)).toBeNull();
  });
});

describe('doubled scans', () => {
  it('recognises a repeat until its time is over', () => {
    const guard = new RepeatGuard();
    expect(guard.sinceRepeat('in 7', 0, 60_000)).toBeNull();
    guard.note('in 7', 0);
    expect(guard.sinceRepeat('in 7', 8_000, 60_000)).toBe(8_000);
    expect(guard.sinceRepeat('out 7', 8_000, 60_000)).toBeNull();
    expect(guard.sinceRepeat('in 7', 60_000, 60_000)).toBeNull();
    guard.note('in 7', 60_000);
    guard.forget('in 7');
    expect(guard.sinceRepeat('in 7', 60_001, 60_000)).toBeNull();
  });
  it('counts a badge again once it was out of the picture for 1.5 s', () => {
    const guard = new PictureGuard();
    expect([0, 125, 1_500, 3_000, 4_501].map((at) => guard.isNew('TB1:7', at))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(guard.isNew('TB1:8', 4_501)).toBe(true);
  });
});

it('ids begin with 12 characters of the activation', () => {
  const prefix = newPrefix((bytes) => crypto.getRandomValues(bytes));
  expect(recordId(prefix, 17)).toMatch(/^[a-z2-9]{12}-17$/);
});
