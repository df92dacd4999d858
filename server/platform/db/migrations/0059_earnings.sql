-- What work is paid (spec/pay.md, Part 2): rates, minimums and the rules of the guarantee. Earnings are derived from them and stored nowhere.
alter table account add column currency text check (currency ~ '^[A-Z]{3}$');
alter table employee add column pay_type text not null default 'both' check (pay_type in ('piece', 'hourly', 'both'));

create table pay_rate (
  account_id uuid not null references account on delete cascade,
  pay_rate_id uuid not null,
  system_id text not null,
  code text not null,
  kind text not null check (kind in ('piece', 'hourly', 'minimum')),
  -- Per unit of a piece rate, per hour of the others.
  amount numeric(12, 4) not null check (amount > 0),
  effective_from date not null,
  lookup1_code text,
  lookup2_code text,
  job_description_id uuid,
  employee_group_id uuid,
  employee_id uuid,
  deleted_at timestamptz,
  primary key (account_id, pay_rate_id),
  unique (account_id, system_id, kind, code),
  foreign key (account_id, job_description_id) references work_group (account_id, group_id) deferrable,
  foreign key (account_id, employee_group_id) references work_group (account_id, group_id) deferrable,
  foreign key (account_id, employee_id) references employee (account_id, employee_id) deferrable
);

-- For everybody or a time group, each from a date on, like hours_rule. `rule` has the fields of contract/payRules.ts.
create table pay_rule (
  account_id uuid not null references account on delete cascade,
  pay_rule_id uuid not null,
  time_group_id uuid,
  effective_from date,
  rule jsonb not null,
  deleted_at timestamptz,
  primary key (account_id, pay_rule_id),
  foreign key (account_id, time_group_id) references work_group (account_id, group_id) deferrable
);
