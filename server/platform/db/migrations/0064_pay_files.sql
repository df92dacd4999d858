-- The payroll file (spec/pay.md, Part 3). The lines of locked days as they were handed to payroll: rows are only added, and what arrives later is
-- another file of signed lines. Days, employees, locks and files are named without foreign keys: what was handed over stays as it was made.

-- How the lines become a file that payroll reads: the codes of a layout, by kind of line. A change raises the version.
create table pay_profile (
  account_id uuid not null references account on delete cascade,
  pay_profile_id uuid not null,
  version int not null check (version > 0),
  name text not null,
  layout text not null,
  settings jsonb not null,
  deleted_at timestamptz,
  primary key (account_id, pay_profile_id)
);

create table pay_file (
  account_id uuid not null references account on delete cascade,
  pay_file_id uuid not null,
  number int not null check (number > 0),
  lock_id uuid not null,
  from_day date not null,
  to_day date not null,
  -- Lines of these days were handed over before: the lines are differences.
  is_delta boolean not null,
  currency text,
  people int not null,
  lines int not null,
  -- With the decimals of the currency.
  total numeric not null,
  -- The people whose pay was not settled, and is left out.
  left_out int not null,
  -- SHA-256 of the file's days and lines.
  sha256 text not null,
  data_version bigint not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, pay_file_id),
  unique (account_id, number)
);

-- The lines of one employee, or some of them.
create table pay_file_part (
  account_id uuid not null references account on delete cascade,
  pay_file_part_id uuid not null,
  pay_file_id uuid not null,
  nth int not null,
  employee_id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  first_line int not null,
  lines jsonb not null,
  received_at timestamptz not null,
  primary key (account_id, pay_file_part_id),
  unique (account_id, pay_file_id, nth)
);

-- What became of a file: downloads in a layout, and what payroll systems took.
create table pay_file_event (
  account_id uuid not null references account on delete cascade,
  pay_file_event_id uuid not null,
  pay_file_id uuid not null,
  kind text not null check (kind in ('download', 'taken')),
  -- Of a download.
  profile_name text,
  profile_version int,
  -- Of the bytes that were downloaded.
  sha256 text,
  -- Of what was taken.
  system_id text,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, pay_file_event_id),
  check ((kind = 'taken') = (system_id is not null))
);
create index pay_file_event_of_file on pay_file_event (account_id, pay_file_id);

-- What a sync key may do: existing keys only send.
alter table sync_key add column rights text not null default 'send' check (rights in ('send', 'fetch', 'both'));
