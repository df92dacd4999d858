import { z } from 'zod';
import { documentId, instant, line, localDate } from '../platform/common.ts';
import { clockFields, namesEmployee, needsEmployee } from '../platform/records.ts';
import { asText, msg } from '../platform/words.ts';
import { OWN_DAY_WRONGS, type OwnDayFigures, type OwnDayWrong } from './ownDayFigures.ts';

/** Answers of employees to their own days on a Recorder (docs/reference/privacy.md#their-own-day): they agree, or something is wrong. They change no figure. */

/** The products of a day that are shown at most. */
const MAX_PRODUCTS = 200;
/** A day is agreed to at most this long after it, and at most a day before it ends in another zone. */
const MAX_DAYS_AFTER = 31;
const DAY_MS = 86_400_000;

const code = line(60).nullable();
export const ownDayFigures = z.strictObject({
  in: instant.nullable(),
  out: instant.nullable(),
  pieces: z
    .array(
      z.strictObject({ lookup1Code: code, lookup2Code: code, units: z.string().regex(/^-?\d{1,12}(\.\d{1,3})?$/) }),
    )
    .max(MAX_PRODUCTS),
}) satisfies z.ZodType<OwnDayFigures>;

export const ownDayWrong = z.enum(Object.keys(OWN_DAY_WRONGS) as OwnDayWrong[]); // the keys of a constant
/** One act of an employee, sent like a record: each is checked by itself, and its id makes it one however often it is sent. */
export const ownDayAct = clockFields
  .omit({ direction: true })
  .extend({
    day: localDate,
    /** Absent: they agree. */
    wrong: ownDayWrong.optional(),
    shown: ownDayFigures,
    /** A number that is used once and, by the employee's PIN, the HMAC-SHA-256 of `proofText`, in hexadecimal; needed where the employee has a PIN. */
    proof: z
      .string()
      .regex(/^[0-9a-f]{16}\.[0-9a-f]{64}$/)
      .optional(),
  })
  // A dispute whose field is not known would be an agreement.
  .strict()
  .refine(namesEmployee, needsEmployee)
  .refine(
    ({ day, at }) => {
      const after = Date.parse(at) - Date.parse(day);
      return after > -DAY_MS && after < MAX_DAYS_AFTER * DAY_MS;
    },
    { error: asText(msg('Use a day of the last {most} days', { most: MAX_DAYS_AFTER })), path: ['day'] },
  );

/** The most days of a device's people that it is told of at a time. */
export const MAX_TOLD_DAYS = 500;
/** A day to which an employee has agreed, and of which the office has other figures: it is shown to them again. */
export const toldOwnDay = z.object({ employeeId: documentId, day: localDate, figures: ownDayFigures });

/** A day to which an employee has agreed, and of which the office has figures that this device is not told: the employee asks the office. */
export const otherOwnDay = toldOwnDay.omit({ figures: true });

/** How an employee's last word on a day compares with what the office has now. `other`: it had other figures than were shown already when they agreed. */
export const OWN_DAY_STATES = ['agreed', 'changed', 'other', 'disputed'] as const;
export const ownDay = z.object({
  state: z.enum(OWN_DAY_STATES),
  at: instant,
  /** Of 'disputed'. */
  wrong: ownDayWrong.nullable(),
});
export type OwnDay = z.infer<typeof ownDay>;
