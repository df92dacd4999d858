import { z } from 'zod';
import { quarantineOfDevice } from '../attendance/quarantine.ts';
import {
  correctedEmployee,
  correctionItem,
  correctionNote,
  correctionReason,
  undoItem,
} from '../figures/corrections.ts';
import { documentId, line, localDate, ok } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { MAX_CORRECTION_ITEMS, MAX_EXCEPTION_DAYS, MAX_EXCEPTIONS } from '../platform/limits.ts';
import { textOrMessage, message as wireMessage } from '../platform/message.ts';
import { words } from '../platform/words.ts';
import { exceptionDays } from './exceptionCounts.ts';

/** Each kind of exception with its label. With `toDecide` the data is not in doubt, but a user has to make a decision. */
export const EXCEPTION_KINDS = {
  quarantined: words('Punches that wait for a decision'),
  'unmatched-pin': words('Unknown numbers'),
  'two-people': words('One number, two people?'),
  'doubted-keys': words('Keys that contradict the days'),
  'missing-out': words('No OUT'),
  'missing-in': words('No IN'),
  'late-or-missing-in': words('Late, or no IN'),
  'future-clock': words('Clock ahead'),
  'inactive-clocked': words('Clocked while not active'),
  'counted-twice': words('Counted twice'),
  'rejected-container': words('Rejected at delivery'),
  'piecework-without-clock': words('Piecework without clocking'),
  'unverified-time': words('Time not verified'),
  overtaken: words('The record came after all'),
  'excused-present': words('Excused, but there'),
  'changed-after-lock': words('Changed after the lock'),
  // For users with Pay.VIEW alone.
  'pay-below-zero': words('Pay below 0'),
  'no-piece-rate': words('Piecework without a rate'),
  'shared-output': words('Counted as Shared or Team'),
  'no-hourly-rate': words('Hours without a rate'),
  'not-priced': words('Hours that are not priced'),
  'no-hours-rule': words('Without an hours rule'),
  dispute: words('Something is wrong, says the employee'),
  absence: words('Absent without a reason'),
  'no-time-group': words('No shift'),
  'no-shift': words('Shift without hours'),
} as const;
export const exceptionKind = z.enum(Object.keys(EXCEPTION_KINDS) as (keyof typeof EXCEPTION_KINDS)[]); // the keys of a constant
export type ExceptionKind = z.infer<typeof exceptionKind>;
export const TO_DECIDE: readonly ExceptionKind[] = ['dispute', 'absence', 'no-time-group', 'no-shift'];

/**
 * The effect of a button: `items` go to makeCorrections with `reason`, `undo` to undoCorrections; with neither, it opens the dialog of `opens` or
 * leaves the exception as it is.
 */
export const proposal = z.object({
  label: z.string(),
  /** The messages of label and done, for other languages. */
  words: z.object({ label: textOrMessage, done: textOrMessage }).optional(),
  /** The message once it is done: 'OUT 16:00 added for Thandi Nkosi.' */
  done: z.string(),
  reason: correctionReason,
  items: z.array(correctionItem),
  /** It may be applied together with those of other exceptions: it is the likely one, and safe. Only the first proposal is. */
  inBulk: z.boolean(),
  undo: z.array(undoItem),
  /** `start` makes the day of the exception the employee's `activeFrom` (updateSetupEmployee; docs/reference/attendance.md#who-counts). */
  opens: z
    .enum([
      'punch',
      'give',
      'excuse',
      'why',
      'employee',
      'make-employee',
      'start',
      'devices',
      'review',
      'settle',
      'rates',
      'hours-rules',
    ])
    .nullable(),
});
export type Proposal = z.infer<typeof proposal>;
export const exception = z.object({
  key: z.string(),
  kind: exceptionKind,
  day: localDate,
  employee: correctedEmployee.nullable(),
  /** One plain sentence. */
  detail: z.string(),
  words: wireMessage.optional(),
  /** A hash of everything that the exception rests on: a review hides the exception until this value changes. */
  evidence: z.string(),
  basis: z.string(),
  /** The most likely proposal first. */
  proposals: z.array(proposal),
  /** For unknown numbers that a Recorder has named: what the form of a new employee starts with, by which their records become theirs. */
  newPerson: z.object({ name: z.string(), number: z.string(), timeId: z.string().nullable() }).optional(),
  /** For the kind `doubted-keys`: the terminal (decideKeys). */
  keysOf: z.object({ deviceId: documentId }).optional(),
  /** For the kind `quarantined`: where the punches came from (decideQuarantine). */
  quarantine: quarantineOfDevice.optional(),
});
export type Exception = z.infer<typeof exception>;
const exceptionCounts = z.partialRecord(exceptionKind, z.int());
export const listExceptions = endpoint({
  method: 'GET',
  path: '/exceptions',
  isCostly: true,
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  scope: 'people',
  summary: `What needs a decision, with its likely fixes: at most ${MAX_EXCEPTIONS}, of at most ${MAX_EXCEPTION_DAYS} days.`,
  query: exceptionDays,
  response: z.object({
    from: localDate,
    to: localDate,
    counts: exceptionCounts,
    exceptions: z.array(exception).max(MAX_EXCEPTIONS),
    more: z.boolean(),
  }),
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
});
/** 'Leave as it is': hides an exception until its evidence changes. 'Settle' does the same of a dispute, and says how. */
export const reviewExceptions = endpoint({
  method: 'POST',
  path: '/exceptions/reviews',
  access: employer('Attendance.CORRECT'),
  scope: 'people',
  summary: 'Leave exceptions as they are.',
  body: z.strictObject({
    items: z
      .array(z.strictObject({ key: line(200), evidence: line(64), note: correctionNote.optional() }))
      .min(1)
      .max(MAX_CORRECTION_ITEMS),
  }),
  response: z.object({ ok: z.literal(true), actId: documentId }),
  refusals: ['OWN_RECORD', 'NOT_FOUND'],
});
/** Lists again what one act left as it was; once. */
export const undoReviews = endpoint({
  method: 'POST',
  path: '/exceptions/reviews/:actId/undo',
  access: employer('Attendance.CORRECT'),
  scope: 'people',
  summary: 'List again what was left as it is.',
  params: z.object({ actId: documentId }),
  response: ok,
  refusals: ['OWN_RECORD', 'NOT_FOUND', 'CONFLICT'],
});
