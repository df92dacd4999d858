-- Two kinds of tables:
--   tenant tables have account_id, first in their primary key, in every unique constraint and in every foreign key;
--   row level security is applied to each of them by the migration runner (spec/security.md S-30).
--   directory tables find the account of a request that does not name one (a token, a serial number, a login name);
--   they have owner_account_id and are not readable by the tenant role.
-- Instants are timestamptz, local dates are date, ids are UUIDv7 made by the server.

create table account (
  account_id uuid primary key,
  code text not null,
  code_key text not null unique,
  name text not null,
  is_system boolean not null default false,
  is_active boolean not null default true,
  holder jsonb not null,
  license jsonb not null,
  time_zone text not null,
  allowed_system_ids text[] not null default '{}',
  store_templates boolean not null default false,
  lookup1_name text not null default 'Lookup 1',
  lookup2_name text not null default 'Lookup 2',
  -- Lower case, accents removed: what the account search looks in.
  search_text text not null,
  data_version bigint not null default 1,
  data_changed_at timestamptz,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text
);
-- With the text that is searched, so that a search reads the index alone.
create index account_by_name on account (name, account_id) include (search_text);

create table app_user (
  account_id uuid not null references account on delete cascade,
  user_id uuid not null,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('admin', 'employer', 'device')),
  is_active boolean not null default true,
  -- PHC string of argon2id; null until a password was set.
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  modules text[] not null default '{}',
  permissions text[] not null default '{}',
  search_text text not null,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  primary key (account_id, user_id)
);

-- Usernames and email addresses, lower case: each signs in one user of one account.
create table login_name (
  name_key text primary key,
  owner_account_id uuid not null references account on delete cascade,
  user_id uuid not null
);
create index login_name_of_user on login_name (owner_account_id, user_id);
-- Finds the account of a user that only an id names.
create index login_name_by_user_id on login_name (user_id);

create table session (
  token_hash bytea primary key,
  session_id uuid not null unique,
  owner_account_id uuid not null,
  user_id uuid not null,
  browser_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when a log-in on another device ended it: answers SESSION_REPLACED instead of SESSION_EXPIRED.
  replaced_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) on delete cascade
);
create index session_of_user on session (owner_account_id, user_id);
create index session_expiry on session (expires_at);

-- Single-use links: password resets, invitations, session transfers.
create table single_use_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invitation', 'transfer')),
  owner_account_id uuid not null,
  user_id uuid not null,
  -- Of a transfer: the session it continues.
  session_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) on delete cascade
);
create index single_use_token_of_user on single_use_token (owner_account_id, user_id, purpose);

-- Counters of failed or repeated attempts, shared by all processes (S-03, S-10, S-12, S-44, S-80).
create table throttle (
  throttle_key text primary key,
  window_start timestamptz not null,
  hits int not null,
  blocked_until timestamptz,
  strikes int not null default 0
);

create table known_network (
  owner_account_id uuid not null,
  user_id uuid not null,
  network text not null,
  succeeded_at timestamptz not null,
  primary key (owner_account_id, user_id, network)
);

create table audit_entry (
  account_id uuid not null,
  audit_entry_id uuid not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  target text,
  address text,
  result text not null check (result in ('ok', 'refused')),
  detail text,
  primary key (account_id, audit_entry_id)
);
create index audit_entry_newest on audit_entry (account_id, at desc, audit_entry_id desc);

create table idempotency_key (
  account_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  status int not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (account_id, idempotency_key)
);

-- Payroll: what the account's systems synced, by their own codes.

create table payroll_system (
  account_id uuid not null references account on delete cascade,
  payroll_system_id uuid not null,
  system_id text not null,
  name text not null,
  last_sync timestamptz,
  primary key (account_id, payroll_system_id),
  unique (account_id, system_id)
);

create table sync_key (
  account_id uuid not null references account on delete cascade,
  sync_key_id uuid not null,
  system_id text,
  description text not null,
  created_at timestamptz not null,
  created_by text,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, sync_key_id)
);
create table sync_key_directory (
  key_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  sync_key_id uuid not null
);

-- kind: time, employee, job. system_id is the payroll system's own name for itself.
create table work_group (
  account_id uuid not null references account on delete cascade,
  group_id uuid not null,
  kind text not null check (kind in ('time', 'employee', 'job')),
  system_id text not null,
  code text not null,
  name text not null,
  deleted_at timestamptz,
  primary key (account_id, group_id),
  unique (account_id, kind, system_id, code)
);

