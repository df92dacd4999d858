import { describe, expect, it } from 'vitest';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { english } from '#contract/platform/words.ts';
import { refusedByLicense, targetsAllowed } from '#server/reports/alerts/limits.ts';

const license = { ...DEFAULT_LICENSE.alerts, maxAlerts: 2, attendanceTimeSlots: 1, pieceworkTimeSlots: 0 };
const times = (...slots: string[]) => slots.map((time) => ({ enabled: true, time }));

describe('what a licence refuses', () => {
  it.each([
    ['one too many', { category: 'break', times: times('07:00') }, 2, /has 2 alerts, and all are in use/],
    ['none at all of a category', { category: 'piecework', times: times('07:00') }, 0, /has no piecework alerts/],
    [
      'a time too many',
      { category: 'attendance', times: times('07:00', '08:00') },
      0,
      /has 1 time per attendance alert/,
    ],
    ['nothing within it', { category: 'break', times: times('07:00', '08:00', '09:00', '10:00') }, 1, null],
  ] as const)('%s', (_, input, others, expected) => {
    const refused = refusedByLicense(input, license, others);
    if (expected) expect(refused && english(refused)).toMatch(expected);
    else expect(refused).toBeNull();
  });

  it('lets nobody choose groups without the right to, but treats all of them as none', () => {
    const group = (timeGroupId: string) => ({ timeGroupId, systemId: 'VIP' });
    const fixed = { ...license, canSelectTimeGroups: false };
    expect(targetsAllowed([group('a')], license, ['a', 'b'])).toEqual([group('a')]);
    expect(targetsAllowed([group('a')], fixed, ['a', 'b'])).toBeNull();
    expect(targetsAllowed([group('a'), group('b')], fixed, ['a', 'b'])).toEqual([]);
    expect(targetsAllowed([], fixed, ['a'])).toEqual([]);
  });
});
