import { z } from 'zod';
import { cardNumbers } from '#contract/attendance/cards.ts';
import type { PayrollPart } from '#contract/intake/payroll.ts';
import { HOURS_RULE_DEFAULTS, hoursRuleFields, wrongTogether } from '#contract/masterData/hoursRules.ts';
import { RATE_KINDS, wrongRate } from '#contract/masterData/payRules.ts';
import { localDate, UNSTORABLE, wallTime } from '#contract/platform/common.ts';
import { MAX_SYNC_RECORDS } from '#contract/platform/limits.ts';
import { rateAmount } from '#contract/platform/money.ts';
import { phoneNumber } from '#contract/platform/phoneNumber.ts';
import { isStorable, storable } from '#contract/platform/storable.ts';
import { asText, type Message, msg, saidBy, toMessage, words } from '#contract/platform/words.ts';
import { Units } from '../platform/units.ts';
import { minutesOf } from '../platform/zone.ts';

/** The records of master data as payroll systems and files send them. The answer of a sync names unknown fields. */

/** Codes and numbers: payroll systems send them as text or as numbers; surrounding spaces are removed. */
export const code = (max = 60) =>
  z
    .union([z.string(), z.number()], { error: words('Required, as text') })
    .transform((value) => String(value).trim())
    .pipe(
      z
        .string()
        .min(1, words('Required'))
        .max(max, asText(msg('At most {max} characters', { max })))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
        .regex(/^[^\u0000-\u001f\u007f]*$/, words('Control characters are not allowed'))
        .refine(isStorable, { error: UNSTORABLE }),
    );
/** Null and '' remove a value; an absent field keeps it. */
export const optionalCode = (max = 60) =>
  z.preprocess((value) => (value === '' ? null : value), code(max).nullable().optional());
/** Names arrive as typed, line breaks and right-to-left marks included; the database keeps everything but NUL. */
const text = (max: number) =>
  z
    .string(words('Required, as text'))
    .max(max, asText(msg('At most {max} characters', { max })))
    .transform((value) => value.toWellFormed())
    .refine(isStorable, words('NUL is not allowed'));
const optionalDate = z.preprocess((value) => (value === '' ? null : value), localDate.nullish());
const minutes = (max: number) => z.int().min(0).max(max).optional();

export const groupRecord = z.object({ code: code(), name: text(120) });
export const lookupDefinitionRecord = z.preprocess(
  (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const record: Record<string, unknown> = { ...value };
    return { lookup: Number(record.lookup ?? record.code), name: record.name ?? record.description };
  },
  z.object({
    lookup: z.literal([1, 2], words('lookup must be 1 or 2')),
    name: text(60).pipe(z.string().trim().min(1)),
  }),
);
export const lookupRecord = z.object({
  lookup: z.literal([1, 2], words('lookup must be 1 or 2')),
  entries: z.array(z.unknown(), words('entries must be a list')).max(MAX_SYNC_RECORDS),
});
export const lookupEntryRecord = z.object({ code: code(), description: text(120) });
/** The stored values of a rest day, which has no hours. */
const REST = {
  startTime: '00:00',
  endTime: '00:00',
  breaks: [],
  graceMinutes: 5,
  breakGraceMinutes: 5,
  preMinutes: 120,
  postMinutes: 240,
};
export const standardTimeFields = z.object({
  code: code(),
  timeGroupCode: code(),
  weekday: z.int().min(1, words('weekday is 1 (Monday) to 7')).max(7, words('weekday is 1 (Monday) to 7')),
  /** The weekday has no shift from `effectiveFrom` on; its times are ignored. */
  rest: z.boolean().optional(),
  startTime: wallTime,
  endTime: wallTime,
  breaks: z
    .array(
      z.object({
        startTime: wallTime,
        endTime: wallTime,
        /** False: the break is taken off the paid time (docs/reference/paid-hours.md#breaks). */
        paid: z.boolean().optional(),
        /** A clocked break takes off its length at least. */
        atLeast: z.boolean().optional(),
      }),
    )
    .max(20)
    .default([]),
  graceMinutes: minutes(720).default(5),
  breakGraceMinutes: minutes(720).default(5),
  preMinutes: minutes(1_440).default(120),
  postMinutes: minutes(1_440).default(240),
  effectiveFrom: optionalDate,
});
/** Returns how long a span of the clock lasts; one that does not end after its start ends on the next day. */
function lastsMinutes({ startTime, endTime }: { startTime: string; endTime: string }): number {
  const minutes = minutesOf(endTime) - minutesOf(startTime);
  return minutes > 0 ? minutes : minutes + 1_440;
}
export const standardTimeRecord = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && 'rest' in value && value.rest === true
      ? { ...value, ...REST }
      : value,
  standardTimeFields.refine(
    ({ breaks, ...shift }) => breaks.every((pause) => lastsMinutes(pause) <= lastsMinutes(shift)),
    {
      path: ['breaks'],
      error: words('A break is longer than its shift'),
    },
  ),
);
export const holidayRecord = z.object({
  code: code(),
  name: text(120),
  date: localDate,
  timeGroupCode: optionalCode(),
});
const hoursRuleKey = { code: code(), timeGroupCode: optionalCode(), effectiveFrom: optionalDate };
/** A rule as it is sent: what it leaves out has the default. */
export const sentHoursRule = z.object(hoursRuleFields).partial().extend(hoursRuleKey);
export const hoursRuleRecord = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? { ...HOURS_RULE_DEFAULTS, ...value } : value),
  z.object({ ...hoursRuleFields, ...hoursRuleKey }).superRefine((rule, context) => {
    for (const { field, message } of wrongTogether(rule)) context.addIssue({ code: 'custom', path: [field], message });
  }),
);
/** A rate or minimum as it is sent (docs/reference/pay.md#rates). */
export const sentRate = z.object({
  code: code(),
  /** Of a rate: `piece` where it is absent. */
  kind: z.enum(RATE_KINDS).optional(),
  amount: z
    .union([z.string(), z.number()], { error: words('Required') })
    .transform(String)
    .pipe(rateAmount),
  from: localDate,
  lookup1Code: optionalCode(),
  lookup2Code: optionalCode(),
  jobDescriptionCode: optionalCode(),
  employeeGroupCode: optionalCode(),
  employeeCode: optionalCode(),
});
export const rateRecord = (isMinimum: boolean) =>
  sentRate
    .transform(({ kind = 'piece', amount, ...rate }) => ({
      ...rate,
      kind: isMinimum ? ('minimum' as const) : kind,
      amount: new Units(amount).toFixed(),
    }))
    .superRefine(({ kind, ...rate }, context) => {
      if (!isMinimum && kind === 'minimum')
        context.addIssue({ code: 'custom', path: ['kind'], message: words('Minimums are a part of their own') });
      const named = {
        lookup1: rate.lookup1Code ?? null,
        lookup2: rate.lookup2Code ?? null,
        jobDescriptionId: rate.jobDescriptionCode ?? null,
        employeeGroupId: rate.employeeGroupCode ?? null,
        employeeId: rate.employeeCode ?? null,
      };
      for (const { field, message } of wrongRate({ kind, ...named }))
        context.addIssue({ code: 'custom', path: [field], message });
    });
