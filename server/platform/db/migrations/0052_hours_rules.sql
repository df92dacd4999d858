-- The rules by which hours are paid (spec/pay.md), for everybody or a time group, each from a date on. `rule` has the fields of contract/hoursRules.ts.
create table hours_rule (
  account_id uuid not null references account on delete cascade,
  hours_rule_id uuid not null,
  system_id text not null,
  code text not null,
  time_group_id uuid,
  effective_from date,
  rule jsonb not null,
  deleted_at timestamptz,
  primary key (account_id, hours_rule_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group (account_id, group_id) deferrable
);
create trigger judged_after_change after insert or update or delete on hours_rule for each row execute function judge_everybody();

-- The paid hours of a judged day, as far as they are of that day alone; the limits of a week are applied in SQL. Null: no rule was in force.
alter table judged_day
  add column hours_rule_id uuid,
  add column paid_ms bigint not null default 0,
  add column holiday_ms bigint not null default 0,
  add column sunday_ms bigint not null default 0,
  add column ordinary_ms bigint not null default 0,
  add column night_ms bigint not null default 0,
  add column taken_off_ms bigint not null default 0,
  add column early_ms bigint not null default 0,
  add column unsettled_ms bigint not null default 0,
  add column is_settled boolean not null default true;
