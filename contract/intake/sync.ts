import { z } from 'zod';
import { MAX_TOLD_DAYS, otherOwnDay, toldOwnDay } from '../figures/ownDays.ts';
import { containerKind } from '../masterData/containers.ts';
import { defect } from '../masterData/defects.ts';
import { MAX_TEAMS, teamMember } from '../masterData/teams.ts';
import { documentId, instant, line, requiredLine, storableText } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { MAX_NEW_PEOPLE, MAX_SYNC_RECORDS } from '../platform/limits.ts';
import { rejection } from '../platform/records.ts';
import { asText, msg, words } from '../platform/words.ts';
import { plannedWork, workReport } from './workPlans.ts';

/** The server's time when it answered, against which a device checks its own clock. */
const serverTime = instant.optional();

/** Phones and tablets (V2 devices): activate, sync, heartbeat. */
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
  response: z.object({
    deviceToken: z.string(),
    deviceId: documentId,
    accountName: z.string(),
    timeZone: z.string(),
    accountId: documentId.optional(),
    kind: z.string().optional(),
    description: z.string().optional(),
    serverTime,
  }),
  refusals: ['NOT_FOUND', 'EXPIRED'],
});

/**
 * A person whom a Recorder has named because no employee has their number, by what their records have: a badge that holds only a number
 * has no time id. Like records, each is checked by itself.
 */
export const newPerson = z.strictObject({
  number: storableText(1, 60),
  timeId: storableText(1, 24).optional(),
  name: requiredLine(words('Name is required'), 100),
});
/** Returns the records of a delivery, of all kinds. */
export const recordsOf = ({
  clockRecords = [],
  pieceworkEntries = [],
  ownDayActs = [],
  deliveries = [],
  samples = [],
  teamEntries = [],
}: DeliveredRecords) => [
  ...clockRecords,
  ...pieceworkEntries,
  ...ownDayActs,
  ...deliveries,
  ...samples,
  ...teamEntries,
];
type RecordKind = 'clockRecords' | 'pieceworkEntries' | 'ownDayActs' | 'deliveries' | 'samples' | 'teamEntries';
/** The records of a delivery, of each kind. */
export type DeliveredRecords = Partial<Record<RecordKind, unknown[] | undefined>>;
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
      /** Answers of employees to their own days (`ownDayAct`). */
      ownDayActs: batch,
      /** Containers that were scanned at delivery (`deliveryRecord`). */
      deliveries: batch,
      /** Samples of what is in containers (`sampleRecord`). */
      samples: batch,
      /** Work of teams (`teamEntryRecord`). */
      teamEntries: batch,
      /** The people of these records whom the device has named: punches of their numbers are stored and wait (`newPerson`). */
      newPeople: z.array(z.unknown()).max(MAX_NEW_PEOPLE).optional(),
    })
    .refine((body) => recordsOf(body).length <= MAX_SYNC_RECORDS, {
      error: asText(msg('At most {most} records', { most: MAX_SYNC_RECORDS })),
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
        /**
         * The salt of the PIN with which they answer to their own days, and the first bits (`pinBits`) of its PBKDF2 hash (SHA-256, 600,000 rounds), by which
         * the server checks a proof; absent: none.
         */
        pinCheck: z.string().max(200).optional(),
      }),
    ),
    lookups: z.array(
      z.object({ lookup: z.literal([1, 2]), code: z.string(), description: z.string(), deleted: z.boolean() }),
    ),
    syncRequested: z.boolean(),
    serverTime,
    device: z
      .object({ kind: z.string(), description: z.string(), accountName: z.string(), timeZone: z.string() })
      .optional(),
    /** The account's names of its lookups; '' while one has no name. */
    lookupNames: z.object({ lookup1: z.string(), lookup2: z.string() }).optional(),
    /** All kinds of containers that can be counted (docs/reference/containers.md). */
    containerKinds: z
      .array(containerKind.pick({ _id: true, name: true, units: true, lookup1Code: true, hours: true }))
      .optional(),
    /** All defects for which samples of containers are looked at (docs/reference/quality.md). */
    defects: z.array(defect.pick({ _id: true, name: true })).optional(),
    /**
     * Containers that were counted, taken back or delivered since the cursor, at first all that are full: from when until when each is full, which is the same of
     * one that is empty; whose it is, their employee group, and what it holds.
     */
    containers: z
      .array(
        z.object({
          number: z.string(),
          at: instant,
          until: instant,
          employeeId: documentId.nullable(),
          crew: z.string().nullable(),
          lookup1Code: z.string().nullable(),
          lookup2Code: z.string().nullable(),
        }),
      )
      .optional(),
    /**
     * All teams whose members are people of the device, with those whose membership is not over; absent: as they were at the cursor. `isIndividual`: the pay rules of
     * a member want individual output, so what such a team makes is refused (docs/reference/teams.md#at-the-recorder).
     */
    teams: z
      .array(
        z.object({
          _id: documentId,
          name: z.string(),
          isIndividual: z.boolean(),
          members: z.array(teamMember.pick({ employeeId: true, from: true, to: true })),
        }),
      )
      .max(MAX_TEAMS)
      .optional(),
    /** All work that is planned for the device: the newest that has begun, and what is to come, by time. */
    workPlans: z.array(plannedWork).optional(),
    /** The days of the device's people that are to be shown again (docs/reference/privacy.md#their-own-day), all of them; absent: those that it knows. */
    ownDays: z.array(toldOwnDay).max(MAX_TOLD_DAYS).optional(),
    /** The days of which the office has other figures, which the device is not told: it never had them, or they do not fit. */
    otherDays: z.array(otherOwnDay).max(MAX_TOLD_DAYS).optional(),
    /**
     * The data was restored to its state of this moment: the device must send again what was accepted since, and the lists in this answer are
     * complete.
     */
    resendFrom: instant.optional(),
  }),
});
/** A device's report about itself: its unsent records are known even if it is lost later. */
export const deviceReport = z.strictObject({
  pending: z.int().min(0).max(10_000_000).optional(),
  /** The day was ended on the device (End of day): with nothing pending it is not silent until its next report or record (docs/reference/attendance.md#status). */
  dayEnded: z.boolean().optional(),
  lastSequence: z.int().min(0).optional(),
  clientVersion: line(60).optional(),
  /** Percent; null where the browser does not report it. */
  battery: z.int().min(0).max(100).nullish(),
  persisted: z.boolean().optional(),
  installed: z.boolean().optional(),
  work: workReport.optional(),
});
export type DeviceReport = z.infer<typeof deviceReport>;
export const heartbeat = endpoint({
  method: 'POST',
  path: '/rc/heartbeat',
  access: 'device',
  summary: 'Say that the device is there; learn whether a sync was requested.',
  body: deviceReport.nullish(),
  response: z.object({ syncRequested: z.boolean(), serverTime }),
});