create table lookup_entry (
  account_id uuid not null references account on delete cascade,
  lookup_entry_id uuid not null,
  lookup smallint not null check (lookup in (1, 2)),
  system_id text not null,
  code text not null,
  description text not null,
  deleted_at timestamptz,
  changed_version bigint not null default 0,
  primary key (account_id, lookup_entry_id),
  unique (account_id, lookup, code)
);

create table standard_time (
  account_id uuid not null references account on delete cascade,
  standard_time_id uuid not null,
  system_id text not null,
  code text not null,
  time_group_id uuid not null,
  weekday smallint not null check (weekday between 1 and 7),
  start_time text not null,
  end_time text not null,
  breaks jsonb not null default '[]',
  grace_minutes int not null default 5,
  break_grace_minutes int not null default 5,
  pre_minutes int not null default 120,
  post_minutes int not null default 240,
  effective_from date,
  deleted_at timestamptz,
  primary key (account_id, standard_time_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group (account_id, group_id) deferrable
);

create table holiday (
  account_id uuid not null references account on delete cascade,
  holiday_id uuid not null,
  system_id text not null,
  code text not null,
  name text not null,
  date date not null,
  time_group_id uuid,
  deleted_at timestamptz,
  primary key (account_id, holiday_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group (account_id, group_id) deferrable
);

create table employee (
  account_id uuid not null references account on delete cascade,
  employee_id uuid not null,
  system_id text not null,
  code text not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  -- The last word: what the list shows.
  is_active boolean not null,
  -- [{"from": "YYYY-MM-DD" | null, "isActive": boolean}], by date: activity as of each local date (rule 13).
  activity jsonb not null default '[]',
  inactive_from date,
  time_id text,
  time_group_id uuid,
  employee_group_id uuid,
  job_description_id uuid,
  deleted_at timestamptz,
  -- The account's data version at the last change: the cursor of V2 devices.
  changed_version bigint not null default 0,
  primary key (account_id, employee_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group (account_id, group_id) deferrable,
  foreign key (account_id, employee_group_id) references work_group (account_id, group_id) deferrable,
  foreign key (account_id, job_description_id) references work_group (account_id, group_id) deferrable
);
create unique index employee_number on employee (account_id, number) where deleted_at is null;
create unique index employee_time_id on employee (account_id, time_id) where deleted_at is null and time_id is not null;
create index employee_changed on employee (account_id, changed_version);

-- Devices.

create table device (
  account_id uuid not null references account on delete cascade,
  device_id uuid not null,
  device_type text not null check (device_type in ('ADMS', 'V1', 'V2')),
  kind text not null check (kind in ('adms', 'managed', 'unmanaged', 'standalone')),
  is_offline boolean not null default false,
  description text not null,
  serial_number text not null,
  imei text,
  mdm_profile text,
  is_activated boolean not null default false,
  device_info jsonb,
  -- Any contact at all, and the newest accepted data.
  last_contact timestamptz,
  last_data timestamptz,
  sync_requested_at timestamptz,
  -- Terminals: dialect as announced, options of the administrator, flight recorder.
  dialect text,
  trust_direction boolean not null default true,
  time_zone text,
  secret_path text,
  state jsonb not null default '{}',
  drift_ms int,
  accepted_count bigint not null default 0,
  duplicate_count bigint not null default 0,
  code_sent_at timestamptz,
  activated_at timestamptz,
  first_contact timestamptz,
  first_record timestamptz,
  deleted_at timestamptz,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  primary key (account_id, device_id)
);

-- Serial numbers of terminals: each belongs to one account.
create table terminal_directory (
  serial_number text primary key,
  owner_account_id uuid not null references account on delete cascade,
  device_id uuid not null
);
create table device_token_directory (
  token_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  device_id uuid not null
);
-- Activation codes of V2 devices, stored as HMAC; and the unguessable address of an enrolment QR code.
create table activation_directory (
  code_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  device_id uuid not null,
  qr_path text unique,
  qr_payload text,
  qr_size int,
  -- Encrypted under the instance key, so that the code can be mailed or shown again until it is used.
  code_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index activation_of_device on activation_directory (owner_account_id, device_id);

create table terminal_sighting (
  serial_number text primary key,
  model text,
  address text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  attempts int not null
);

create table device_employee (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  primary key (account_id, device_id, employee_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade,
  foreign key (account_id, employee_id) references employee (account_id, employee_id) on delete cascade
);
create index device_employee_by_employee on device_employee (account_id, employee_id);

create table terminal_command (
  account_id uuid not null,
  device_id uuid not null,
  command_id text not null,
  command text not null,
  status text not null check (status in ('queued', 'sent', 'done', 'failed', 'expired')),
  tries int not null default 0,
  return_code int,
  queued_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, device_id, command_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade
);
create index terminal_command_open on terminal_command (account_id, device_id, status, queued_at);

-- Lines that became no punch, and why; bounded per device by the code that writes it.
create table rejected_line (
  account_id uuid not null,
  rejected_line_id uuid not null,
  device_id uuid not null,
  received_at timestamptz not null,
  reason text not null,
  line_hash text not null,
  raw text not null,
  primary key (account_id, rejected_line_id),
  unique (account_id, device_id, line_hash),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade
);

create table biometric_template (
  account_id uuid not null references account on delete cascade,
  template_id uuid not null,
  time_id text not null,
  kind text not null,
  slot text not null,
  -- Encrypted under the instance key.
  sealed text not null,
  received_at timestamptz not null,
  primary key (account_id, template_id),
  unique (account_id, time_id, kind, slot)
);

-- Raw records, never changed (rules, principle 1).

create table clock_record (
  account_id uuid not null references account on delete cascade,
  clock_record_id uuid not null,
  employee_id uuid,
  -- The PIN as sent; kept when matched too.
  time_id text,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out', 'auto')),
  device_id uuid,
  system_id text,
  -- The sender's own id within its source ('device:<id>' or 'payroll:<systemId>').
  source text not null,
  record_id text,
  received_at timestamptz not null,
  raw text,
  -- counted; future-clock: stored, in no number; duplicate: found to be one when its PIN was linked.
  standing text not null default 'counted' check (standing in ('counted', 'future-clock', 'duplicate', 'quarantined')),
  primary key (account_id, clock_record_id)
);
create unique index clock_record_sender on clock_record (account_id, source, record_id) where record_id is not null;
create unique index clock_record_event on clock_record (account_id, employee_id, at, direction)
  where employee_id is not null and standing in ('counted', 'future-clock');
create unique index clock_record_unmatched on clock_record (account_id, time_id, at, direction)
  where employee_id is null;
create index clock_record_received on clock_record (account_id, received_at);

create table piecework_entry (
  account_id uuid not null references account on delete cascade,
  piecework_entry_id uuid not null,
  employee_id uuid,
  time_id text,
  employee_number text,
  lookup1_code text,
  lookup2_code text,
  job_description_code text,
  units numeric(15, 3) not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_ms bigint,
  device_id uuid,
  system_id text,
  source text not null,
  record_id text not null,
  received_at timestamptz not null,
  standing text not null default 'counted' check (standing in ('counted', 'future-clock', 'quarantined')),
  primary key (account_id, piecework_entry_id)
);
create unique index piecework_entry_sender on piecework_entry (account_id, source, record_id);
create index piecework_entry_of_employee on piecework_entry (account_id, employee_id, started_at);
create index piecework_entry_unmatched on piecework_entry (account_id, time_id) where employee_id is null;

-- Derived, can be thrown away and rebuilt.

create table day_fact (
  account_id uuid not null references account on delete cascade,
  day date not null,
  employee_id uuid not null,
  -- Settled events in time order, as server/attendance/fact.ts writes them: '+1763620680 -1763653290'.
  events text not null,
  entries int not null,
  units numeric(18, 3) not null,
  -- The union of the entries' intervals, plain durations added (rule 16).
  worked_ms bigint not null,
  primary key (account_id, day, employee_id)
);
create index day_fact_of_employee on day_fact (account_id, employee_id, day);

create table piecework_fact (
  account_id uuid not null references account on delete cascade,
  day date not null,
  employee_id uuid not null,
  -- '' stands for no lookup code in the key.
  lookup1_code text not null,
  lookup2_code text not null,
  units numeric(18, 3) not null,
  time_ms bigint not null,
  entries int not null,
  primary key (account_id, day, employee_id, lookup1_code, lookup2_code)
);
create index piecework_fact_of_employee on piecework_fact (account_id, employee_id, day);

create table recalculation_job (
  account_id uuid not null references account on delete cascade,
  job_id uuid not null,
  from_day date not null,
  to_day date not null,
  status text not null check (status in ('In Progress', 'Successful', 'Failed')),
  days_done int not null default 0,
  days_total int not null,
  failure_reason text,
  started_at timestamptz not null,
  started_by text not null,
  heartbeat_at timestamptz not null,
  primary key (account_id, job_id)
);

-- Alerts.

create table alert (
  account_id uuid not null references account on delete cascade,
  alert_id uuid not null,
  category text not null check (category in ('attendance', 'piecework', 'break')),
  description text not null,
  via_email boolean not null,
  email_recipients text[] not null,
  days_of_week smallint[] not null,
  times jsonb not null,
  target_groups jsonb not null,
  suppress_empty boolean not null default false,
  -- Slots before this instant are not due.
  active_from timestamptz not null,
  -- When the next slot is due, as reckoned in due_zone; another zone of the account: to be reckoned again.
  next_due_at timestamptz,
  due_zone text,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  primary key (account_id, alert_id)
);
create index alert_due on alert (next_due_at);

-- One row per (alert, local date, slot): what makes a slot fire once.
create table alert_delivery (
  account_id uuid not null references account on delete cascade,
  delivery_id uuid not null,
  alert_id uuid not null,
  local_date date not null,
  slot text not null,
  due_at timestamptz not null,
  category text not null,
  description text not null,
  via_email boolean not null,
  status text not null check (status in ('pending', 'sent', 'skipped', 'failed')),
  reason text,
  decided_at timestamptz,
  subject text,
  body_text text,
  body_html text,
  lease_until timestamptz,
  primary key (account_id, delivery_id),
  unique (account_id, alert_id, local_date, slot)
);
create index alert_delivery_newest on alert_delivery (account_id, due_at desc);
create index alert_delivery_pending on alert_delivery (due_at) where status = 'pending';

create table alert_read (
  account_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references app_user (account_id, user_id) on delete cascade
);

-- Mails to be sent, shared by all nouns; retried with back-off for 24 hours.
create table mail (
  mail_id uuid primary key,
  owner_account_id uuid references account on delete cascade,
  purpose text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- The bodies are encrypted under the instance key, because they carry a link or a code; emptied when done.
  is_sealed boolean not null default false,
  message_id text not null unique,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  sent_at timestamptz,
  last_error text,
  delivery_id uuid
);
create index mail_due on mail (status, next_attempt_at);
create index mail_of_delivery on mail (delivery_id) where delivery_id is not null;
create index mail_of_account on mail (owner_account_id, created_at);

-- Backups, restores, exports.

create table backup_job (
  account_id uuid not null references account on delete cascade,
  backup_job_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  started_by text not null,
  status text not null check (status in ('In Progress', 'Successful', 'Failed')),
  items text[] not null,
  failure_reason text,
  file_name text,
  bytes bigint,
  progress jsonb,
  heartbeat_at timestamptz not null,
  primary key (account_id, backup_job_id)
);

create table restore_job (
  account_id uuid not null references account on delete cascade,
  restore_job_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  started_by text not null,
  status text not null check (status in ('Not Started', 'In Progress', 'Successful', 'Failed')),
  items text[] not null default '{}',
  strategy text,
  failure_reason text,
  upload_path text,
  manifest jsonb,
  safety_backup_job_id uuid,
  -- Set in the swap transaction: the data is the backup's from then on, only the derived facts may still be under way.
  swapped_at timestamptz,
  progress jsonb,
  heartbeat_at timestamptz not null,
  primary key (account_id, restore_job_id)
);

-- The checked lines of an uploaded backup, until it is restored or a day has passed.
create table restore_line (
  account_id uuid not null,
  restore_job_id uuid not null,
  seq bigint not null,
  item text not null,
  table_name text not null,
  key text not null,
  doc jsonb not null,
  primary key (account_id, restore_job_id, seq),
  unique (account_id, restore_job_id, table_name, key),
  foreign key (account_id, restore_job_id) references restore_job (account_id, restore_job_id) on delete cascade
);

create table export_record (
  account_id uuid not null references account on delete cascade,
  export_id uuid not null,
  report_type text not null,
  export_type text not null,
  from_day date not null,
  to_day date not null,
  options jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  data_version bigint not null,
  rows int not null,
  -- One hash per row key, to tell what changed since.
  snapshot jsonb,
  primary key (account_id, export_id)
);
create index export_record_newest on export_record (account_id, made_at desc);
