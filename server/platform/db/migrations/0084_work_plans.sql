-- Work that the office plans for Recorders (spec/office.md 4): what one counts from a local time of the account on, until the next plan or a choice at the
-- Recorder. `taken_at`: when it first said that it has the plan; `changed`: the last choice of other work there while the plan was in force.
create table work_plan (
  account_id uuid not null references account on delete cascade,
  plan_id uuid not null,
  device_id uuid not null,
  day date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  lookup1_code text,
  lookup2_code text,
  units_per_scan numeric(9,3) not null check (units_per_scan > 0),
  made_by_name text not null,
  received_at timestamptz not null,
  taken_at timestamptz,
  changed jsonb,
  primary key (account_id, plan_id),
  unique (account_id, device_id, day, start_time)
);
comment on table work_plan is 'Work that the office plans for Recorders, with what a Recorder said about it.';
