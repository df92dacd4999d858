import { z } from 'zod';
import {
  documentId,
  durationMs,
  instant,
  line,
  localDate,
  nullableInstant,
  recordedInstant,
  rowRange,
} from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { errorCode } from '../platform/errors.ts';
import { MAX_CORRECTION_ITEMS } from '../platform/limits.ts';
import { message as wireMessage } from '../platform/message.ts';
import { pieceworkRecord } from '../platform/records.ts';
import { words } from '../platform/words.ts';
import { bucket } from './stats.ts';

/**
 * The ledger over raw records (docs/reference/corrections.md): raw punches and entries stay as received; corrections and excuses are
 * rows of their own, all of which can be undone. Seen with Stats.GET_ATTENDANCE_INFORMATION; notes and kinds of excuse need
 * Attendance.CORRECT as well and are null without it.
 */
const seen = employer('Stats.GET_ATTENDANCE_INFORMATION');
const corrects = employer('Attendance.CORRECT');

export const CORRECTION_REASONS = {
  'forgot-to-clock': words('Forgot to clock'),
  'device-failed': words('Device failed'),
  'wrong-key': words('Wrong key'),
  'wrong-person': words('Wrong person'),
  'counted-twice': words('Counted twice'),
  'wrong-count': words('Wrong count'),
  'wrong-work': words('Wrong work'),
  'crew-sheet': words('Crew sheet'),
  /** Of entries of a list, which a later list may bring again. */
  'wrong-list': words('Wrong list'),
  other: words('Other'),
} as const;
const reasons = Object.keys(CORRECTION_REASONS) as (keyof typeof CORRECTION_REASONS)[]; // the keys of a constant
export const correctionReason = z.enum(reasons);
export type CorrectionReason = z.infer<typeof correctionReason>;
/** The subjects of an excuse. */
export const EXCUSED = { absence: words('Absence'), lateness: words('Lateness'), breaks: words('Breaks') } as const;
export const excusedJudgement = z.enum(['absence', 'lateness', 'breaks']);
export type ExcusedJudgement = z.infer<typeof excusedJudgement>;
export const EXCUSE_KINDS = {
  leave: words('Leave'),
  'sick-leave': words('Sick leave'),
  other: words('Other'),
} as const;
export const excuseKind = z.enum(['leave', 'sick-leave', 'other']);
export type ExcuseKind = z.infer<typeof excuseKind>;
/** Time that is paid because a user approves it (docs/reference/paid-hours.md#breaks): what was taken off for breaks, and time before the shift. */
export const APPROVED = { 'worked-through': words('Worked through'), early: words('Time before the shift') } as const;
export const approvedTime = z.enum(['worked-through', 'early']);
export type ApprovedTime = z.infer<typeof approvedTime>;
/** A plain note. It should say nothing about anybody's health. */
export const correctionNote = line(200);

/** `in` or `out` is final: rule 5 does not alternate it. */
const givenDirection = z.enum(['in', 'out']);
const entryFields = {
  units: pieceworkRecord.shape.units,
  startedAt: recordedInstant,
  endedAt: recordedInstant.nullable(),
  /** Used only where `endedAt` is missing. */
  durationMs: durationMs.min(0).max(86_400_000).nullable(),
  lookup1Code: line(60).nullable(),
  lookup2Code: line(60).nullable(),
  jobDescriptionCode: line(60).nullable().optional(),
};

