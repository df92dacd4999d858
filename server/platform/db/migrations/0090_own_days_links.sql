-- A link by which an employee reads their own days (spec/privacy.md V5). Its hash is in a directory that the tenant role cannot read.
create table own_days_link (
  account_id uuid not null references account on delete cascade,
  employee_id uuid not null,
  -- What the maker of the link could see, and the link shows.
  shows_attendance boolean not null,
  shows_work boolean not null,
  made_at timestamptz not null,
  made_by text not null,
  ends_at timestamptz not null,
  last_opened_at timestamptz,
  primary key (account_id, employee_id)
);
comment on table own_days_link is 'The link by which an employee reads their own days without a log-in, until it ends.';
create table own_days_link_directory (
  token_hash bytea primary key,
  owner_account_id uuid not null,
  employee_id uuid not null,
  unique (owner_account_id, employee_id),
  foreign key (owner_account_id, employee_id) references own_days_link (account_id, employee_id) on delete cascade
);
comment on table own_days_link_directory is 'Global lookup: the account and the employee of a link to own days.';