/** A number with more digits than a number holds stays one, which is no card: it would be rounded to that of another. */
const numberAsText = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : value);
export const employeeRecord = z
  .object({
    code: code(),
    number: code(),
    firstName: text(100),
    lastName: text(100),
    /** False or absent: a name that shares no part with the former one is another person's, whose consent, link and PIN are not theirs. */
    samePerson: z.boolean().optional(),
    phoneNumber: z.preprocess((value) => (value === '' ? null : value), phoneNumber.nullish()),
    /** Absent: unchanged; a new employee is active. */
    isActive: z.boolean().optional(),
    /** Absent: unchanged; a new employee counts from their receipt or first record, whichever is earlier (docs/reference/attendance.md#who-counts). */
    activeFrom: optionalDate,
    inactiveFrom: optionalDate,
    timeId: optionalCode(24),
    /** RFID cards; null: none. Numbers may be sent as numbers. */
    cards: z.preprocess(
      (value) => (value === null || value === '' ? [] : Array.isArray(value) ? value.map(numberAsText) : value),
      cardNumbers.optional(),
    ),
    timeGroupCode: optionalCode(),
    /** The date from which they are in the time group; absent or null: always. Only with a timeGroupCode. */
    timeGroupFrom: optionalDate,
    employeeGroupCode: optionalCode(),
    jobDescriptionCode: optionalCode(),
    /**
     * The date from which another employee group or job description decides the rates; null: always. Absent: today, or always for who had neither before.
     */
    employeeGroupFrom: optionalDate,
  })
  .refine(({ firstName, lastName }) => firstName.trim() || lastName.trim(), {
    path: ['firstName'],
    error: words('A first or a last name is required'),
  })
  .refine(({ activeFrom, inactiveFrom }) => !activeFrom || !inactiveFrom || activeFrom < inactiveFrom, {
    path: ['inactiveFrom'],
    error: words('Must be after the start'),
  });
export type EmployeeRecord = z.output<typeof employeeRecord>;

/** Returns the first thing that is wrong with a record, with its field: 'startTime: Use HH:MM'. */
export function reasonOf(error: z.ZodError): string {
  const [first] = error.issues;
  if (!first) return 'Invalid';
  const path = first.path.join('.');
  return path ? `${path}: ${first.message}` : first.message;
}

/** Returns the same as a message. */
export function wordsOf(error: z.ZodError): Message {
  const [first] = error.issues;
  if (!first) return msg('Invalid');
  const text = toMessage(saidBy(first.message));
  const path = first.path.join('.');
  return path ? msg('{label}: {text}', { label: path, text }) : text;
}

/** Returns a text as it can be stored and compared: with a mark for what cannot, so that it is never another record's. */
export const legible = (text: string): string => storable(text.replaceAll('\0', '\ufffd'));

/** Returns the code that names a refused record in the answer, as far as it can be read. */
export function codeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { code, number, recordId, lookup } = value as Record<string, unknown>;
  const said = code ?? recordId ?? number ?? lookup;
  return typeof said === 'string' || typeof said === 'number' ? legible(String(said).slice(0, 60)) : '';
}

/**
 * `key` is the part's key of the record, where it could be read, for callers that need an outcome per line; `words`: what the reason says without its
 * field, where that has values.
 */
export type Rejection = { part: PayrollPart; code: string; reason: string; key?: string; words?: Message };
/** Reasons for refusing a record that is well-formed; programs read them. */
export const REASONS = {
  duplicateCode: 'duplicate-code',
  duplicateNumber: 'duplicate-number',
  duplicateDate: 'duplicate-date',
  duplicateTimeId: 'duplicate-time-id',
  duplicateCard: 'duplicate-card',
  unknownTimeGroup: 'unknown-time-group',
  unknownEmployeeGroup: 'unknown-employee-group',
  unknownJobDescription: 'unknown-job-description',
  unknownEmployee: 'unknown-employee',
  unknownCode: 'unknown-code',
  unknownName: words('There is no such entry'),
  duplicateRate: 'duplicate-rate',
  sentAndDeleted: 'sent-and-deleted',
  rawRecordsAreKept: 'raw-records-are-kept',
  completeWithoutList: 'complete-without-list',
  otherSystem: 'other-system',
} as const;
