import { useSyncExternalStore } from 'react';
import { serverNow } from '../../api/serverClock.ts';
import { ticker } from '../../lib/ticker.ts';
import { dateOf, timeOf } from '../../lib/zoned.ts';

const DATE_CLOCK_MS = 5_000;

const subscribe = (look: () => void) => ticker(look, DATE_CLOCK_MS);

/** Today in the account's zone; changes by itself at its midnight. */
export const useToday = (timeZone: string) => useSyncExternalStore(subscribe, () => dateOf(serverNow(), timeZone));

/** HH:MM in the account's zone, looked at every 5 s. */
export const useClock = (timeZone: string) => useSyncExternalStore(subscribe, () => timeOf(serverNow(), timeZone));
