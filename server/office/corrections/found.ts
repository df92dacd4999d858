import type { Exception, ExceptionKind } from '#contract/office/exceptions.ts';
import { localDate } from '#contract/platform/common.ts';
import { english, type Message } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { evidenceOf, exceptionKey } from '../../attendance/reviewed.ts';
import { clockTime, type LocalDate } from '../../platform/zone.ts';
import type { LooseRecord } from './exceptions.sql.ts';
import type { Seen } from './seen.ts';

/** An exception as it is found; names, and the records for its proposals, are read only when it is listed. */
export type Found = Pick<Exception, 'key' | 'kind' | 'day' | 'evidence' | 'quarantine' | 'keysOf'> & {
  employeeId: string | null;
  /** Filled in English only where it is listed: of thousands that takes a second. */
  detail: string | Message;
  /** When the last record arrived that it is about: ms, of kinds that one record alone can cause. */
  arrivedAt?: number;
  /** The time of the event in doubt. */
  at?: number;
  next?: number | null;
  /** Of an OUT without an IN: the time of the OUT before it, from which nobody knows when the employee came back. */
  previous?: number | null;
  records?: readonly LooseRecord[];
  correctionIds?: readonly string[];
  /** Of the punches that may be another person's. */
  recordIds?: readonly string[];
  /** Of an entry whose container was rejected, and the correction that made it what it is. */
  rejected?: { recordId: string; former: string | null };
  /** Of an entry whose container was full. */
  twice?: { recordId: string; units: string; container: string };
  /** Of an added punch. */
  direction?: 'in' | 'out';
  /** The employee had not begun to count on the day (docs/reference/attendance.md#who-counts). */
  isBeforeStart?: boolean;
};

type Made = {
  kind: ExceptionKind;
  day: LocalDate;
  employeeId: string | null;
  /** Distinguishes several exceptions of one kind, day and employee. */
  what?: string;
  detail: string | Message;
  /** Everything that a review covers: once it differs, the review no longer hides the exception. */
  evidence: readonly unknown[];
};
export function made({ kind, day, employeeId, what = '', detail, evidence }: Made): Found {
  const key = exceptionKey({ kind, employeeId, day, what });
  return { key, kind, day, employeeId, detail, evidence: evidenceOf(key, evidence) };
}

/** Returns what is found in English, and as a message where it has values. */
export const saying = (said: string | Message) => ({
  detail: english(said),
  ...(typeof said === 'object' && { words: said }),
});

/** Tells from an exception's key whether it is an employee's. */
export const isOfEmployee = (key: string, employeeId: string) => key.split(':')[1] === employeeId;

/** Tells from an exception's key whether it is an employee's of a scope, on its day; exceptions of unmatched records are not reviewed within a scope. */
export function isOfMember(key: string, { isMember }: NonNullable<Seen>): boolean {
  const [, employeeId = '', day = ''] = key.split(':');
  return localDate.safeParse(day).success && (isMember?.(employeeId, day) ?? true);
}

/** Returns HH:MM on the account's clock. */
export const clockOf = ({ zone }: Calendar, at: number) => clockTime(zone, at);

export const earlier = (one: LocalDate, other: LocalDate) => (one < other ? one : other);
export const later = (one: LocalDate, other: LocalDate) => (one > other ? one : other);
