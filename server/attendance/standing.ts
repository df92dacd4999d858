import { DAY, MINUTE } from '../platform/zone.ts';

/** A record that lies further ahead of its receipt is stored but left out of every figure (docs/reference/attendance.md#late-records). */
const FUTURE_MS = 5 * MINUTE;
/** Older records of devices are quarantined, so that a period that was paid cannot change unnoticed. */
const OLD_MS = 45 * DAY;

type Received = { source: string; deviceId?: string | null; untrustedNetwork?: string | null; doubt?: string | null };
/** Returns true for an event of which nobody knows yet that it is a punch; one of a clock that is days behind is a punch, whose day is not known. */
export const mayBeNoPunch = ({ doubt }: Pick<Received, 'doubt'>): boolean => Boolean(doubt) && doubt !== 'clock';
export type Place = { standing: 'counted' | 'future-clock' | 'quarantined'; source: string };

/**
 * Returns whether a received record counts, and the source that it is stored under. A record that is set aside gets a source of its own
 * ('device:<id>@<network>', '@age', '@event 101', '@future'), so that it never blocks the same record when it arrives again, trusted and in time.
 */
export function placeOf({ source, deviceId, untrustedNetwork, doubt }: Received, at: Date, receivedAt: Date): Place {
  if (untrustedNetwork) return { standing: 'quarantined', source: `${source}@${untrustedNetwork}` };
  if (doubt) return { standing: 'quarantined', source: `${source}@${doubt}` };
  const age = receivedAt.getTime() - at.getTime();
  if (age < -FUTURE_MS) return { standing: 'future-clock', source: `${source}@future` };
  if (deviceId && age > OLD_MS) return { standing: 'quarantined', source: `${source}@age` };
  return { standing: 'counted', source };
}
