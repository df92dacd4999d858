-- What employees were named and numbered by before a change, so that an erasure (spec/privacy.md, V4) finds them in what was written then.
-- Employees are named without a foreign key, as a restore puts them back later.
create table former_name (
  account_id uuid not null references account on delete cascade,
  former_name_id uuid not null,
  employee_id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  time_id text,
  cards text[] not null default '{}',
  -- Until when they had them.
  received_at timestamptz not null,
  primary key (account_id, former_name_id)
);
create index former_name_of_employee on former_name (account_id, employee_id, received_at);
comment on table former_name is 'Number, name, PIN and cards that employees had before each change of one of them, for an erasure.';
