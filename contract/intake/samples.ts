import { z } from 'zod';
import { MAX_DEFECTS } from '../masterData/defects.ts';
import { documentId, recordedInstant } from '../platform/common.ts';
import { containerNumber, deviceRecord } from '../platform/records.ts';
import { words } from '../platform/words.ts';

/** The most pieces of one sample. */
export const MAX_SAMPLE_PIECES = 1_000;
/** A sample of the pieces in a container, and of how many each defect was found (docs/reference/quality.md). A piece may have several. */
export const sampleRecord = z
  .strictObject({
    ...deviceRecord,
    at: recordedInstant,
    container: containerNumber,
    pieces: z.int().min(1).max(MAX_SAMPLE_PIECES),
    found: z
      .array(z.strictObject({ defectId: documentId, pieces: z.int().min(0).max(MAX_SAMPLE_PIECES) }))
      .max(MAX_DEFECTS)
      .refine((found) => new Set(found.map(({ defectId }) => defectId)).size === found.length, {
        error: words('A defect is there twice'),
      }),
  })
  .refine(({ pieces, found }) => found.every((one) => one.pieces <= pieces), {
    error: words('No more than were looked at'),
    path: ['found'],
  });
