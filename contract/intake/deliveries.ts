import { z } from 'zod';
import { recordedInstant, storableText } from '../platform/common.ts';
import { containerNumber, deviceRecord } from '../platform/records.ts';

/** A container that was scanned at delivery (docs/reference/containers.md#delivery). */
export const deliveryVerdict = z.enum(['accept', 'reject']);
export const MAX_REJECT_REASON = 120;
export const deliveryRecord = z.strictObject({
  ...deviceRecord,
  at: recordedInstant,
  container: containerNumber,
  verdict: deliveryVerdict,
  /** Of a rejected one. */
  reason: storableText(1, MAX_REJECT_REASON).optional(),
  /** In kg, a decimal with at most 3 places. */
  weight: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/)
    .optional(),
});
