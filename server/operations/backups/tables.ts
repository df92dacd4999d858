import type { BackupItem } from '#contract/operations/backups.ts';

/**
 * The rules about the tables of a backup. The names, kinds and nullability of their columns come from the database's catalogue (columns.sql.ts):
 * every column travels, except the account's id and what is named here.
 */
export type TableRule = {
  name: string;
  key: string;
  /** Columns that never travel: they are computed again, or belong to this installation alone. */
  stays?: readonly string[];
  /** Columns that files of earlier versions lack. */
  added?: readonly string[];
  /** Values for those that may not be null (SQL). */
  defaults?: Readonly<Record<string, string>>;
  /** Further columns that are unique within an account: a merged row may conflict with another one by them. */
  unique?: readonly (readonly string[])[];
  /** Raw records, received and never changed: read in slices; the others are read in one snapshot. */
  raw?: true;
  /** Of the ledger of corrections: a tenant cannot delete its rows. */
  isLedger?: true;
  /** Its rows were handed over: a replace keeps those that were received after its file was made, as the file cannot have them. */
  keepsNewer?: true;
  /** Each row has the data version of its last change (changed_version), by which V2 devices fetch what changed; a restore sets it. */
  isVersioned?: true;
  /** A condition on the rows that a backup includes, besides the account (SQL without parameters). */
  only?: string;
};
export type ColumnKind = 'uuid' | 'text' | 'whole' | 'flag' | 'json' | 'date' | 'instant' | 'decimal' | 'texts';
export type BackupTable = TableRule & {
  columns: Record<string, ColumnKind>;
  /** Columns that may be null. */
  nullable: readonly string[];
};

/** Returns the instant after which a replace keeps the raw rows of a table. `madeAt`: when its file was made. */
export const keptSince = ({ keepsNewer }: TableRule, madeAt: string | undefined, startedAt: Date) =>
  keepsNewer && madeAt !== undefined && Date.parse(madeAt) < startedAt.getTime() ? new Date(madeAt) : startedAt;

/** Rows are only ever added: tenants cannot delete them, but a restore can, on the system path. */
const ledger = { raw: true, isLedger: true, unique: [['undoes']] } as const;
const handedOver = { raw: true, isLedger: true, keepsNewer: true } as const;
const made = ['clock', 'means'];

const PAYROLL: TableRule[] = [
  {
    name: 'payroll_system',
    key: 'payroll_system_id',
    stays: ['sent_employees', 'matching_employees'],
    added: ['claims', 'adopts'],
    defaults: { adopts: 'false' },
    unique: [['system_id']],
  },
  { name: 'work_group', key: 'group_id', unique: [['kind', 'system_id', 'code']] },
  {
    name: 'container_kind',
    key: 'container_kind_id',
    added: ['keeps_rejected'],
    defaults: { keeps_rejected: 'false' },
  },
  { name: 'defect', key: 'defect_id' },
  { name: 'team', key: 'team_id' },
  { name: 'lookup_entry', key: 'lookup_entry_id', isVersioned: true, unique: [['lookup', 'code']] },
  {
    name: 'standard_time',
    key: 'standard_time_id',
    added: ['is_rest'],
    defaults: { is_rest: 'false' },
    unique: [['system_id', 'code']],
  },
  { name: 'holiday', key: 'holiday_id', unique: [['system_id', 'code']] },
  { name: 'hours_rule', key: 'hours_rule_id', unique: [['system_id', 'code']] },
  { name: 'pay_rule', key: 'pay_rule_id', added: ['employee_id'] },
  { name: 'pay_profile', key: 'pay_profile_id' },
  { name: 'pay_file', key: 'pay_file_id', ...handedOver, unique: [['number']] },
  { name: 'pay_file_part', key: 'pay_file_part_id', ...handedOver, unique: [['pay_file_id', 'nth']] },
  { name: 'pay_file_event', key: 'pay_file_event_id', ...handedOver },
  { name: 'team_entry', key: 'team_entry_id', raw: true, unique: [['source', 'record_id']] },
  {
    name: 'piecework_entry',
    key: 'piecework_entry_id',
    raw: true,
    added: [...made, 'counting', 'container', 'container_kind_id', 'full_until', 'on_date', 'team_entry_id'],
  },
  {
    name: 'entry_correction',
    key: 'correction_id',
    ...ledger,
    added: ['job_description_code', 'counts_again', 'on_date'],
    defaults: { counts_again: 'false' },
  },
];

