import { expect, test } from 'vitest';
import { isTimeZone } from '#contract/platform/timeZones.ts';
import { browserZone, clockZone, setClockZone } from '#src/lib/clockZone.ts';
import { fileSize } from '#src/lib/fileSize.ts';
import { ago, moment } from '#src/lib/moments.ts';
import { timeZones, zoneChoices } from '#src/lib/timeZones.ts';

test.each([
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1.0 KB'],
  [1_536, '1.5 KB'],
  [1_048_576, '1.0 MB'],
  [5 * 1_073_741_824, '5.0 GB'],
  [5_000 * 1_073_741_824, '5000.0 GB'],
])('%i bytes are %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));

const now = Date.parse('2026-11-20T08:00:00Z');
test.each([
  ['2026-11-20T07:59:30Z', '30 sec. ago'],
  ['2026-11-20T07:01:00Z', '59 min. ago'],
  ['2026-11-20T05:59:00Z', '2 hr. ago'],
  ['2026-11-19T08:00:00Z', 'yesterday'],
  ['2026-10-01T08:00:00Z', 'last mo.'],
  ['2024-11-01T08:00:00Z', '2 yr. ago'],
  ['2026-11-21T07:00:00Z', 'in 23 hr.'],
])('%s is %s', (instant, words) => expect(ago(instant, now)).toBe(words));

test('no moment is said in words', () => {
  expect(moment(null)).toBe('Never');
  expect(moment(undefined, 'Not recorded')).toBe('Not recorded');
  expect(moment('2026-11-20T08:00:00Z')).toMatch(/^20 Nov 2026, \d\d:\d\d$/);
});

test('a moment is shown by the clock of the account, with its zone where the browser has another', () => {
  const here = browserZone();
  const away = here === 'Africa/Johannesburg' ? 'Asia/Kolkata' : 'Africa/Johannesburg';
  setClockZone(away);
  expect(clockZone()).toBe(away);
  expect(moment('2026-11-20T23:30:00Z')).toMatch(/^21 Nov 2026, 0[15]:[03]0 GMT\+[25]/);
  setClockZone(here);
  expect(moment('2026-11-20T12:30:00Z')).toMatch(/^20 Nov 2026, \d\d:\d\d$/);
  setClockZone(undefined);
  expect(clockZone()).toBe(here);
});

test('zones are those of the platform', () => {
  expect(isTimeZone('Africa/Johannesburg')).toBe(true);
  expect(isTimeZone('Nowhere/Land')).toBe(false);
  expect(isTimeZone('')).toBe(false);
  const zones = timeZones('Africa/Windhoek');
  expect(zones.slice(0, 2)).toEqual(['Africa/Windhoek', 'UTC']);
  expect(new Set(zones).size).toBe(zones.length);
  const labels = zoneChoices('Asia/Kolkata').map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['UTC', 'Kolkata (Asia/Kolkata)', 'Lisbon (Europe/Lisbon)']));
});
