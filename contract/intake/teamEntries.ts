import { z } from 'zod';
import { documentId, recordedInstant } from '../platform/common.ts';
import { countedWork, deviceRecord } from '../platform/records.ts';

/** Work of a team, as a device counted it (docs/reference/teams.md#at-the-recorder). Negative units take back what was counted before. */
export const teamEntryRecord = z.strictObject({
  ...deviceRecord,
  at: recordedInstant,
  teamId: documentId,
  ...countedWork,
});
