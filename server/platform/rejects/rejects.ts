import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { RejectedLine } from './rejects.sql.ts';

/** Returns the row of a rejected line; lines that differ only in trailing spaces are the same. */
export const rejectedLine = ({ reason, raw }: { reason: string; raw: string }): RejectedLine => ({
  id: uuidv7(),
  reason,
  raw,
  hash: createHash('sha256')
    .update(raw.replace(/(?<![\t ])[\t ]+$/, ''))
    .digest('base64url'),
});
