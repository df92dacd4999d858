import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  browserIdOf,
  INVITATION_TTL_MS,
  nameKey,
  RESET_TTL_MS,
  SESSIONS_PER_DEVICE,
  sessionsGivingWay,
  TICKET_TRIES,
} from '#server/access/session/rules.ts';

it('a reset link is good for an hour, an invitation for three days, a second step for five codes', () => {
  expect([RESET_TTL_MS, INVITATION_TTL_MS, TICKET_TRIES]).toEqual([3_600_000, 259_200_000, 5]);
});

it('whatever was open, afterwards at most the devices allowed and five tabs of this one are', () => {
  const session = fc.record({ sessionId: fc.uuid(), browserId: fc.constantFrom('a', 'b', 'c', 'd') });
  fc.assert(
    fc.property(
      fc.uniqueArray(session, { selector: ({ sessionId }) => sessionId, maxLength: 40 }),
      fc.constantFrom('a', 'b', 'e'),
      fc.integer({ min: 1, max: 4 }),
      (live, browserId, devicesPerUser) => {
        const ended = new Set(sessionsGivingWay(live, browserId, devicesPerUser));
        const left = live.filter(({ sessionId }) => !ended.has(sessionId));
        const devices = new Set([browserId, ...left.map((one) => one.browserId)]);
        const tabs = left.filter((one) => one.browserId === browserId).length + 1;
        expect(devices.size).toBeLessThanOrEqual(devicesPerUser);
        expect(tabs).toBeLessThanOrEqual(SESSIONS_PER_DEVICE);
        // The newest entries of this device stay.
        const own = live.filter((one) => one.browserId === browserId);
        for (const { sessionId } of own.slice(0, SESSIONS_PER_DEVICE - 1)) expect(ended.has(sessionId)).toBe(false);
      },
    ),
  );
});

it('with several devices allowed, the one used longest ago gives way', () => {
  const live = ['c', 'b', 'a'].map((browserId) => ({ sessionId: browserId, browserId }));
  expect(sessionsGivingWay(live, 'd', 3)).toEqual(['a']);
  expect(sessionsGivingWay(live, 'a', 3)).toEqual([]);
  expect(sessionsGivingWay(live, 'd', 1)).toEqual(['c', 'b', 'a']);
});

it('tells browsers apart by their id, and programs without one by their name', () => {
  expect(browserIdOf('one', 'curl')).toBe(browserIdOf(' one ', 'firefox'));
  expect(browserIdOf('one', 'curl')).not.toBe(browserIdOf('two', 'curl'));
  expect(browserIdOf(undefined, 'curl')).toBe(browserIdOf('', 'curl'));
  expect(browserIdOf(undefined, 'curl')).not.toBe(browserIdOf(undefined, 'wget'));
  expect(browserIdOf('agent:curl', undefined)).not.toBe(browserIdOf(undefined, 'curl'));
  expect(browserIdOf('x'.repeat(8_000), undefined)).toHaveLength(22);
});

it('finds a name whatever its case and the way it is written', () => {
  expect(nameKey(' JANE@Orchard.TEST ')).toBe('jane@orchard.test');
  expect(nameKey('Ｊane')).toBe('jane');
  expect(nameKey('Ágnes')).toBe(nameKey('A\u0301GNES'));
});
