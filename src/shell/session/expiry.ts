import { secondsLeft } from '../../lib/ticker.ts';

const SESSION_WARNING_SECONDS = 120;

/** A larger difference between the wall clock and the monotonic one means that the clock was set, or the machine slept. */
export const CLOCK_JUMP_MS = 30_000;

/** The state of a session. `warning`: the countdown dialog is shown. `over`: it reached zero. `refused`: the server answered 401. */
type SessionState = { is: 'live' } | { is: 'warning'; seconds: number } | { is: 'over' } | { is: 'refused' };

/** Returns a session's state (spec section 4): at expiry 120 seconds are counted down, then it is over. An expiry of 0 means a 401. */
export function sessionStateAt(expiresAt: number, now: number): SessionState {
  if (expiresAt === 0) return { is: 'refused' };
  if (now < expiresAt) return { is: 'live' };
  const seconds = secondsLeft(expiresAt + SESSION_WARNING_SECONDS * 1_000, now);
  return seconds > 0 ? { is: 'warning', seconds } : { is: 'over' };
}

/** Returns true for the seconds that are announced. */
export const isAnnounced = (seconds: number) => [120, 60, 30, 10].includes(seconds);

/**
 * Returns how far the wall clock moved against the monotonic clock since the last call. Backwards: the clock was set, and the expiry moves with it.
 * Forwards: it was set, or the machine slept; only the server knows.
 */
export function clockJump(last: { wall: number; steady: number }, now: { wall: number; steady: number }): number {
  const jump = now.wall - last.wall - (now.steady - last.steady);
  return Math.abs(jump) > CLOCK_JUMP_MS ? jump : 0;
}
