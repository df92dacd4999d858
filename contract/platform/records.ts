import { z } from 'zod';
import { documentId, recordedInstant, requiredLine, storableText } from './common.ts';
import { words } from './words.ts';

/**
 * Records as devices and payroll systems send them. Each is checked by itself: one bad record is
 * answered in `rejected` and never fails its batch, so a batch is an array of unknown and these are applied per record.
 */
const recordText = storableText(1, 60);
const direction = z.enum(['in', 'out', 'auto']);
const who = { employeeNumber: recordText.optional(), timeId: storableText(1, 24).optional() };
/** The device's own consecutive number of the record, from 1: a number that never arrives is shown to administrators. */
const sequence = z.int().min(1).optional();
/** How certain the device is of the time: confirmed by two answers of the server, corrected by them, or neither. */
export const recordClock = z.enum(['verified', 'corrected', 'unverified']);
export type RecordClock = z.infer<typeof recordClock>;
/** How the device read the badge. */
export const recordMeans = z.enum(['camera', 'scanner', 'typed', 'list', 'nfc']);
export type RecordMeans = z.infer<typeof recordMeans>;
const made = {
  clock: recordClock.optional(),
  means: recordMeans.optional(),
  /** The device of the same account (it may be deleted) that captured the record: duplicates are looked for among its records. */
  capturedBy: documentId.optional(),
};
/** The fields of every record of a device. */
export const deviceRecord = { recordId: recordText, sequence, ...made };
export const needsEmployee = { error: words('employeeNumber or timeId is required'), path: ['timeId'] };

export const namesEmployee = (record: { employeeNumber?: string | undefined; timeId?: string | undefined }) =>
  (record.employeeNumber ?? record.timeId) !== undefined;

/** How a device counted units that several people made together; without it, one person's own. */
export const recordCounting = z.enum(['shared', 'team']);
export type RecordCounting = z.infer<typeof recordCounting>;
/** A punch without the fields that name its employee: payroll systems also name them by their own codes. */
export const clockFields = z.object({
  recordId: recordText,
  ...who,
  at: recordedInstant,
  direction: direction.optional(),
  sequence,
  ...made,
});
/** A device sends no other field: one that is not known would be acknowledged and lost. */
export const clockRecord = clockFields.strict().refine(namesEmployee, needsEmployee);

/** A decimal with at most 3 places, as a number or text; negative values correct earlier ones. */
const unitsInput = z.union([z.number(), z.string()]).refine((value) => /^-?\d{1,12}(\.\d{1,3})?$/.test(String(value)), {
  error: words('Use a decimal with at most 3 places'),
});
export const MAX_ENTRY_MS = 7 * 24 * 3_600_000;
/** The product, the block and the units of some work. */
export const countedWork = { lookup1Code: recordText.nullish(), lookup2Code: recordText.nullish(), units: unitsInput };
const work = {
  ...countedWork,
  jobDescription: recordText.nullish(),
  startedAt: recordedInstant,
  endedAt: recordedInstant.nullish(),
  durationMs: z.int().min(0).max(MAX_ENTRY_MS).nullish(),
};
const endsAfterStart = {
  error: words('endedAt must be after startedAt, at most 7 days'),
  path: ['endedAt'],
};
/** The number of a container, as it is printed: spaces around it are none of it. */
export const containerNumber = requiredLine(words('Number is required'), 60);
/** The container of an entry, by its number and the id of its kind; that of an entry that takes one back, whose units are negative, is empty again. */
const entryContainer = z.strictObject({ number: containerNumber, kindId: documentId });
export type EntryContainer = z.infer<typeof entryContainer>;
/** A piecework entry without the fields that name its employee, as in `clockFields`. */
export const pieceworkFields = z
  .object({
    recordId: recordText,
    ...who,
    ...work,
    counting: recordCounting.optional(),
    container: entryContainer.optional(),
    sequence,
    ...made,
  })
  .refine(({ startedAt, endedAt }) => {
    if (!endedAt) return true;
    const length = Date.parse(endedAt) - Date.parse(startedAt);
    return length >= 0 && length <= MAX_ENTRY_MS;
  }, endsAfterStart);
export const pieceworkRecord = pieceworkFields.strict().refine(namesEmployee, needsEmployee);

export const rejection = z.object({ recordId: z.string(), reason: z.string() });
