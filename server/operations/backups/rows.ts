import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { userInput } from '#contract/access/users.ts';
import { cardOf, isCard, isPin, MAX_CARDS, PIN_OF_CARD } from '#contract/attendance/cards.ts';
import { correctionNote, correctionReason, excuseKind } from '#contract/figures/corrections.ts';
import { ownDayFigures, ownDayWrong } from '#contract/figures/ownDays.ts';
import { deliveryVerdict, MAX_REJECT_REASON } from '#contract/intake/deliveries.ts';
import { MAX_SAMPLE_PIECES } from '#contract/intake/samples.ts';
import { changedWork } from '#contract/intake/workPlans.ts';
import { CONTAINER_HOURS, MAX_LABEL_NUMBER, MAX_LABELS } from '#contract/masterData/containers.ts';
import { hoursRuleFields } from '#contract/masterData/hoursRules.ts';
import { payRuleFields, RATE_KINDS } from '#contract/masterData/payRules.ts';
import { MAX_TEAM_MEMBERS, TEAM_DIVISIONS, teamMember } from '#contract/masterData/teams.ts';
import { PAY_TYPES } from '#contract/money/earnings.ts';
import { payLayout, paySettings, storedPayLine } from '#contract/money/payFiles.ts';
import { CLAIMABLE, claim } from '#contract/office/setup.ts';
import { documentId, language, wallTime } from '#contract/platform/common.ts';
import { MAX_FILTER_IDS } from '#contract/platform/limits.ts';
import { currencyCode, money } from '#contract/platform/money.ts';
import { pieceworkRecord, recordClock, recordCounting, recordMeans } from '#contract/platform/records.ts';
import { userScope } from '#contract/platform/scope.ts';
import { isStorable } from '#contract/platform/storable.ts';
import { words } from '#contract/platform/words.ts';
import { isApproval } from '../../attendance/corrections.sql.ts';
import { excuseSubject } from '../../attendance/ledger.sql.ts';
import { PIN_OF_NUMBER } from '../../attendance/records.sql.ts';
import { TEMPLATE_TABLES } from '../../intake/terminals/dialects/adms/operlog.ts';
import { parseTime } from '../../intake/terminals/time.ts';
import {
  employeeRecord,
  groupRecord,
  holidayRecord,
  lookupEntryRecord,
  standardTimeFields,
} from '../../masterData/records.ts';
import { LIMITS } from './manifest.ts';
import type { BackupTable, ColumnKind } from './tables.ts';

/**
 * Schemas of the rows of a backup: what a payroll sync, a terminal, a phone or an administrator may send, by the same schemas. A file
 * is untrusted, also from an administrator.
 */

/** Accepts only values that the schema leaves as they are: a value that the schema would still change was never stored by this program. */
const stored = (schema: z.ZodType): z.ZodType =>
  z.unknown().superRefine((value, context) => {
    const read = schema.safeParse(value);
    if (!read.success) context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'is not valid' });
    else if (!isDeepStrictEqual(read.data, value))
      context.addIssue({ code: 'custom', message: words('is not as it is stored') });
  });

/** Text without NUL and half characters, which no database keeps. */
const text = (max: number) => z.string().max(max).refine(isStorable, 'has characters that cannot be stored');
/** Text of one line. */
const line = (max: number) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
  text(max).regex(/^[^\u0000-\u001f\u007f]*$/, 'has control characters');
const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const DECIMAL = z.string().regex(/^-?\d{1,12}(\.\d{1,3})?$/);
/** Instants that are valid both in the database and in the program. */
const INSTANT = z.iso
  .datetime({ offset: true })
  .refine((value) => value >= '1900' && value < '2200', 'is not of these centuries');

const KINDS: Record<ColumnKind, z.ZodType> = {
  uuid: z.uuid(),
  text: text(8_000),
  whole: z.int(),
  flag: z.boolean(),
  json: z.json(),
  date: z.iso.date(),
  instant: INSTANT,
  decimal: DECIMAL,
  texts: z.array(line(60)).max(200),
};