const EMPLOYEES: TableRule[] = [
  {
    name: 'employee',
    key: 'employee_id',
    isVersioned: true,
    added: [
      'received_at',
      'time_groups',
      'pay_type',
      'locked_terms',
      'terms_from',
      'cards',
      'phone_number',
      'own_days_pin',
    ],
    defaults: { pay_type: "'both'", cards: "'{}'" },
    unique: [['system_id', 'code'], ['number'], ['time_id']],
  },
  // Those of after the file was made are in the trail, and stay.
  { name: 'former_name', key: 'former_name_id', raw: true, keepsNewer: true },
  { name: 'pay_rate', key: 'pay_rate_id', unique: [['system_id', 'kind', 'code']] },
  { name: 'consent_text', key: 'consent_text_id', ...handedOver, unique: [['version']] },
  // What was withdrawn after the file was made stays so.
  { name: 'consent', key: 'consent_id', ...handedOver },
];

const TEMPLATES: TableRule[] = [{ name: 'biometric_template', key: 'template_id', added: ['employee_id'] }];

const CLOCK_RECORDS: TableRule[] = [
  {
    name: 'clock_record',
    key: 'clock_record_id',
    raw: true,
    added: [...made, 'local_time', 'sent_status', 'verify_mode', 'work_code'],
  },
  { name: 'punch_correction', key: 'correction_id', ...ledger },
  { name: 'excuse', key: 'excuse_id', ...ledger },
  { name: 'period_lock', key: 'lock_id', ...ledger, added: ['rules'], defaults: { rules: '1' } },
  {
    name: 'exception_review',
    key: 'review_id',
    raw: true,
    isLedger: true,
    unique: [['undoes']],
    added: ['note', 'undoes'],
  },
  { name: 'own_day_act', key: 'act_id', raw: true, unique: [['source', 'record_id'], ['proof']], added: ['proof'] },
  { name: 'container_delivery', key: 'delivery_id', raw: true, unique: [['source', 'record_id']] },
  { name: 'quality_sample', key: 'sample_id', raw: true, unique: [['source', 'record_id']] },
  { name: 'new_person', key: 'new_person_id', raw: true, unique: [['device_id', 'pin']] },
  { name: 'day_note', key: 'note_id', raw: true },
  { name: 'work_plan', key: 'plan_id', raw: true, unique: [['device_id', 'day', 'start_time']] },
];

const USERS: TableRule[] = [
  {
    name: 'app_user',
    key: 'user_id',
    // The password's hash travels sealed (seals.ts).
    stays: [
      'password_changed_at',
      'must_change_password',
      'created_at',
      'created_by',
      'modified_at',
      'modified_by',
      'has_factor',
    ],
    only: "role = 'employer'",
    added: ['employee_id', 'scope', 'choices', 'language'],
  },
];

/** Items in the order of their restore: rows come after those that they refer to. */
export const ITEM_RULES: [BackupItem, string, TableRule[]][] = [
  ['Payroll Data', 'data/payroll-data.ndjson', PAYROLL],
  ['Employees', 'data/employees.ndjson', EMPLOYEES],
  ['Biometric Templates', 'data/biometric-templates.ndjson', TEMPLATES],
  ['Clock Records', 'data/clock-records.ndjson', CLOCK_RECORDS],
  ['Users', 'data/users.ndjson', USERS],
];
