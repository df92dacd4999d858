import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { figuresKey, raiseCacheKey } from '../../../api/day.ts';
import { tabStorage } from '../../../lib/storage.ts';
import { secondsLeft, ticker } from '../../../lib/ticker.ts';
import { useOnline } from '../../../state/reachability.ts';
import { session } from '../../../state/session.ts';

export const REFRESH_MS = 30_000;

export type RefreshState = 'past' | 'off' | 'offline' | 'refreshing' | 'counting';

/** The id of the session in which it was switched off: the next session begins with it on. */
const OFF_KEY = 'tb.autoRefreshOff';

/** The interval at which the countdown is updated; the refresh itself depends on its deadline. */
const LOOK_MS = 1_000;

/**
 * The dashboard's refresh (spec/product.txt section 4): on while the day is today; after a 30-second countdown the cache key rises and everything on
 * screen is fetched again. The next countdown starts when the last answer has arrived; a hidden page waits; coming back online refreshes at once.
 * A session that switches it off has it off after a reload, too; `refreshNow` always works, even on past dates.
 */
export function useAutoRefresh(accountId: string, live: boolean) {
  const client = useQueryClient();
  const online = useOnline();
  const [wanted, setWanted] = useState(() => tabStorage.get(OFF_KEY) !== session.get()?.id);
  const [refreshing, setRefreshing] = useState(false);
  const [seconds, setSeconds] = useState(REFRESH_MS / 1_000);
  /** Counts refreshes by hand, each of which restarts the countdown. */
  const [presses, setPresses] = useState(0);

  const refresh = useCallback(async () => {
    raiseCacheKey();
    setRefreshing(true);
    // An answer slower than the countdown is awaited and not requested again, or it might never arrive.
    await client.invalidateQueries(
      { queryKey: figuresKey(accountId), refetchType: 'active' },
      { cancelRefetch: false },
    );
    setRefreshing(false);
  }, [client, accountId]);

  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) void refresh();
    wasOnline.current = online;
  }, [online, refresh]);

  const counts = live && wanted && online;
  useEffect(() => {
    if (!counts) return;
    let stopped = false;
    let busy = false;
    let deadline = Date.now() + REFRESH_MS;
    const look = () => {
      if (document.hidden || busy) return;
      setSeconds(secondsLeft(deadline, Date.now()));
      if (Date.now() < deadline) return;
      busy = true;
      void refresh().finally(() => {
        busy = false;
        deadline = Date.now() + REFRESH_MS;
        if (!stopped) setSeconds(REFRESH_MS / 1_000);
      });
    };
    look();
    const stop = ticker(look, LOOK_MS);
    return () => {
      stopped = true;
      stop();
    };
  }, [counts, refresh, presses]);

  const state: RefreshState = !live
    ? 'past'
    : !wanted
      ? 'off'
      : !online
        ? 'offline'
        : refreshing
          ? 'refreshing'
          : 'counting';
  const toggle = () => {
    if (wanted) tabStorage.set(OFF_KEY, session.get()?.id ?? '');
    else tabStorage.remove(OFF_KEY);
    setWanted(!wanted);
  };
  const refreshNow = () => void refresh().finally(() => setPresses((before) => before + 1));
  return { state, seconds, online, refreshing, toggle, refreshNow };
}
