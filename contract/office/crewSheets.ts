import { z } from 'zod';
import { correctedEmployee, correctionNote, correctionReason } from '../figures/corrections.ts';
import { documentId, line, localDate, TYPED_UNITS, wallTime } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { errorCode } from '../platform/errors.ts';
import { MAX_FILTER_IDS, MAX_PIECES, MAX_SHEET_PEOPLE, MAX_SHEET_PRODUCTS } from '../platform/limits.ts';
import { message as wireMessage } from '../platform/message.ts';
import { asText, msg, words } from '../platform/words.ts';

/**
 * Acts of the office on a whole crew: a paper sheet of pieces, and clock-ins of everybody where the terminal was dead. Both are added to the
 * ledger of corrections in one act, which one press undoes. Needs Attendance.CORRECT; a user with a scope types for their people.
 */
const code = line(60).nullable();
/** Units of a cell; null: empty. */
const cell = z.string().regex(TYPED_UNITS, words('A number of at most 3 decimals')).nullable();

const why = { reason: correctionReason, note: correctionNote.optional() };
const isSaid = ({ reason, note }: { reason: string; note?: string | undefined }) => reason !== 'other' || Boolean(note);
const SAY_WHY = { error: words('Say why'), path: ['note'] };

/** Each cell with units becomes an entry of that employee and product, from `startTime` to `endTime`: on the next day where that is not later. */
export const crewSheet = z
  .strictObject({
    ...why,
    day: localDate,
    startTime: wallTime,
    endTime: wallTime,
    /** The block of all cells. */
    lookup2Code: code,
    /** The products across; null: none. */
    products: z.array(code).min(1).max(MAX_SHEET_PRODUCTS),
    rows: z
      .array(z.strictObject({ employeeId: documentId, units: z.array(cell).max(MAX_SHEET_PRODUCTS) }))
      .min(1)
      .max(MAX_SHEET_PEOPLE),
  })
  .refine(isSaid, SAY_WHY)
  .refine(({ products, rows }) => rows.every(({ units }) => units.length === products.length), {
    error: words('Each row has as many cells as there are products'),
    path: ['rows'],
  })
  .refine(({ products }) => new Set(products.map((one) => one || null)).size === products.length, {
    error: words('Each product once'),
    path: ['products'],
  })
  .refine(({ rows }) => new Set(rows.map(({ employeeId }) => employeeId)).size === rows.length, {
    error: words('Each employee once'),
    path: ['rows'],
  })
  .refine(({ rows }) => rows.reduce((sum, { units }) => sum + units.filter(Boolean).length, 0) <= MAX_PIECES, {
    error: asText(msg('At most {most} cells', { most: MAX_PIECES })),
    path: ['rows'],
  });
export type CrewSheet = z.infer<typeof crewSheet>;

/** `actId` is null where nothing was added. Cells that are not added are told: typed before, or refused. */
export const crewSheetResult = z.object({
  actId: documentId.nullable(),
  added: z.int(),
  /** Exact decimal. */
  units: z.string(),
  /** Cells that the office typed before for the same work and an overlapping time: they are not added again. */
  typedBefore: z.int(),
  notAdded: z
    .array(
      z.object({
        employeeId: documentId,
        lookup1Code: z.string().nullable(),
        errorCode,
        message: z.string(),
        words: wireMessage.optional(),
      }),
    )
    .max(MAX_PIECES),
});
export type CrewSheetResult = z.infer<typeof crewSheetResult>;

const ids = z.array(documentId).min(1).max(MAX_FILTER_IDS).optional();
/** A clock-in or clock-out of everybody of a crew who counts on a day. */
export const crewPunch = z
  .strictObject({
    ...why,
    day: localDate,
    time: wallTime,
    direction: z.enum(['in', 'out']),
    timeGroups: ids,
    employeeGroups: ids,
    jobDescriptions: ids,
    employeeIds: z.array(documentId).min(1).max(MAX_SHEET_PEOPLE).optional(),
  })
  .refine(isSaid, SAY_WHY);
export type CrewPunch = z.infer<typeof crewPunch>;

/** An employee who has clocked already (an IN: that day; an OUT: since an hour before) is left out, as is one without an IN for an OUT. */
export const crewPunchResult = z.object({
  actId: documentId.nullable(),
  added: z.int(),
  /** The first 200 employees who are left out, and why. */
  leftOut: z
    .array(z.object({ employee: correctedEmployee, message: z.string(), words: wireMessage.optional() }))
    .max(200),
  leftOutCount: z.int(),
});
export type CrewPunchResult = z.infer<typeof crewPunchResult>;

const acting = {
  method: 'POST',
  access: employer('Attendance.CORRECT'),
  scope: 'people',
  refusals: [
    'CONFLICT',
    'ALREADY_EXISTS',
    'PERIOD_LOCKED',
    'OWN_RECORD',
    'DATE_OUT_OF_RANGE',
    'TOO_LARGE',
    'UNAVAILABLE',
  ],
} as const;
const sheet = { ...acting, body: crewSheet, response: crewSheetResult } as const;
const punch = { ...acting, body: crewPunch, response: crewPunchResult } as const;
export const addCrewSheet = endpoint({
  ...sheet,
  path: '/corrections/crew-sheet',
  summary:
    'Add a sheet of pieces, people down and products across, in one act; what was typed before is reported and not added.',
});
export const previewCrewSheet = endpoint({
  ...sheet,
  path: '/corrections/crew-sheet/preview',
  summary: 'What the same sheet would answer; changes nothing.',
});
export const addCrewPunch = endpoint({
  ...punch,
  path: '/corrections/crew-punch',
  summary: 'Clock everybody of a crew in or out at one time, in one act, without those who have clocked already.',
});
export const previewCrewPunch = endpoint({
  ...punch,
  path: '/corrections/crew-punch/preview',
  summary: 'What the same clock-in would answer; changes nothing.',
});
