import { secondsLeft } from '../../lib/ticker.ts';

const SESSION_WARNING_SECONDS = 120;

/** A difference between the wall clock and the steady one that is no rounding: the clock was set, or the machine slept. */
export const CLOCK_JUMP_MS = 30_000;

/** The state of a session. `warning`: the countdown dialog shows. `over`: zero was reached. `refused`: the server answered 401. */
type SessionState = { is: 'live' } | { is: 'warning'; seconds: number } | { is: 'over' } | { is: 'refused' };

/** Spec section 4: at expiry 120 seconds are counted down, then it is over. An expiry of 0 is a 401's mark. */
export function sessionStateAt(expiresAt: number, now: number): SessionState {
  if (expiresAt === 0) return { is: 'refused' };
  if (now < expiresAt) return { is: 'live' };
  const seconds = secondsLeft(expiresAt + SESSION_WARNING_SECONDS * 1_000, now);
  return seconds > 0 ? { is: 'warning', seconds } : { is: 'over' };
}

/** The seconds that are read out: not each of them. */
export const isAnnounced = (seconds: number) => [120, 60, 30, 10].includes(seconds);

/**
 * Returns how far the wall clock moved against the steady clock since the last look. Back: the clock was set, the expiry moves with it.
 * Forward: set, or the machine slept; only the server knows.
 */
export function clockJump(last: { wall: number; steady: number }, now: { wall: number; steady: number }): number {
  const jump = now.wall - last.wall - (now.steady - last.steady);
  return Math.abs(jump) > CLOCK_JUMP_MS ? jump : 0;
}
