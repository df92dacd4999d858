import { z } from 'zod';
import { documentId, durationMs, instant, localDate, nullableInstant } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { textOrMessage } from '../platform/message.ts';
import { recordClock, recordMeans } from '../platform/records.ts';
import { correction, excusedJudgement, excuseKind } from './corrections.ts';
import { attendance, bucket, dashboardDay, listedEmployee } from './stats.ts';

/** 'Why?': how one employee's day was judged, with the raw records behind it. */
export const dayExplanation = z.object({
  employee: listedEmployee,
  referenceDate: localDate,
  timeZone: z.string(),
  asOf: instant,
  /** Null: the employee does not count on this day (docs/reference/attendance.md#who-counts). */
  status: bucket.nullable(),
  late: z.boolean(),
  lateMs: durationMs,
  provisional: z.boolean(),
  flags: z.array(z.string()),
  /** The reason for the decision, in one plain sentence, and the number of its rule. */
  reason: z.string(),
  rule: z.int(),
  shift: z
    .object({
      start: instant,
      end: instant,
      graceMinutes: z.int(),
      breakGraceMinutes: z.int(),
      timeGroup: z.string(),
      breaks: z.array(z.object({ start: instant, end: instant })),
    })
    .nullable(),
  /** The reason why there is no shift: rest day, the holiday's name, no time group. */
  noShift: z.string().nullable(),
  events: z.array(
    z.object({
      at: instant,
      direction: z.enum(['in', 'out']),
      flags: z.array(z.string()),
      punches: z.array(
        z.object({
          recordId: z.string().nullable(),
          /** The server's id, which a correction names; null for an added punch. */
          clockRecordId: documentId.nullable().optional(),
          /** The correction in force that added or changed the punch, or assigned it to the employee. */
          correctionId: documentId.nullable().optional(),
          at: instant,
          direction: z.enum(['in', 'out', 'auto']),
          kept: z.boolean(),
          device: z.string().nullable(),
          receivedAt: instant,
          /** How certain the device was of the time, and how it read the badge; null where it does not report it. */
          clock: recordClock.nullable().optional(),
          means: recordMeans.nullable().optional(),
          /** How the employee clocked, in words, and the work code that they entered, where a terminal reports them. */
          clockedBy: z.string().nullable(),
          workCode: z.string().nullable(),
        }),
      ),
    }),
  ),
  gaps: z.array(z.object({ out: instant, in: nullableInstant, creditedMs: durationMs, irregularMs: durationMs })),
  lateTimeMs: durationMs,
  irregularBreakTimeMs: durationMs,
  earlyLeaveMs: durationMs,
  /** The paid hours of the day by themselves; null without an hours rule. */
  paid: z
    .object({
      /** 0 of a day that is not settled, as in sums; its classes are of its time so far. */
      paidMs: durationMs,
      /** Before limits of a day and a week make overtime of it. */
      ordinaryMs: durationMs,
      /** The ordinary time by those limits, in which the days before in the week count. */
      divided: z.object({ ordinaryMs: durationMs, overtime1Ms: durationMs, overtime2Ms: durationMs }).optional(),
      sundayMs: durationMs,
      holidayMs: durationMs,
      nightMs: durationMs,
      takenOffMs: durationMs,
      earlyMs: durationMs,
      unsettledMs: durationMs,
      isSettled: z.boolean(),
      /** The rule in force, in words. */
      rule: z.string(),
    })
    .nullable()
    .optional(),
  /** The messages of reason, noShift and the rule of paid hours, for other languages. */
  words: z
    .object({ reason: textOrMessage, noShift: textOrMessage.nullable(), rule: textOrMessage.nullable() })
    .optional(),
  devices: z.array(z.object({ name: z.string(), lastContact: nullableInstant, silent: z.boolean() })),
  /** Piecework of the day, by its start; `entryId` is null for an added entry. */
  entries: z
    .array(
      z.object({
        entryId: documentId.nullable(),
        correctionId: documentId.nullable(),
        startedAt: instant,
        /** The day of an entry of which no time is known; it starts at midnight. */
        date: localDate.nullable().optional(),
        endedAt: nullableInstant,
        durationMs: durationMs.nullable(),
        units: z.string(),
        lookup1Code: z.string().nullable(),
        lookup2Code: z.string().nullable(),
        /** The lookups' names, as in totals; null without a description. */
        lookup1Name: z.string().nullable().optional(),
        lookup2Name: z.string().nullable().optional(),
        /** Of the entry's own job description, or its code; null without one. */
        jobName: z.string().nullable().optional(),
        device: z.string().nullable(),
        receivedAt: instant,
        clock: recordClock.nullable(),
        /** Of a part of what a team made: its name, and for users who see everybody what it made and among how many. */
        team: z
          .object({ name: z.string(), units: z.string().nullable(), people: z.int().nullable() })
          .nullable()
          .optional(),
      }),
    )
    .optional(),
  /** The version of this day, which a correction of it names (correctionItem, docs/reference/corrections.md#what-is-refused). */
  basis: z.string().optional(),
  /** Corrections and excuses of the day, newest first, undone ones too. */
  corrections: z.array(correction).optional(),
  /** 'Not counted': records of the employee around this day that are in none of their figures. */
  setAside: z
    .array(
      z.object({
        /** The id of the raw punch or entry. */
        recordId: documentId,
        kind: z.enum(['punch', 'entry']),
        /** 'IN 07:05' or '40 units'. */
        what: z.string(),
        whatWords: textOrMessage.optional(),
        at: instant,
        device: z.string().nullable(),
        why: z.enum([
          'voided',
          'changed',
          'given',
          'future-clock',
          'duplicate',
          'taken-back',
          'quarantined',
          'rejected',
        ]),
        correctionId: documentId.nullable(),
      }),
    )
    .optional(),
  /** The excuses in force on the day; the kind is null without Attendance.CORRECT. */
  excuses: z
    .array(
      z.object({
        correctionId: documentId,
        judgement: excusedJudgement,
        kind: excuseKind.nullable(),
        from: localDate,
        to: localDate,
      }),
    )
    .optional(),
  /** The time that an excuse took out of lateness and breaks. */
  excusedMs: durationMs.optional(),
  /** 'Locked by P. Naidoo on 16 Nov. Re-open the period to correct it.' */
  locked: z.object({ lockId: documentId, by: z.string(), at: instant }).nullable().optional(),
});
export type DayExplanation = z.infer<typeof dayExplanation>;
export const explainDay = endpoint({
  method: 'GET',
  path: '/stats/employee/:employeeId/day',
  access: attendance,
  scope: 'people',
  summary: 'Why an employee counts as they do: shift, punches kept and merged, the deciding rule, terminals.',
  params: z.object({ employeeId: documentId }),
  query: dashboardDay,
  response: dayExplanation,
});
