import type { BackupItem } from '#contract/backups.ts';

/**
 * The contents of a backup, column by column, in one place: what is read, how a line of the file is checked, and how it is restored. Derived columns
 * (day facts, change versions, counters) are left out, because they are computed again.
 */
export type ColumnKind = 'uuid' | 'text' | 'whole' | 'flag' | 'json' | 'date' | 'instant' | 'decimal' | 'texts';
export type BackupTable = {
  name: string;
  key: string;
  columns: Record<string, ColumnKind>;
  /** Columns that may be null. */
  nullable: readonly string[];
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
  /** Each row has the data version of its last change, by which V2 devices fetch what changed. */
  isVersioned?: true;
  /** A condition on the rows that a backup includes, besides the account (SQL without parameters). */
  only?: string;
};

const named = { system_id: 'text', code: 'text' } as const;

/** The columns of every row of the ledger of corrections (spec/corrections.md, Data). */
const act = {
  undoes: 'uuid',
  note: 'text',
  made_by: 'uuid',
  made_by_name: 'text',
  received_at: 'instant',
} as const;
const corrected = { act_id: 'uuid', kind: 'text', ...act, days: 'texts', reason: 'text', in_bulk: 'flag' } as const;
const unsaid = ['undoes', 'note', 'made_by'];
/** Rows are only ever added: tenants cannot delete them, but a restore can, on the system path. */
const ledger = { raw: true, isLedger: true, unique: [['undoes']] } as const;

const PAYROLL: BackupTable[] = [
  {
    name: 'payroll_system',
    key: 'payroll_system_id',
    columns: {
      payroll_system_id: 'uuid',
      system_id: 'text',
      name: 'text',
      last_sync: 'instant',
      claims: 'texts',
      adopts: 'flag',
    },
    nullable: ['last_sync'],
    added: ['claims', 'adopts'],
    defaults: { adopts: 'false' },
    unique: [['system_id']],
  },
  {
    name: 'work_group',
    key: 'group_id',
    columns: { group_id: 'uuid', kind: 'text', ...named, name: 'text', deleted_at: 'instant' },
    nullable: ['deleted_at'],
    unique: [['kind', 'system_id', 'code']],
  },
  {
    name: 'lookup_entry',
    key: 'lookup_entry_id',
    isVersioned: true,
    columns: { lookup_entry_id: 'uuid', lookup: 'whole', ...named, description: 'text', deleted_at: 'instant' },
    nullable: ['deleted_at'],
    unique: [['lookup', 'code']],
  },
  {
    name: 'standard_time',
    key: 'standard_time_id',
    columns: {
      standard_time_id: 'uuid',
      ...named,
      time_group_id: 'uuid',
      weekday: 'whole',
      start_time: 'text',
      end_time: 'text',
      breaks: 'json',
      grace_minutes: 'whole',
      break_grace_minutes: 'whole',
      pre_minutes: 'whole',
      post_minutes: 'whole',
      effective_from: 'date',
      is_rest: 'flag',
      deleted_at: 'instant',
    },
    nullable: ['effective_from', 'deleted_at'],
    added: ['is_rest'],
    defaults: { is_rest: 'false' },
    unique: [['system_id', 'code']],
  },
  {
    name: 'holiday',
    key: 'holiday_id',
    columns: { holiday_id: 'uuid', ...named, name: 'text', date: 'date', time_group_id: 'uuid', deleted_at: 'instant' },
    nullable: ['time_group_id', 'deleted_at'],
    unique: [['system_id', 'code']],
  },
  {
    name: 'piecework_entry',
    key: 'piecework_entry_id',
    raw: true,
    columns: {
      piecework_entry_id: 'uuid',
      employee_id: 'uuid',
      time_id: 'text',
      employee_number: 'text',
      lookup1_code: 'text',
      lookup2_code: 'text',
      job_description_code: 'text',
      units: 'decimal',
      started_at: 'instant',
      ended_at: 'instant',
      duration_ms: 'whole',
      device_id: 'uuid',
      system_id: 'text',
      source: 'text',
      record_id: 'text',
      received_at: 'instant',
      standing: 'text',
      clock: 'text',
      means: 'text',
    },
    added: ['clock', 'means'],
    nullable: [
      'clock',
      'means',
      'employee_id',
      'time_id',
      'employee_number',
      'lookup1_code',
      'lookup2_code',
      'job_description_code',
      'ended_at',
      'duration_ms',
      'device_id',
      'system_id',
    ],
  },
  {
    name: 'entry_correction',
    key: 'correction_id',
    ...ledger,
    columns: {
      correction_id: 'uuid',
      ...corrected,
      piecework_entry_id: 'uuid',
      employee_id: 'uuid',
      units: 'decimal',
      started_at: 'instant',
      ended_at: 'instant',
      duration_ms: 'whole',
      lookup1_code: 'text',
      lookup2_code: 'text',
    },
    nullable: [
      ...unsaid,
      ...[
        'piecework_entry_id',
        'employee_id',
        'units',
        'started_at',
        'ended_at',
        'duration_ms',
        'lookup1_code',
        'lookup2_code',
      ],
    ],
  },
];

