-- The ledger over raw records (spec/corrections.md): rows are only added, an undo is a row that names what it undoes. Records are named
-- without a foreign key: a correction whose record is gone does nothing.

create table punch_correction (
  account_id uuid not null references account on delete cascade,
  correction_id uuid not null,
  act_id uuid not null,
  kind text not null check (kind in ('add', 'void', 'replace', 'undo')),
  -- Of 'void' and 'replace'.
  clock_record_id uuid,
  -- Whose day it is: of what was added, or given to them; of 'void' and 'undo' the owner then, null where nobody's.
  employee_id uuid,
  -- Null: as it was received.
  at timestamptz,
  direction text check (direction in ('in', 'out')),
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, correction_id),
  unique (account_id, undoes),
  check ((kind = 'undo') = (undoes is not null)),
  check (kind <> 'add' or (employee_id is not null and at is not null and direction is not null)),
  check (kind not in ('void', 'replace') or clock_record_id is not null)
);
create index punch_correction_of_record on punch_correction (account_id, clock_record_id) where clock_record_id is not null;
create index punch_correction_of_employee on punch_correction (account_id, employee_id);
create index punch_correction_received on punch_correction (account_id, received_at);

create table entry_correction (
  account_id uuid not null references account on delete cascade,
  correction_id uuid not null,
  act_id uuid not null,
  kind text not null check (kind in ('add', 'void', 'replace', 'undo')),
  piecework_entry_id uuid,
  employee_id uuid,
  -- Of 'add' and 'replace': all that counts instead.
  units numeric(15, 3),
  started_at timestamptz,
  ended_at timestamptz,
  duration_ms bigint,
  lookup1_code text,
  lookup2_code text,
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, correction_id),
  unique (account_id, undoes),
  check ((kind = 'undo') = (undoes is not null)),
  check (kind not in ('add', 'replace') or (employee_id is not null and units is not null and started_at is not null)),
  check (kind not in ('void', 'replace') or piecework_entry_id is not null)
);
create index entry_correction_of_record on entry_correction (account_id, piecework_entry_id) where piecework_entry_id is not null;
create index entry_correction_of_employee on entry_correction (account_id, employee_id);
create index entry_correction_received on entry_correction (account_id, received_at);

create table excuse (
  account_id uuid not null references account on delete cascade,
  excuse_id uuid not null,
  act_id uuid not null,
  kind text not null check (kind in ('excuse', 'undo')),
  employee_id uuid not null,
  judgement text check (judgement in ('absence', 'lateness', 'breaks')),
  excused_as text check (excused_as in ('leave', 'sick-leave', 'other')),
  from_day date,
  to_day date,
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, excuse_id),
  unique (account_id, undoes),
  check ((kind = 'undo') = (undoes is not null)),
  check (kind <> 'excuse' or (judgement is not null and excused_as is not null and from_day <= to_day))
);
create index excuse_by_day on excuse (account_id, to_day);
create index excuse_of_employee on excuse (account_id, employee_id);

-- What payroll has taken.
create table period_lock (
  account_id uuid not null references account on delete cascade,
  lock_id uuid not null,
  kind text not null check (kind in ('lock', 'reopen')),
  from_day date,
  to_day date,
  to_fix int,
  to_decide int,
  -- The facts of each day then, hashed: {"2026-11-15": "..."}.
  facts jsonb,
  data_version bigint,
  undoes uuid,
  note text,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, lock_id),
  unique (account_id, undoes),
  check ((kind = 'reopen') = (undoes is not null)),
  check (kind <> 'lock' or (from_day <= to_day and facts is not null and data_version is not null))
);
create index period_lock_by_day on period_lock (account_id, to_day);

-- 'Leave as it is', until the evidence is another.
create table exception_review (
  account_id uuid not null references account on delete cascade,
  review_id uuid not null,
  act_id uuid not null,
  key text not null,
  evidence text not null,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, review_id)
);
create index exception_review_by_key on exception_review (account_id, key);

-- An excuse changes judgements, not facts: what was exported of its days has changed all the same.
create function note_excused_days() returns trigger language plpgsql as $$
begin
  insert into day_change (account_id, day, version)
  select distinct e.account_id, d.day::date, a.data_version + 1
  from added e join account a on a.account_id = e.account_id cross join unnest(e.days) d(day)
  on conflict (account_id, day) do update set version = excluded.version;
  return null;
end $$;
create trigger excuse_added after insert on excuse
  referencing new table as added for each statement execute function note_excused_days();

alter table account add column correction_days int not null default 42 check (correction_days between 1 and 89);
-- The employee whom a user is.
alter table app_user add column employee_id uuid;

alter table day_fact
  -- A hash of the effective records of the day.
  add column records text not null default '',
  -- Entries outside every interval (rule 15).
  add column unclocked int not null default 0,
  -- One event that did not say what it was, after the shift's midpoint.
  add column doubtful boolean not null default false;
update account a set recalculating_since = date_trunc('milliseconds', now())
  where recalculating_since is null and exists (select 1 from day_fact f where f.account_id = a.account_id);