/** One change of the ledger. `recordId` is the server's id of a raw record ('Why?' and exceptions name it). */
export const correctionChange = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('add-punch'),
    employeeId: documentId,
    at: recordedInstant,
    direction: givenDirection,
  }),
  z.strictObject({ do: z.literal('void-punch'), recordId: documentId }),
  z
    .strictObject({
      do: z.literal('replace-punch'),
      recordId: documentId,
      /** Fields that are not sent stay as they were received. */
      employeeId: documentId.optional(),
      at: recordedInstant.optional(),
      direction: givenDirection.optional(),
    })
    .refine(({ employeeId, at, direction }) => Boolean(employeeId ?? at ?? direction), {
      error: words('Nothing is changed'),
    }),
  z
    .strictObject({
      do: z.literal('excuse'),
      employeeId: documentId,
      judgement: excusedJudgement,
      kind: excuseKind,
      from: localDate,
      to: localDate,
    })
    .refine(({ from, to }) => from <= to, { error: words('From must not be after To'), path: ['to'] }),
  z.strictObject({ do: z.literal('approve'), employeeId: documentId, what: approvedTime, day: localDate }),
  z.strictObject({ do: z.literal('add-entry'), employeeId: documentId, ...entryFields }),
  /** `former`: the correction of the entry in whose place it comes. */
  z.strictObject({ do: z.literal('void-entry'), recordId: documentId, former: documentId.optional() }),
  z
    .strictObject({
      do: z.literal('replace-entry'),
      recordId: documentId,
      employeeId: documentId.optional(),
      ...z.object(entryFields).partial().shape,
    })
    .refine(({ do: _do, recordId: _recordId, ...changed }) => Object.keys(changed).length > 0, {
      error: words('Nothing is changed'),
    }),
]);
export type CorrectionChange = z.infer<typeof correctionChange>;

/**
 * The version of the day that was shown; CONFLICT if the day has changed since. `day` is the work day that the correction concerns: at most two
 * days from the local date of its record, or exactly the date of an excuse.
 */
const basis = z.string().max(64);
export const correctionItem = z.strictObject({ day: localDate, basis, change: correctionChange });
export type CorrectionItem = z.infer<typeof correctionItem>;
export const undoItem = z.strictObject({ correctionId: documentId, basis });
export type UndoItem = z.infer<typeof undoItem>;

