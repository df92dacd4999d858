import { ticker } from '../../lib/ticker.ts';
import { expiryWarning } from '../../state/expiryWarning.ts';
import { session } from '../../state/session.ts';
import { clockJump, sessionStateAt } from './expiry.ts';
import { fetchTtl } from './extend.ts';
import { endSession, expiresAtOf, loggedOutAutomatically, loggedOutElsewhere } from './lifecycle.ts';

const LOOK_MS = 1_000;

const clocks = () => ({ wall: Date.now(), steady: performance.now() });

/**
 * Watches the session of this tab: shows the countdown, logs out at zero, ends a session that the server refused, and copes with sleep and clock
 * changes. Returns the function that stops it.
 */
export function watchSession(): () => void {
  let last = clocks();
  let checking = false;

  async function recheck(id: string) {
    checking = true;
    // The machine slept, or the clock was set: figures stay hidden until the server has answered which.
    hide(true);
    const ttl = await fetchTtl();
    if (ttl !== null) session.setExpiry(id, expiresAtOf(ttl));
    checking = false;
    hide(false);
    look();
  }

  function look() {
    const current = session.get();
    const now = clocks();
    const jump = clockJump(last, now);
    last = now;
    if (!current || checking) {
      if (!current) expiryWarning.set(null);
      return;
    }
    if (jump < 0) session.setExpiry(current.id, current.expiresAt + jump);
    const state = sessionStateAt(session.get()?.expiresAt ?? 0, now.wall);
    if (jump > 0 && state.is !== 'live' && state.is !== 'refused') return void recheck(current.id);
    expiryWarning.set(state.is === 'warning' ? state.seconds : null);
    if (state.is === 'refused') void endSession({ message: loggedOutElsewhere() });
    if (state.is === 'over') {
      hide(true);
      void endSession({ message: loggedOutAutomatically(), tellServer: true }).finally(() => hide(false));
    }
  }

  const stopTicking = ticker(look, LOOK_MS);
  const stopWatching = session.subscribe(look);
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // After the back-forward cache: the tab's storage counts, not this page's memory.
    const before = session.get();
    session.reload();
    if (before && !session.get()) location.replace('/login');
  };
  addEventListener('pageshow', onShow);
  look();
  return () => {
    stopTicking();
    stopWatching();
    removeEventListener('pageshow', onShow);
    expiryWarning.set(null);
  };
}

/** Hides the page before the next paint, so that no figures of an ended session can be read. */
function hide(hidden: boolean) {
  document.body.hidden = hidden;
}