const STANDING = z.enum(['counted', 'future-clock', 'duplicate', 'taken-back', 'quarantined', 'rejected']);
const named = { system_id: line(60) };
const made = { clock: recordClock, means: recordMeans };
/** A PIN, the number of a new person who had none when they clocked, or a card. */
const timeId = text(PIN_OF_NUMBER.length + 60).refine(
  (value) => value.length <= 24 || value.startsWith(PIN_OF_NUMBER) || value.startsWith(PIN_OF_CARD),
  'is too long for a PIN',
);
const who = { time_id: timeId, source: text(200), record_id: text(200) };
const standardTime = standardTimeFields.shape;
const employee = employeeRecord.shape;
const piecework = pieceworkRecord.shape;
const staff = userInput.shape;
const payType = z.enum(PAY_TYPES);
/** As terminals' punches are stored: a moment that is on a calendar. */
function isLocalTime(text: string): boolean {
  const time = parseTime(text);
  return time !== null && 'local' in time && time.local === text;
}
/** The columns of every row of the ledger of corrections. */
const ledger = {
  kind: z.enum(['add', 'void', 'replace', 'undo']),
  reason: z.enum([...correctionReason.options, 'excused', 'approved', 'undone']),
  note: correctionNote,
  made_by_name: line(300),
  days: z.array(z.iso.date()).max(200),
};
/** By table, a condition on all columns of a row together; the database has the same one. */
const WHOLE: Record<string, (row: Record<string, unknown>) => boolean> = {
  punch_correction: ({ kind, undoes, employee_id, at, direction, clock_record_id }) =>
    (kind === 'undo') === (undoes !== null) &&
    (kind !== 'add' || (employee_id !== null && at !== null && direction !== null)) &&
    ((kind !== 'void' && kind !== 'replace') || clock_record_id !== null),
  entry_correction: ({ kind, undoes, employee_id, units, started_at, piecework_entry_id }) =>
    (kind === 'undo') === (undoes !== null) &&
    ((kind !== 'add' && kind !== 'replace') || (employee_id !== null && units !== null && started_at !== null)) &&
    ((kind !== 'void' && kind !== 'replace') || piecework_entry_id !== null),
  excuse: ({ kind, undoes, judgement, excused_as, from_day, to_day }) =>
    (kind === 'undo') === (undoes !== null) &&
    (kind !== 'excuse' ||
      (judgement !== null &&
        (excused_as === null) === isApproval(String(judgement)) &&
        String(from_day) <= String(to_day) &&
        to_day !== null)),
  pay_file_event: ({ kind, system_id }) => (kind === 'taken') === (system_id !== null),
  period_lock: ({ kind, undoes, from_day, to_day, facts, data_version }) =>
    (kind === 'reopen') === (undoes !== null) &&
    (kind !== 'lock' ||
      (String(from_day) <= String(to_day) && to_day !== null && facts !== null && data_version !== null)),
};

const activity = z.strictObject({ from: z.iso.date().nullable(), isActive: z.boolean() });

/** By table and column, rules where the kind of the column is not strict enough. */
const CARDS = z
  .array(z.string().refine((card) => isCard(card) && cardOf(card) === card, 'is not a card number'))
  .max(MAX_CARDS);
