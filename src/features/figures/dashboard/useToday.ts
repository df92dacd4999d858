import { useSyncExternalStore } from 'react';
import { serverNow } from '../../../api/serverClock.ts';
import { ticker } from '../../../lib/ticker.ts';
import { dateOf, timeOf } from '../../../lib/zoned.ts';

const DATE_CLOCK_MS = 5_000;

const subscribe = (look: () => void) => ticker(look, DATE_CLOCK_MS);

/** Returns today's date in the account's zone; it changes by itself at midnight there. */
export const useToday = (timeZone: string) => useSyncExternalStore(subscribe, () => dateOf(serverNow(), timeZone));

/** Returns HH:MM in the account's zone, updated every 5 s. */
export const useClock = (timeZone: string) => useSyncExternalStore(subscribe, () => timeOf(serverNow(), timeZone));
