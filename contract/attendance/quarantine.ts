import { z } from 'zod';
import { documentId, instant, storableText } from '../platform/common.ts';

/**
 * The reason for which records wait: 'age' (older than 45 days), 'event {code}' (of a kind that is not known), 'layout' (an event that cannot be read), 'time'
 * (its time cannot be), 'clock' (its terminal's clock is known to be days behind), or the network that they came from. A decision names it.
 */
export const quarantineOrigin = storableText(1, 80);
const EVENT = 'event ';
export const eventOrigin = (code: string) =>
  `${EVENT}${code
    .replaceAll(/[^\w.-]+/g, ' ')
    .trim()
    .slice(0, 40)}`;
/** Returns the code of an event of a kind that is not known; undefined for any other origin. */
export const eventCodeOf = (origin: string): string | undefined =>
  origin.startsWith(EVENT) ? origin.slice(EVENT.length) : undefined;
/** Returns what kind of reason an origin is. */
export function quarantineReason(origin: string): 'age' | 'layout' | 'time' | 'clock' | 'event' | 'network' {
  if (origin === 'age' || origin === 'layout' || origin === 'time' || origin === 'clock') return origin;
  return eventCodeOf(origin) === undefined ? 'network' : 'event';
}

/** A network that quarantined records came from. `range`: the wider range that may be accepted with the network. */
const quarantineSource = {
  origin: quarantineOrigin,
  /** Null where they wait for another reason than their network. */
  network: z.string().nullable(),
  range: z.string().nullable(),
  /** The newest address of the network. */
  address: z.string().nullable(),
};

/** Records of a device that wait for a decision: in no number, and their people are `unverified` (docs/reference/attendance.md#status). */
export const quarantineGroup = z.object({
  ...quarantineSource,
  punches: z.int(),
  entries: z.int(),
  first: instant,
  last: instant,
  firstReceived: instant,
  lastReceived: instant,
});
export type QuarantineGroup = z.infer<typeof quarantineGroup>;

/** The source of quarantined records, as shown beside an exception of a day. */
export const quarantineOfDevice = z.object({
  ...quarantineSource,
  deviceId: documentId,
  deviceName: z.string(),
  lastReceived: instant,
});
