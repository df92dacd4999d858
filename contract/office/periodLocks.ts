import { z } from 'zod';
import { documentId, instant, line, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';

const locks = employer('Attendance.LOCK_PERIOD');

/** Days that payroll has taken: no correction changes their figures until they are opened again. */
export const periodLock = z.object({
  _id: documentId,
  from: localDate,
  to: localDate,
  at: instant,
  by: z.string(),
  /** The number of exceptions that were open when the period was locked, of everybody; null for users with a scope. */
  toFix: z.int().nullable(),
  toDecide: z.int().nullable(),
  reopened: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type PeriodLock = z.infer<typeof periodLock>;
export const listPeriodLocks = endpoint({
  method: 'GET',
  path: '/period-locks',
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  scope: 'people',
  summary: 'The newest 100 locks, those that were re-opened too.',
  response: z.object({ results: z.array(periodLock) }),
});
/** 409 CONFLICT: a day is locked already, or more exceptions are open than `knownOpen` says. Days that are not over cannot be locked, nor a night that goes on. */
export const lockPeriod = endpoint({
  method: 'POST',
  path: '/period-locks',
  access: locks,
  summary: 'Lock days that payroll takes: no correction changes their figures until they are opened again.',
  body: z
    .strictObject({ from: localDate, to: localDate, knownOpen: z.int().min(0).max(1_000_000).optional() })
    .refine(({ from, to }) => from <= to, { error: words('From must not be after To'), path: ['to'] }),
  response: periodLock,
  refusals: ['CONFLICT', 'DATE_OUT_OF_RANGE'],
});
export const reopenPeriod = endpoint({
  method: 'POST',
  path: '/period-locks/:lockId/reopen',
  access: locks,
  summary: 'Open a locked period again, once, with a reason.',
  params: z.object({ lockId: documentId }),
  body: z.strictObject({ reason: line(200).refine((text) => text.length > 0, { error: words('Say why') }) }),
  response: periodLock,
  refusals: ['CONFLICT'],
});