const RULES: Record<string, Record<string, z.ZodType>> = {
  payroll_system: { ...named, name: line(200), claims: z.array(claim).max(CLAIMABLE.length) },
  work_group: {
    ...named,
    kind: z.enum(['time', 'employee', 'job']),
    code: groupRecord.shape.code,
    name: groupRecord.shape.name,
  },
  container_delivery: {
    container: text(60),
    verdict: deliveryVerdict,
    reason: text(MAX_REJECT_REASON),
    source: text(200),
    record_id: text(200),
    ...made,
  },
  quality_sample: {
    container: text(60),
    pieces: z.int().min(1).max(MAX_SAMPLE_PIECES),
    found: z.record(documentId, z.int().min(0).max(MAX_SAMPLE_PIECES)),
    source: text(200),
    record_id: text(200),
    ...made,
  },
  defect: { name: z.string().min(1).max(40) },
  team: {
    name: z.string().min(1).max(60),
    division: z.enum(TEAM_DIVISIONS),
    members: z.array(teamMember).max(MAX_TEAM_MEMBERS),
  },
  team_entry: {
    lookup1_code: piecework.lookup1Code,
    lookup2_code: piecework.lookup2Code,
    source: text(200),
    record_id: text(200),
    made_by_name: line(300),
    ...made,
  },
  container_kind: {
    name: z.string().min(1).max(60),
    units: z.string().regex(/^\d{1,12}(\.\d{1,3})?$/),
    lookup1_code: text(60),
    hours: z.int().min(1).max(CONTAINER_HOURS.most),
    last_label: z
      .int()
      .min(0)
      .max(MAX_LABEL_NUMBER + MAX_LABELS),
  },
  lookup_entry: { ...named, lookup: z.literal([1, 2]), ...lookupEntryRecord.shape },
  standard_time: {
    ...named,
    code: standardTime.code,
    weekday: standardTime.weekday,
    start_time: standardTime.startTime,
    end_time: standardTime.endTime,
    breaks: standardTime.breaks,
    grace_minutes: standardTime.graceMinutes,
    break_grace_minutes: standardTime.breakGraceMinutes,
    pre_minutes: standardTime.preMinutes,
    post_minutes: standardTime.postMinutes,
  },
  holiday: { ...named, code: holidayRecord.shape.code, name: holidayRecord.shape.name },
  hours_rule: { ...named, code: holidayRecord.shape.code, rule: z.object(hoursRuleFields) },
  pay_rule: { rule: z.object(payRuleFields) },
  pay_profile: { version: z.int().min(1), name: line(120), layout: payLayout, settings: paySettings },
  pay_file: {
    number: z.int().min(1),
    currency: currencyCode,
    people: z.int().min(0),
    lines: z.int().min(0),
    total: money,
    left_out: z.int().min(0),
    sha256: SHA256,
    data_version: z.int().min(0),
    made_by_name: line(300),
  },
  pay_file_part: {
    ...{ number: employee.number, first_name: employee.firstName, last_name: employee.lastName },
    ...{ nth: z.int().min(0), first_line: z.int().min(1), lines: z.array(storedPayLine).max(1_000) },
  },
  pay_file_event: {
    kind: z.enum(['download', 'taken']),
    profile_name: line(120),
    profile_version: z.int().min(1),
    sha256: SHA256,
    system_id: line(60),
    made_by_name: line(300),
  },
  pay_rate: {
    ...named,
    code: holidayRecord.shape.code,
    kind: z.enum(RATE_KINDS),
    amount: z.string().regex(/^\d{1,8}\.\d{4}$/),
    lookup1_code: holidayRecord.shape.code,
    lookup2_code: holidayRecord.shape.code,
  },
  piecework_entry: {
    ...named,
    ...who,
    employee_number: text(60),
    lookup1_code: piecework.lookup1Code,
    lookup2_code: piecework.lookup2Code,
    job_description_code: piecework.jobDescription,
    duration_ms: piecework.durationMs,
    counting: recordCounting,
    container: text(60),
    ...made,
    standing: STANDING,
  },
  employee: {
    ...named,
    code: employee.code,
    number: employee.number,
    first_name: employee.firstName,
    last_name: employee.lastName,
    phone_number: employee.phoneNumber,
    own_days_pin: z
      .string()
      .max(1_000)
      .regex(/^s1\.[\w-]+$/),
    time_id: employee.timeId,
    cards: CARDS,
    pay_type: payType,
    terms_from: z.null(),
    locked_terms: z
      .array(
        z.strictObject({
          ...{ until: z.iso.date(), payType },
          ...{ employeeGroupId: z.uuid().nullable(), jobDescriptionId: z.uuid().nullable() },
        }),
      )
      .max(1_000),
    activity: z.array(activity).max(1_000),
    time_groups: z
      .array(z.strictObject({ from: z.iso.date().nullable(), timeGroupId: z.uuid().nullable() }))
      .max(1_000),
  },
  former_name: {
    ...{ number: employee.number, first_name: employee.firstName, last_name: employee.lastName },
    ...{ time_id: employee.timeId, cards: CARDS },
  },
  biometric_template: {
    time_id: z.string().refine(isPin, 'is not a PIN'),
    kind: z.enum(TEMPLATE_TABLES),
    slot: text(100),
    sealed: z
      .string()
      .max(LIMITS.lineBytes)
      .regex(/^s1\.[\w-]+$/),
  },
  clock_record: {
    ...named,
    ...who,
    direction: z.enum(['in', 'out', 'auto']),
    ...made,
    standing: STANDING,
    local_time: z.string().refine(isLocalTime, 'is not a local time'),
    sent_status: z.int().min(0).max(99_999),
    verify_mode: z.int().min(0).max(99_999),
    work_code: text(40),
  },
  punch_correction: { ...ledger, direction: z.enum(['in', 'out']) },
  entry_correction: {
    ...ledger,
    lookup1_code: piecework.lookup1Code,
    lookup2_code: piecework.lookup2Code,
    job_description_code: piecework.jobDescription,
    duration_ms: piecework.durationMs,
  },
  excuse: { ...ledger, kind: z.enum(['excuse', 'undo']), judgement: excuseSubject, excused_as: excuseKind },
  period_lock: {
    kind: z.enum(['lock', 'reopen']),
    note: correctionNote,
    made_by_name: line(300),
    to_fix: z.int().min(0),
    to_decide: z.int().min(0),
    data_version: z.int().min(0),
    facts: z.record(z.iso.date(), z.string().max(64)),
  },
  new_person: { pin: line(67).min(1), name: line(100).min(1) },
  day_note: {
    text: line(500).min(1),
    scope: z.partialRecord(userScope.keyof(), z.array(z.uuid()).max(MAX_FILTER_IDS)),
    made_by_name: line(300),
  },
  work_plan: {
    start_time: wallTime,
    lookup1_code: piecework.lookup1Code,
    lookup2_code: piecework.lookup2Code,
    made_by_name: line(300),
    changed: changedWork,
  },
  exception_review: { key: line(200), evidence: line(64), made_by_name: line(300), note: correctionNote },
  own_day_act: {
    ...{ ...made, source: who.source, record_id: who.record_id },
    wrong: ownDayWrong,
    shown: ownDayFigures,
    shown_checksum: line(64),
    office_checksum: line(64),
    proof: line(81).nullish(),
  },
  app_user: {
    username: staff.username,
    email: staff.email,
    first_name: staff.firstName,
    last_name: staff.lastName,
    role: z.literal('employer'),
    // Sealed; a file of format 1 has the hash itself.
    password_hash: z
      .string()
      .max(1_000)
      .regex(/^(s1\.[\w-]+|\$argon2id\$[\w$=,+/.-]{20,400})$/),
  },
};

/** Returns the schema of a table's lines in a file: the table's name and exactly its columns. */
export const lineSchema = (table: BackupTable) => {
  const columns = Object.entries(table.columns).map(([column, kind]) => {
    const rule = RULES[table.name]?.[column];
    const schema = rule ? stored(rule) : KINDS[kind];
    if (table.added?.includes(column)) return [column, schema.nullish()] as const;
    return [column, table.nullable.includes(column) ? schema.nullable() : schema] as const;
  });
  const isWhole = WHOLE[table.name] ?? (() => true);
  return z
    .strictObject({ t: z.literal(table.name), ...Object.fromEntries(columns) })
    .refine(isWhole, { error: 'does not hold together' });
};

/** A line of users, by name: what the restore of users works on (restoreUsers.ts). */
export const userLine = z.looseObject({
  user_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_active: z.boolean(),
  password_hash: z.string().nullable(),
  modules: z.array(z.string()),
  permissions: z.array(z.string()),
  employee_id: z.uuid().nullish(),
  /** Absent in files from before there were scopes. */
  scope: userScope.nullish(),
  /** Absent in files from before users had one; null where this version does not know it. */
  language: language.nullish().catch(null),
});
export type UserLine = z.output<typeof userLine>;