const EMPLOYEES: BackupTable[] = [
  {
    name: 'employee',
    key: 'employee_id',
    isVersioned: true,
    columns: {
      employee_id: 'uuid',
      ...named,
      number: 'text',
      first_name: 'text',
      last_name: 'text',
      is_active: 'flag',
      activity: 'json',
      inactive_from: 'date',
      time_id: 'text',
      time_group_id: 'uuid',
      time_groups: 'json',
      employee_group_id: 'uuid',
      job_description_id: 'uuid',
      received_at: 'instant',
      deleted_at: 'instant',
    },
    nullable: [
      'inactive_from',
      'time_id',
      'time_group_id',
      'time_groups',
      'employee_group_id',
      'job_description_id',
      'received_at',
      'deleted_at',
    ],
    added: ['received_at', 'time_groups'],
    unique: [['system_id', 'code'], ['number'], ['time_id']],
  },
];

const TEMPLATES: BackupTable[] = [
  {
    name: 'biometric_template',
    key: 'template_id',
    columns: {
      template_id: 'uuid',
      time_id: 'text',
      kind: 'text',
      slot: 'text',
      sealed: 'text',
      received_at: 'instant',
      employee_id: 'uuid',
    },
    nullable: ['employee_id'],
    added: ['employee_id'],
  },
];

const CLOCK_RECORDS: BackupTable[] = [
  {
    name: 'clock_record',
    key: 'clock_record_id',
    raw: true,
    columns: {
      clock_record_id: 'uuid',
      employee_id: 'uuid',
      time_id: 'text',
      at: 'instant',
      direction: 'text',
      device_id: 'uuid',
      system_id: 'text',
      source: 'text',
      record_id: 'text',
      received_at: 'instant',
      raw: 'text',
      standing: 'text',
      clock: 'text',
      means: 'text',
      local_time: 'text',
      sent_status: 'whole',
      verify_mode: 'whole',
      work_code: 'text',
    },
    nullable: [
      ...['employee_id', 'time_id', 'device_id', 'system_id', 'record_id', 'raw', 'clock', 'means'],
      ...['local_time', 'sent_status', 'verify_mode', 'work_code'],
    ],
    added: ['clock', 'means', 'local_time', 'sent_status', 'verify_mode', 'work_code'],
  },
  {
    name: 'punch_correction',
    key: 'correction_id',
    ...ledger,
    columns: {
      correction_id: 'uuid',
      ...corrected,
      clock_record_id: 'uuid',
      employee_id: 'uuid',
      at: 'instant',
      direction: 'text',
    },
    nullable: [...unsaid, 'clock_record_id', 'employee_id', 'at', 'direction'],
  },
  {
    name: 'excuse',
    key: 'excuse_id',
    ...ledger,
    columns: {
      excuse_id: 'uuid',
      ...corrected,
      employee_id: 'uuid',
      judgement: 'text',
      excused_as: 'text',
      from_day: 'date',
      to_day: 'date',
    },
    nullable: [...unsaid, 'judgement', 'excused_as', 'from_day', 'to_day'],
  },
  {
    name: 'period_lock',
    key: 'lock_id',
    ...ledger,
    columns: {
      lock_id: 'uuid',
      kind: 'text',
      ...act,
      from_day: 'date',
      to_day: 'date',
      to_fix: 'whole',
      to_decide: 'whole',
      facts: 'json',
      data_version: 'whole',
    },
    nullable: [...unsaid, 'from_day', 'to_day', 'to_fix', 'to_decide', 'facts', 'data_version'],
  },
  {
    name: 'exception_review',
    key: 'review_id',
    raw: true,
    isLedger: true,
    columns: {
      review_id: 'uuid',
      act_id: 'uuid',
      key: 'text',
      evidence: 'text',
      in_bulk: 'flag',
      made_by: 'uuid',
      made_by_name: 'text',
      received_at: 'instant',
    },
    nullable: ['made_by'],
  },
];

const USERS: BackupTable[] = [
  {
    name: 'app_user',
    key: 'user_id',
    only: "role = 'employer'",
    columns: {
      user_id: 'uuid',
      username: 'text',
      email: 'text',
      first_name: 'text',
      last_name: 'text',
      role: 'text',
      is_active: 'flag',
      password_hash: 'text',
      modules: 'texts',
      permissions: 'texts',
      search_text: 'text',
      employee_id: 'uuid',
    },
    nullable: ['password_hash', 'employee_id'],
    added: ['employee_id'],
  },
];

/** Items in the order of their restore: rows come after those that they refer to. */
export const ITEM_TABLES: [BackupItem, string, BackupTable[]][] = [
  ['Payroll Data', 'data/payroll-data.ndjson', PAYROLL],
  ['Employees', 'data/employees.ndjson', EMPLOYEES],
  ['Biometric Templates', 'data/biometric-templates.ndjson', TEMPLATES],
  ['Clock Records', 'data/clock-records.ndjson', CLOCK_RECORDS],
  ['Users', 'data/users.ndjson', USERS],
];
export const TABLES = new Map(
  ITEM_TABLES.flatMap(([, , tables]) => tables.map((table) => [table.name, table] as const)),
);
