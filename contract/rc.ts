import { z } from 'zod';
import { documentId, instant, line } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MAX_SYNC_RECORDS } from './limits.ts';
import { rejection } from './records.ts';

/** Phones and tablets (V2 devices): activate, sync, heartbeat (spec/server.md, Devices). */
export const reportedDeviceInfo = z.object({
  make: line(60).optional(),
  model: line(60).optional(),
  platform: line(60).optional(),
  platformVersion: line(60).optional(),
  clientVersion: line(60).optional(),
});

/** 410 EXPIRED for a code that is used, replaced or older than 24 hours; 404 for an unknown one; 429 after five wrong tries. */
export const activateDevice = endpoint({
  method: 'POST',
  path: '/rc/activate',
  access: 'public',
  summary: 'Exchange an activation code, once, for the device’s token.',
  body: z.strictObject({ activationToken: z.string().min(1).max(100), deviceInfo: reportedDeviceInfo.optional() }),
  response: z.object({ deviceToken: z.string(), deviceId: documentId, accountName: z.string(), timeZone: z.string() }),
});

const batch = z.array(z.unknown()).max(MAX_SYNC_RECORDS).optional();
export const syncDevice = endpoint({
  method: 'POST',
  path: '/rc/sync',
  access: 'device',
  summary: 'Deliver clock records and piecework; receive what changed since the cursor.',
  body: z
    .strictObject({
      sentAt: instant,
      deviceInfo: reportedDeviceInfo.optional(),
      cursor: z.string().max(200).nullish(),
      clockRecords: batch,
      pieceworkEntries: batch,
    })
    .refine((body) => (body.clockRecords?.length ?? 0) + (body.pieceworkEntries?.length ?? 0) <= MAX_SYNC_RECORDS, {
      error: `At most ${MAX_SYNC_RECORDS} records`,
    }),
  response: z.object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.array(rejection),
    cursor: z.string(),
    employees: z.array(
      z.object({
        _id: documentId,
        number: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        timeId: z.string().nullable(),
        isActive: z.boolean(),
      }),
    ),
    lookups: z.array(
      z.object({ lookup: z.literal([1, 2]), code: z.string(), description: z.string(), deleted: z.boolean() }),
    ),
    syncRequested: z.boolean(),
  }),
});
export const heartbeat = endpoint({
  method: 'POST',
  path: '/rc/heartbeat',
  access: 'device',
  summary: 'Say that the device is there; learn whether a sync was requested.',
  response: z.object({ syncRequested: z.boolean() }),
});
