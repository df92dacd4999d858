import { z } from 'zod';
import {
  documentId,
  durationMs,
  instant,
  line,
  localDate,
  nullableInstant,
  ok,
  recordedInstant,
  rowRange,
} from './common.ts';
import { employer, endpoint } from './endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { exceptionDays } from './exceptionCounts.ts';
import { MAX_CORRECTION_ITEMS, MAX_EXCEPTION_DAYS, MAX_EXCEPTIONS } from './limits.ts';
import { quarantineOfDevice } from './quarantine.ts';
import { pieceworkRecord } from './records.ts';

/**
 * The ledger over raw records (spec/corrections.md): raw punches and entries stay as received; corrections, excuses and locks are
 * rows of their own, all of which can be undone. Seen with Stats.GET_ATTENDANCE_INFORMATION; notes and kinds of excuse need
 * Attendance.CORRECT as well and are null without it.
 */
const seen = employer('Stats.GET_ATTENDANCE_INFORMATION');
const corrects = employer('Attendance.CORRECT');
const locks = employer('Attendance.LOCK_PERIOD');

export const CORRECTION_REASONS = {
  'forgot-to-clock': 'Forgot to clock',
  'device-failed': 'Device failed',
  'wrong-key': 'Wrong key',
  'wrong-person': 'Wrong person',
  'counted-twice': 'Counted twice',
  'wrong-count': 'Wrong count',
  other: 'Other',
} as const;
const reasons = Object.keys(CORRECTION_REASONS) as (keyof typeof CORRECTION_REASONS)[]; // the keys of a constant
export const correctionReason = z.enum(reasons);
export type CorrectionReason = z.infer<typeof correctionReason>;
/** The subjects of an excuse. */
export const EXCUSED = { absence: 'Absence', lateness: 'Lateness', breaks: 'Breaks' } as const;
export const excusedJudgement = z.enum(['absence', 'lateness', 'breaks']);
export type ExcusedJudgement = z.infer<typeof excusedJudgement>;
export const EXCUSE_KINDS = { leave: 'Leave', 'sick-leave': 'Sick leave', other: 'Other' } as const;
export const excuseKind = z.enum(['leave', 'sick-leave', 'other']);
export type ExcuseKind = z.infer<typeof excuseKind>;
/** A plain note. It should say nothing about anybody's health. */
export const correctionNote = line(200);

/** `in` or `out` is final: rule 5 does not alternate it (C2). */
const givenDirection = z.enum(['in', 'out']);
const entryFields = {
  units: pieceworkRecord.shape.units,
  startedAt: recordedInstant,
  endedAt: recordedInstant.nullable(),
  /** Used only where `endedAt` is missing. */
  durationMs: durationMs.min(0).max(86_400_000).nullable(),
  lookup1Code: line(60).nullable(),
  lookup2Code: line(60).nullable(),
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
    .refine(({ employeeId, at, direction }) => Boolean(employeeId ?? at ?? direction), { error: 'Nothing is changed' }),
  z
    .strictObject({
      do: z.literal('excuse'),
      employeeId: documentId,
      judgement: excusedJudgement,
      kind: excuseKind,
      from: localDate,
      to: localDate,
    })
    .refine(({ from, to }) => from <= to, { error: 'From must not be after To', path: ['to'] }),
  z.strictObject({ do: z.literal('add-entry'), employeeId: documentId, ...entryFields }),
  z.strictObject({ do: z.literal('void-entry'), recordId: documentId }),
  z
    .strictObject({
      do: z.literal('replace-entry'),
      recordId: documentId,
      employeeId: documentId.optional(),
      ...z.object(entryFields).partial().shape,
    })
    .refine(({ do: _do, recordId: _recordId, ...changed }) => Object.keys(changed).length > 0, {
      error: 'Nothing is changed',
    }),
]);
export type CorrectionChange = z.infer<typeof correctionChange>;

/**
 * The version of the day that was shown; CONFLICT if the day has changed since (C8). `day` is the work day that the correction concerns: at most two
 * days from the local date of its record, or exactly the date of an excuse.
 */
