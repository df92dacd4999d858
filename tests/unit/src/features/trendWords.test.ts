import { expect, it } from 'vitest';
import { attendanceWords, beforeWords, knownDays } from '#src/features/figures/trends/trendWords.ts';
import { peopleSearch } from '#src/routes/employer/-peopleSearch.ts';

const sums = {
  expected: 120,
  present: 86,
  onTime: 78,
  late: 8,
  absent: 6,
  unverified: 0,
  excused: 0,
  lateTimeMs: 0,
  irregularBreakTimeMs: 0,
};
const day = (pending: number) => ({ ...sums, date: '2026-11-23', silentDevices: 0, unfinished: true, pending });

it('says how many are pending while somebody is (rule 9)', () => {
  expect(attendanceWords({ sums, days: [day(28)] })).toBe(
    'On time 65%, late 7%, absent 5% of 120 expected, 28 not due yet',
  );
  expect(attendanceWords({ sums, days: [day(0)] })).toBe('On time 65%, late 7%, absent 5% of 120 expected');
});

it('shows no zero for days of which nothing is known, as before the first terminal', () => {
  const blank = { ...sums, present: 0, onTime: 0, late: 0, absent: 0, unverified: 120 };
  const unknown = { ...day(0), ...blank, date: '2026-11-22' };
  const whole = { ...blank, expected: 240, unverified: 240 };
  expect(attendanceWords({ sums: whole, days: [unknown, { ...unknown, date: '2026-11-21' }] })).toBe(
    'Nothing known yet, 240 expected',
  );
  const both = [unknown, day(0)];
  expect(attendanceWords({ sums: { ...sums, expected: 240, unverified: 120 }, days: both })).toBe(
    'On time 65%, late 7%, absent 5% of 120 expected',
  );
  expect(knownDays(both).since).toBe('2026-11-23');
  expect(knownDays([day(0), unknown]).since).toBeNull();
  expect(beforeWords(blank)).toBe('');
});

it('leaves out a sort of an address that is none, also where the router would merge the raw one', () => {
  expect({ sort: 'foo', ...peopleSearch({ sort: 'foo' }) }.sort).toBeUndefined();
  expect(peopleSearch({ sort: '-late' })).toMatchObject({ sort: '-late' });
});

it('leaves out an explanation of an address that is none, also where the router would merge the raw one', () => {
  const why = '0b6a0a52-6f5a-4a5e-9b5d-3d7a3f2f8a11';
  for (const raw of [{ why: 'bad', on: '2026-11-20' }, { why, on: 'garbage' }, { why }])
    expect({ ...raw, ...peopleSearch(raw) }).toMatchObject({ why: undefined, on: undefined });
  expect(peopleSearch({ why, on: '2026-11-20' })).toMatchObject({ why, on: '2026-11-20' });
});
