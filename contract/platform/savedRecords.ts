import { z } from 'zod';
import { accountParams, documentId } from './common.ts';
import { admin, endpoint } from './endpoint.ts';
import { rejection } from './records.ts';

/** The largest file of records that the Recorder saves because it cannot send them: the text that it would have sent, with its SHA-256 (hex). */
export const MAX_SAVED_BYTES = 4 * 1024 * 1024;
export const savedRecords = z.strictObject({
  format: z.literal('tallyboard-recorder-1'),
  deviceId: documentId,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  body: z.string().max(MAX_SAVED_BYTES),
});
/**
 * 400 for a damaged file, or for one that another device saved; reading a file twice changes nothing. Records are attributed to the device that
 * captured them; their times are listed as not verified, because nothing proves who wrote the file.
 */
export const readSavedRecords = endpoint({
  method: 'POST',
  path: '/device/by-account/:accountId/:deviceId/records',
  access: admin('Device.UPDATE'),
  stepUp: 'factor',
  summary: 'Store the records of a file that a device saved.',
  params: accountParams.extend({ deviceId: documentId }),
  body: savedRecords,
  response: z.object({ accepted: z.int(), duplicates: z.int(), rejected: z.array(rejection) }),
  refusals: ['CONFLICT'],
});
