import { expect, test } from 'vitest';
import { addDays, dateOf, dayLabel, endOfDay, longDay, momentOf, secondOf, timeOf } from '#src/lib/zoned.ts';

const johannesburg = 'Africa/Johannesburg';

test('an instant on the wall clock of the account', () => {
  expect(timeOf('2026-11-20T22:30:00Z', johannesburg)).toBe('00:30');
  expect(secondOf('2026-11-20T04:58:07Z', johannesburg)).toBe('06:58:07');
  expect(dateOf('2026-11-20T22:30:00Z', johannesburg)).toBe('2026-11-21');
  expect(dateOf('2026-11-20T22:30:00Z', 'America/New_York')).toBe('2026-11-20');
});

test('days are counted on the calendar, not on a clock', () => {
  expect(addDays('2026-03-28', 1)).toBe('2026-03-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

test.each([
  ['2026-11-20', johannesburg, '2026-11-20T22:00:00.000Z'],
  ['2026-11-20', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20', 'Pacific/Niue', '2026-11-21T11:00:00.000Z'],
  // Of 25 and 23 hours.
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
])('%s in %s ends at %s', (date, timeZone, end) => {
  expect(new Date(endOfDay(date, timeZone)).toISOString()).toBe(end);
});

test('labels', () => {
  expect(dayLabel('2026-11-03')).toBe('3 Nov 2026');
  expect(longDay('2026-11-03')).toBe('Tuesday, 3 November 2026');
});

test('a moment says its day only when it is another day', () => {
  expect(momentOf('2026-11-20T04:10:00Z', johannesburg, '2026-11-20')).toBe('06:10');
  expect(momentOf('2026-11-19T04:10:00Z', johannesburg, '2026-11-20')).toBe('19 Nov, 06:10');
});
