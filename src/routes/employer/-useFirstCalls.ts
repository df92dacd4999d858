import { useEffect } from 'react';
import { type Day, isFiltered } from '../../api/day.ts';
import { endOfDay } from '../../lib/zoned.ts';
import { startCalls } from '../../start/earlyCalls.ts';
import { isOfTiles } from '../../start/liveTiles.ts';
import { forgetCalls, storeCalls } from '../../start/storedCalls.ts';
import { session } from '../../state/session.ts';

/** Figures may be restored from the disk at once: after this time the page has sent its first calls. */
const REST_MS = 500;

/**
 * Stores the addresses of the dashboard's first calls for the next start of this tab, once the tiles have loaded. `tileCalls`: the number of calls
 * that this user's tiles are made of; calls of another day or of some people only are not stored.
 */
export function useFirstCalls({ isLoaded, tileCalls }: { isLoaded: boolean; tileCalls: number }, day: Day) {
  const { referenceDate, timeZone } = day;
  const filtered = isFiltered(day);
  useEffect(() => {
    const current = session.get();
    if (!current || !isLoaded) return;
    const rest = setTimeout(() => {
      // The session may have ended, which deleted its calls.
      if (session.get()?.id !== current.id) return;
      const urls = startCalls(referenceDate);
      if (filtered || urls.filter(isOfTiles).length !== tileCalls) return forgetCalls();
      storeCalls({ session: current.id, date: referenceDate, until: endOfDay(referenceDate, timeZone), urls });
    }, REST_MS);
    return () => clearTimeout(rest);
  }, [isLoaded, tileCalls, referenceDate, timeZone, filtered]);
}
