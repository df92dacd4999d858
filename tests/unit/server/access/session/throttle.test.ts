import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from '#server/platform/http/network.ts';
import {
  THROTTLES,
  type ThrottleName,
  type ThrottleRule,
  type ThrottleState,
  takeBack,
  tryOnce,
} from '#server/platform/throttle/rules.ts';

/** Makes attempts at the given seconds and returns the waits in seconds. */
function play(rule: ThrottleRule, seconds: number[]): number[] {
  let state: ThrottleState | null = null;
  return seconds.map((at) => {
    const { next, waitMs } = tryOnce(state, rule, 1_700_000_000_000 + at * 1_000);
    state = next;
    return waitMs / 1_000;
  });
}

describe('a try after the limit waits 30 s, then twice as long, up to 15 minutes', () => {
  it('lets the limit through and refuses the next', () => {
    expect(play(THROTTLES.logInPair, [0, 1, 2, 3, 4, 5])).toEqual([0, 0, 0, 0, 0, 30]);
    expect(
      play(
        THROTTLES.logInIdentity,
        Array.from({ length: 21 }, (_, i) => i),
      ).at(-1),
    ).toBe(30);
    expect(
      play(
        THROTTLES.logInAddress,
        Array.from({ length: 51 }, (_, i) => i),
      ).at(-1),
    ).toBe(30);
  });
  it('counts the wait down and gives one try after it', () => {
    expect(play(THROTTLES.logInPair, [0, 0, 0, 0, 0, 0, 10, 29, 30, 31, 91, 92, 212])).toEqual([
      0, 0, 0, 0, 0, 30, 20, 1, 0, 60, 0, 120, 0,
    ]);
  });
  it('waits twice as long after each, and never more than 15 minutes', () => {
    const waits: number[] = [];
    let state: ThrottleState | null = null;
    for (let at = 1_700_000_000_000; waits.length < 8; ) {
      const { next, waitMs } = tryOnce(state, THROTTLES.logInPair, at);
      state = next;
      at += waitMs;
      if (waitMs > 0) waits.push(waitMs / 1_000);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });
  it('forgets after a quiet window', () => {
    expect(play(THROTTLES.logInPair, [0, 0, 0, 0, 0, 0, 700, 700, 700, 700, 700, 700])).toEqual([
      0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 30,
    ]);
  });
  it('never locks for good: whatever was tried, 15 minutes later one try is open', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 120 }), (gaps) => {
        let at = 0;
        const times = gaps.map((gap) => (at += gap));
        return play(THROTTLES.logInPair, [...times, at + 900]).at(-1) === 0;
      }),
    );
  });
  it('lets no more than the limit and one try a block through in any window', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 10, maxLength: 200 }), (gaps) => {
        let at = 0;
        const times = gaps.map((gap) => (at += gap));
        const waits = play(THROTTLES.logInPair, times);
        const open = times.filter((_, i) => waits[i] === 0);
        // 5 attempts in 5 minutes, then one after 30, 60 and 120 s; a new window allows 5 more.
        return open.every((start) => open.filter((other) => other >= start && other < start + 300).length <= 14);
      }),
    );
  });
});

it('limits per hour', () => {
  expect(play(THROTTLES.resetIdentity, [0, 10, 20, 30])).toEqual([0, 0, 0, 3_600]);
  expect(
    play(
      THROTTLES.finalizeAddress,
      Array.from({ length: 11 }, () => 0),
    ).filter((wait) => wait === 0),
  ).toHaveLength(10);
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The attempts of a window, its length and the next wait, in seconds. */
const LIMITS: Record<ThrottleName, [tries: number, window: number, wait: number]> = {
  logInPair: [5, 5 * MINUTE, 30],
  logInIdentity: [20, 15 * MINUTE, 30],
  logInAddress: [50, 5 * MINUTE, 30],
  logInKnown: [5, 5 * MINUTE, 30],
  resetIdentity: [3, HOUR, HOUR],
  resetAddress: [10, HOUR, HOUR],
  finalizeAddress: [10, HOUR, HOUR],
  transferAddress: [30, HOUR, HOUR],
  linkAddress: [30, HOUR, HOUR],
  appCode: [5, 5 * MINUTE, 30],
  recoveryCode: [5, 5 * MINUTE, 30],
  passkeyUser: [20, 5 * MINUTE, 30],
  passkeyAddress: [50, 5 * MINUTE, 30],
  signOnAddress: [50, 5 * MINUTE, 30],
  activationAddress: [5, HOUR, HOUR],
  activationBeginning: [20, 24 * HOUR, 24 * HOUR],
  activationMail: [3, HOUR, HOUR],
  testAlertUser: [20, HOUR, HOUR],
};
it.each(Object.entries(LIMITS) as [ThrottleName, [number, number, number]][])(
  '%s lets its tries through in a window, and the next waits',
  (name, [tries, window, wait]) => {
    const full = Array.from({ length: tries }, () => 0);
    expect(play(THROTTLES[name], [...full, 0])).toEqual([...full, wait]);
    expect(play(THROTTLES[name], [...full, window - 1]).at(-1)).toBe(wait);
    expect(play(THROTTLES[name], [...full, window]).at(-1)).toBe(0);
  },
);

it('a block is forgotten when as long as a window has passed since it ended, and counts until then', () => {
  const six = (at: number) => Array.from({ length: 6 }, () => at);
  expect(play(THROTTLES.logInPair, [...six(0), ...six(329)]).at(-1)).toBe(60);
  expect(play(THROTTLES.logInPair, [...six(0), ...six(330)]).at(-1)).toBe(30);
});

it('a right try takes back itself alone', () => {
  const four = { windowStart: 0, hits: 4, blockedUntil: null, strikes: 0 };
  expect(takeBack(four)).toEqual({ ...four, hits: 3 });
  expect(takeBack({ ...four, hits: 0 }).hits).toBe(0);
});

it('a right try does not count', () => {
  let state: ThrottleState | null = null;
  for (let i = 0; i < 50; i++) {
    const { next, waitMs } = tryOnce(state, THROTTLES.logInPair, 1_700_000_000_000 + i);
    expect(waitMs).toBe(0);
    state = takeBack(next);
  }
});

it('tries are counted in the order in which they come, whatever the clock of each process says', () => {
  const backwards = Array.from({ length: 12 }, (_, i) => 12 - i);
  expect(play(THROTTLES.logInPair, backwards).filter((wait) => wait === 0)).toHaveLength(5);
  // Two processes alternate, two seconds apart.
  const skewed = Array.from({ length: 12 }, (_, i) => i + (i % 2) * 2);
  expect(play(THROTTLES.logInPair, skewed).filter((wait) => wait === 0)).toHaveLength(5);
});

it('a clock that was ahead by more than a window opens a new one instead of a long block', () => {
  expect(play(THROTTLES.logInPair, [1_000, 1_000, 1_000, 1_000, 1_000, 0])).toEqual([0, 0, 0, 0, 0, 0]);
});

it.each([
  ['192.0.2.77', '192.0.2.0/24', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.0/24', '192.0.2.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ['unknown', 'unknown', 'unknown'],
])('%s is of the network %s', (address, network, host) => {
  expect(networkOf(address)).toEqual({ network, host });
});
