import { z } from 'zod';
import { documentId, instant } from './common.ts';

/** 'age', or the network that the records came from: a decision names it. */
export const quarantineOrigin = z.string().min(1).max(80);

/** A network that quarantined records came from. `range`: the wider range that may be accepted with the network. */
const quarantineSource = {
  origin: quarantineOrigin,
  /** Null for records older than 45 days. */
  network: z.string().nullable(),
  range: z.string().nullable(),
  /** The newest address of the network. */
  address: z.string().nullable(),
};

/** Records of a device that wait for a decision: in no number, and their people are `unverified` (rule 8). */
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
