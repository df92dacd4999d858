import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { storable } from '#contract/platform/storable.ts';
import type { RejectedLine } from './rejects.sql.ts';

const MAX_REASON = 200;
/** Returns a reason, which may quote what was sent, as long as it is told and stored. */
export const cutReason = (reason: string) => storable(reason.slice(0, MAX_REASON));

/** Returns the row of a rejected line; lines that differ only in trailing spaces are the same. */
export const rejectedLine = ({ reason, raw }: { reason: string; raw: string }): RejectedLine => ({
  id: uuidv7(),
  reason: cutReason(reason),
  raw: storable(raw),
  hash: createHash('sha256')
    .update(raw.replace(/(?<![\t ])[\t ]+$/, ''))
    .digest('base64url'),
});