const basis = z.string().max(64);
export const correctionItem = z.strictObject({ day: localDate, basis, change: correctionChange });
export type CorrectionItem = z.infer<typeof correctionItem>;
export const undoItem = z.strictObject({ correctionId: documentId, basis });
export type UndoItem = z.infer<typeof undoItem>;

const person = z.object({ _id: documentId, number: z.string(), firstName: z.string(), lastName: z.string() });
/** One employee's day as it is judged. */
export const correctedDay = z.object({
  /** Null: the employee does not count on this day (rule 13). */
  status: z.enum(['present', 'absent', 'pending', 'unverified', 'off']).nullable(),
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
});
export type CorrectedDay = z.infer<typeof correctedDay>;
/** A row of 'What changes': a day of an employee before and after the correction. */
export const correctionEffect = z.object({
  employee: person,
  day: localDate,
  before: correctedDay,
  after: correctedDay,
});
export type CorrectionEffect = z.infer<typeof correctionEffect>;

const errorCode = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]); // the keys of a constant
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
    }),
  ),
  effects: z.array(correctionEffect).max(500),
});
export type CorrectionResult = z.infer<typeof correctionResult>;

const act = {
  /** May be missing where all items are excuses: their kind is the reason. */
  reason: correctionReason.optional(),
  note: correctionNote.optional(),
  items: z.array(correctionItem).min(1).max(MAX_CORRECTION_ITEMS),
};
export const correctionBody = z
  .strictObject(act)
  .refine(({ reason, items }) => reason || items.every(({ change }) => change.do === 'excuse'), {
    error: 'Say why',
    path: ['reason'],
  })
  .refine(({ reason, note }) => reason !== 'other' || Boolean(note), { error: 'Say why', path: ['note'] });
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
  summary: 'Correct, add, void, give away or excuse; the figures follow in the same transaction.',
  body: correctionBody,
});
export const previewCorrections = endpoint({
  ...acting,
  path: '/corrections/preview',
  summary: 'What the same act would answer; changes nothing.',
  body: correctionBody,
});
export const undoCorrections = endpoint({
  ...acting,
  path: '/corrections/undo',
  summary: 'Take corrections and excuses back, each once; what was received counts again (C9).',
  body: undoBody,
});

/** A row of the ledger, with its effect in words. */
export const correction = z.object({
  _id: documentId,
  actId: documentId,
  do: z.enum(['add-punch', 'void-punch', 'replace-punch', 'excuse', 'add-entry', 'void-entry', 'replace-entry']),
  at: instant,
  by: z.string(),
  employee: person.nullable(),
  /** The days that it changed or concerns. */
  days: z.array(localDate),
  /** The received value: 'IN 07:05', '40 units 08:00 to 10:00'; null for an added record. */
  was: z.string().nullable(),
  /** The value that counts instead; null if the record no longer counts. */
  is: z.string().nullable(),
  /** In words: 'Forgot to clock'; for an excuse 'Excused'. */
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
  summary: 'The ledger of some days, newest first.',
  query: z.object({ from: localDate, to: localDate, employeeId: documentId.optional() }).extend(rowRange.shape),
  response: z.object({ results: z.array(correction), lastIndex: z.int() }),
  refusals: ['DATE_OUT_OF_RANGE'],
});

/** Each kind of exception with its label. With `toDecide` the data is not in doubt, but somebody has to make a decision. */
export const EXCEPTION_KINDS = {
  quarantined: 'Punches that wait for a decision',
  'unmatched-pin': 'Unknown numbers',
  'missing-out': 'No OUT',
  'missing-in': 'No IN',
  'late-or-missing-in': 'Late, or no IN',
  'future-clock': 'Clock ahead',
  'inactive-clocked': 'Clocked while not active',
  'piecework-without-clock': 'Piecework without clocking',
  'unverified-time': 'Time not verified',
  overtaken: 'The record came after all',
  'excused-present': 'Excused, but there',
  'changed-after-lock': 'Changed after the lock',
  absence: 'Absent without a reason',
  'no-time-group': 'No time group',
} as const;
export const exceptionKind = z.enum(Object.keys(EXCEPTION_KINDS) as (keyof typeof EXCEPTION_KINDS)[]); // the keys of a constant
export type ExceptionKind = z.infer<typeof exceptionKind>;
export const TO_DECIDE: readonly ExceptionKind[] = ['absence', 'no-time-group'];

