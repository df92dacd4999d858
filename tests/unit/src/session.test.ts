import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import { secondsLeft } from '#src/lib/ticker.ts';
import { CLOCK_JUMP_MS, clockJump, isAnnounced, sessionStateAt } from '#src/shell/session/expiry.ts';
import { expiresAtOf } from '#src/shell/session/lifecycle.ts';
import { homeOf, type Session } from '#src/state/session.ts';

test('the expiry is the ttl minus two minutes, by our own clock', () => {
  expect(expiresAtOf(43_200, 1_000_000)).toBe(1_000_000 + 43_200_000 - 120_000);
});

describe('where a session stands', () => {
  const at = 1_000_000;
  test.each([
    [at - 1, { is: 'live' }],
    [at, { is: 'warning', seconds: 120 }],
    [at + 1, { is: 'warning', seconds: 120 }],
    [at + 60_000, { is: 'warning', seconds: 60 }],
    [at + 119_999, { is: 'warning', seconds: 1 }],
    [at + 120_000, { is: 'over' }],
    [at + 99_000_000, { is: 'over' }],
  ])('at %i', (now, standing) => {
    expect(sessionStateAt(at, now)).toEqual(standing);
  });
  test('a 401 puts the expiry to the past: refused, whatever the time', () => {
    fc.assert(
      fc.property(fc.nat(), (now) => {
        expect(sessionStateAt(0, now)).toEqual({ is: 'refused' });
      }),
    );
  });
  test('the countdown is never negative and never above 120', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2e12 }), fc.integer({ min: 0, max: 2e12 }), (expiresAt, now) => {
        const standing = sessionStateAt(expiresAt, now);
        if (standing.is === 'warning') {
          expect(standing.seconds).toBeGreaterThan(0);
          expect(standing.seconds).toBeLessThanOrEqual(120);
        }
      }),
    );
  });
  test('seconds left are whole and stop at 0', () => {
    expect([secondsLeft(10_000, 0), secondsLeft(10_000, 9_001), secondsLeft(10_000, 50_000)]).toEqual([10, 1, 0]);
  });
  test('read out at 120, 60, 30 and 10 seconds only', () => {
    expect(Array.from({ length: 121 }, (_, seconds) => seconds).filter(isAnnounced)).toEqual([10, 30, 60, 120]);
  });
});

describe('clock jumps', () => {
  test('both clocks moving alike is no jump, however long', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: -CLOCK_JUMP_MS, max: CLOCK_JUMP_MS }), (passed, drift) => {
        expect(clockJump({ wall: 0, steady: 0 }, { wall: passed + drift, steady: passed })).toBe(0);
      }),
    );
  });
  test('the wall clock set back or forward is told by how much', () => {
    expect(clockJump({ wall: 5e9, steady: 0 }, { wall: 5e9 - 3_600_000, steady: 1_000 })).toBe(-3_601_000);
    expect(clockJump({ wall: 0, steady: 0 }, { wall: 600_000, steady: 1_000 })).toBe(599_000);
  });
});

describe('routing by role', () => {
  const as = (role: 'admin' | 'employer' | 'device', modules: string[]) =>
    homeOf({ info: { role, modules } } as unknown as Session);
  test.each([
    ['admin', [], '/manage', undefined],
    ['employer', ['Dashboard'], '/employer', undefined],
    ['employer', [], '/nologin', 'no-module-access'],
    ['device', ['Dashboard'], '/nologin', 'invalid-role'],
  ] as const)('%s with modules %j goes to %s', (role, modules, to, reason) => {
    const home = as(role, [...modules]);
    expect(home.to).toBe(to);
    expect('search' in home ? home.search?.reason : undefined).toBe(reason);
  });
  test('defaults of a new employer lead to the dashboard', () => {
    expect(as('employer', [...ROLE_DEFAULTS.employer.modules]).to).toBe('/employer');
  });
});