/** The employee of a correction or an exception. */
export const correctedEmployee = z.object({
  _id: documentId,
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
/** One employee's day as it is judged. */
export const correctedDay = z.object({
  /** Null: the employee does not count on this day (docs/reference/attendance.md#who-counts). */
  status: bucket.nullable(),
  timeIn: nullableInstant,
  timeOut: nullableInstant,
  clockedMs: durationMs,
  lateMs: durationMs,
  irregularMs: durationMs,
  earlyLeaveMs: durationMs,
  /** Lateness or breaks that an excuse took out of the figures. */
  excusedMs: durationMs,
  excused: z.boolean(),
  flags: z.array(z.string()),
  /** Exact decimal. */
  units: z.string(),
  /** Before limits of a day and a week; null without an hours rule. */
  paidMs: durationMs.nullable(),
});
export type CorrectedDay = z.infer<typeof correctedDay>;
/** A row of 'What changes': a day of an employee before and after the correction. */
export const correctionEffect = z.object({
  employee: correctedEmployee,
  day: localDate,
  before: correctedDay,
  after: correctedDay,
});
export type CorrectionEffect = z.infer<typeof correctionEffect>;

/** One result per item, in the order of the items; at most the first 500 effects. */
export const correctionResult = z.object({
  /** Null: nothing was applied. */
  actId: documentId.nullable(),
  results: z.array(
    z.object({
      outcome: z.enum(['applied', 'conflict', 'refused']),
      correctionId: documentId.optional(),
      errorCode: errorCode.optional(),
      message: z.string().optional(),
      words: wireMessage.optional(),
    }),
  ),
  effects: z.array(correctionEffect).max(500),
});
export type CorrectionResult = z.infer<typeof correctionResult>;

const act = {
  /** May be missing where all items are excuses or approvals: their kind is the reason. */
  reason: correctionReason.optional(),
  note: correctionNote.optional(),
  items: z.array(correctionItem).min(1).max(MAX_CORRECTION_ITEMS),
  /** Refuses the items of an employee whose paid time they would lower together, or to whom they would leave an exception that was not there. */
  onlySafe: z.boolean().optional(),
};
export const correctionBody = z
  .strictObject(act)
  .refine(
    ({ reason, items }) => reason || items.every(({ change }) => change.do === 'excuse' || change.do === 'approve'),
    {
      error: words('Say why'),
      path: ['reason'],
    },
  )
  .refine(({ reason, note }) => reason !== 'other' || Boolean(note), { error: words('Say why'), path: ['note'] });
export type CorrectionBody = z.infer<typeof correctionBody>;
const undoBody = z.strictObject({ items: z.array(undoItem).min(1).max(MAX_CORRECTION_ITEMS) });
const refusals = [
  'CONFLICT',
  'ALREADY_EXISTS',
  'PERIOD_LOCKED',
  'OWN_RECORD',
  'NOT_FOUND',
  'DATE_OUT_OF_RANGE',
  'UNAVAILABLE',
] as const;
const acting = { method: 'POST', access: corrects, response: correctionResult, refusals } as const;

/** If the only item cannot be applied the call fails with its code; of several items, the others are applied. Takes an idempotency key. */
export const makeCorrections = endpoint({
  ...acting,
  path: '/corrections',
  scope: 'people',
  summary: 'Correct, add, void, give away, excuse or approve; the figures follow in the same transaction.',
  body: correctionBody,
});
export const previewCorrections = endpoint({
  ...acting,
  path: '/corrections/preview',
  scope: 'people',
  summary: 'What the same act would answer; changes nothing.',
  body: correctionBody,
});
export const undoCorrections = endpoint({
  ...acting,
  path: '/corrections/undo',
  scope: 'people',
  summary: 'Take corrections and excuses back, each once; what was received counts again (C9).',
  body: undoBody,
});

/** Takes back all of an act that is still in force, at most 5,000 rows; one that is undone already is CONFLICT. Takes an idempotency key. */
export const undoAct = endpoint({
  method: 'POST',
  access: corrects,
  path: '/corrections/acts/:actId/undo',
  scope: 'people',
  summary: 'Take everything back that one act did, in one act.',
  params: z.object({ actId: documentId }),
  response: z.object({
    undone: z.int(),
    refused: z.int(),
    message: z.string().nullable(),
    words: wireMessage.optional(),
  }),
  refusals,
});

/** A row of the ledger, with its effect in words. */
/** The value that was received and the one that counts instead, as messages. */
export const effectWords = z.object({ was: wireMessage.nullable(), is: wireMessage.nullable() });
export const correction = z.object({
  _id: documentId,
  actId: documentId,
  do: z.enum([
    'add-punch',
    'void-punch',
    'replace-punch',
    'excuse',
    'approve',
    'add-entry',
    'void-entry',
    'replace-entry',
  ]),
  at: instant,
  by: z.string(),
  employee: correctedEmployee.nullable(),
  /** The days that it changed or concerns. */
  days: z.array(localDate),
  /** The received value: 'IN 07:05', '40 units 08:00 to 10:00'; null for an added record. */
  was: z.string().nullable(),
  /** The value that counts instead; null if the record no longer counts. */
  is: z.string().nullable(),
  /** The messages of was and is, for other languages. */
  words: effectWords.optional(),
  /** In words: 'Forgot to clock'; for an excuse 'Excused', for an approval 'Approved'. */
  reason: z.string(),
  /** Null also for readers without Attendance.CORRECT. */
  note: z.string().nullable(),
  excuseKind: excuseKind.nullable(),
  inBulk: z.boolean(),
  undone: z.object({ at: instant, by: z.string() }).nullable(),
  /** The version of the day that undoing it names; null where it is undone already. */
  basis: z.string().nullable(),
});
export type Correction = z.infer<typeof correction>;
export const listCorrections = endpoint({
  method: 'GET',
  path: '/corrections',
  access: seen,
  scope: 'people',
  summary: 'The ledger of some days, newest first.',
  query: z.object({ from: localDate, to: localDate, employeeId: documentId.optional() }).extend(rowRange.shape),
  response: z.object({ results: z.array(correction), lastIndex: z.int() }),
  refusals: ['DATE_OUT_OF_RANGE'],
});