/**
 * The effect of a button: `items` go to makeCorrections with `reason`, `undo` to undoCorrections; with neither, it opens the dialog of `opens` or
 * leaves the exception as it is.
 */
export const proposal = z.object({
  label: z.string(),
  /** The message once it is done: 'OUT 16:00 added for Thandi Nkosi.' */
  done: z.string(),
  reason: correctionReason,
  items: z.array(correctionItem),
  undo: z.array(undoItem),
  opens: z.enum(['punch', 'give', 'excuse', 'why', 'employee', 'devices', 'review']).nullable(),
});
export type Proposal = z.infer<typeof proposal>;
export const exception = z.object({
  key: z.string(),
  kind: exceptionKind,
  day: localDate,
  employee: person.nullable(),
  /** One plain sentence. */
  detail: z.string(),
  /** A hash of everything that the exception rests on: a review hides the exception until this value changes. */
  evidence: z.string(),
  basis: z.string(),
  /** The most likely proposal first. */
  proposals: z.array(proposal),
  /** For the kind `quarantined`: where the punches came from (decideQuarantine). */
  quarantine: quarantineOfDevice.optional(),
});
export type Exception = z.infer<typeof exception>;
const exceptionCounts = z.partialRecord(exceptionKind, z.int());
export const listExceptions = endpoint({
  method: 'GET',
  path: '/exceptions',
  access: seen,
  summary: `What somebody should look at, with its likely fixes: at most ${MAX_EXCEPTIONS}, of at most ${MAX_EXCEPTION_DAYS} days.`,
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
/** 'Leave as it is': hides an exception until its evidence changes. */
export const reviewExceptions = endpoint({
  method: 'POST',
  path: '/exceptions/reviews',
  access: corrects,
  summary: 'Leave exceptions as they are.',
  body: z.strictObject({
    items: z
      .array(z.strictObject({ key: z.string().max(200), evidence: z.string().max(64) }))
      .min(1)
      .max(MAX_CORRECTION_ITEMS),
  }),
  response: ok,
  refusals: ['OWN_RECORD'],
});

export const periodLock = z.object({
  _id: documentId,
  from: localDate,
  to: localDate,
  at: instant,
  by: z.string(),
  /** The number of exceptions that were open when the period was locked. */
  toFix: z.int(),
  toDecide: z.int(),
  reopened: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type PeriodLock = z.infer<typeof periodLock>;
export const listPeriodLocks = endpoint({
  method: 'GET',
  path: '/period-locks',
  access: seen,
  summary: 'The newest 100 locks, those that were re-opened too.',
  response: z.object({ results: z.array(periodLock) }),
});
/** 409 CONFLICT: a day is locked already, or more exceptions are open than `knownOpen` says. Days that are not over cannot be locked. */
export const lockPeriod = endpoint({
  method: 'POST',
  path: '/period-locks',
  access: locks,
  summary: 'Lock days that payroll takes: no correction changes their figures until they are opened again.',
  body: z
    .strictObject({ from: localDate, to: localDate, knownOpen: z.int().min(0).max(1_000_000).optional() })
    .refine(({ from, to }) => from <= to, { error: 'From must not be after To', path: ['to'] }),
  response: periodLock,
  refusals: ['CONFLICT', 'DATE_OUT_OF_RANGE'],
});
export const reopenPeriod = endpoint({
  method: 'POST',
  path: '/period-locks/:lockId/reopen',
  access: locks,
  summary: 'Open a locked period again, once, with a reason.',
  params: z.object({ lockId: documentId }),
  body: z.strictObject({ reason: line(200).refine((text) => text.length > 0, { error: 'Say why' }) }),
  response: periodLock,
  refusals: ['CONFLICT'],
});
