import { DAY, MINUTE } from './zone.ts';

/** A record later than this after its receipt is stored and left out of every number (rule 14). */
const FUTURE_MS = 5 * MINUTE;
/** Records of devices older than this are quarantined: a period that was paid is not changed unseen (security.md S-42). */
const OLD_MS = 45 * DAY;

type Received = { source: string; deviceId?: string | null; untrustedNetwork?: string | null };
export type Place = { standing: 'counted' | 'future-clock' | 'quarantined'; source: string };

/**
 * Returns how a record stands when it is received, and as whose it is stored. What is set aside is a sender of its own
 * ('device:<id>@<network>', '@age', '@future'), so that it never takes the place of the same record when it comes believed and in time.
 */
export function placeOf({ source, deviceId, untrustedNetwork }: Received, at: Date, receivedAt: Date): Place {
  if (untrustedNetwork) return { standing: 'quarantined', source: `${source}@${untrustedNetwork}` };
  const age = receivedAt.getTime() - at.getTime();
  if (age < -FUTURE_MS) return { standing: 'future-clock', source: `${source}@future` };
  if (deviceId && age > OLD_MS) return { standing: 'quarantined', source: `${source}@age` };
  return { standing: 'counted', source };
}
