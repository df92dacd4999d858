import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const ID_BYTES = 16;

/**
 * Returns a function that makes a batch's ids (UUIDv7 of the moment of its receipt) in ascending order, so that new rows go to the end of the primary
 * key and its pages stay full.
 */
export function idsOf(receivedAt: Date, count: number): () => string {
  const random = randomBytes((count + 1) * ID_BYTES);
  // Starts in the lower half of a millisecond's numbers, so that the batch does not run out of them.
  let seq = random.readUInt32BE(0) >>> 1;
  let at = 0;
  return () => {
    at += ID_BYTES;
    return uuidv7({ msecs: receivedAt.getTime(), seq: seq++, random: random.subarray(at, at + ID_BYTES) });
  };
}
