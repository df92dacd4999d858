import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { storable } from '#contract/platform/storable.ts';
import type { RejectedLine } from './rejects.sql.ts';

const MAX_REASON = 200;

/** Returns the row of a rejected line, whose reason may quote what was sent; lines that differ only in trailing spaces are the same. */
export const rejectedLine = ({ reason, raw }: { reason: string; raw: string }): RejectedLine => ({
  id: uuidv7(),
  reason: storable(reason.slice(0, MAX_REASON)),
  raw: storable(raw),
  hash: createHash('sha256')
    .update(raw.replace(/(?<![\t ])[\t ]+$/, ''))
    .digest('base64url'),
});
