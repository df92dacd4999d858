-- What employees say of their own days on Recorders (spec/privacy.md V5). Rows are only added, and change no figure.
create table own_day_act (
  account_id uuid not null references account on delete cascade,
  act_id uuid not null,
  employee_id uuid not null,
  day date not null,
  -- What is wrong; null: they agree.
  wrong text check (wrong in ('hours', 'pieces', 'product', 'other')),
  -- The figures that they were shown, and a hash of these.
  shown jsonb not null,
  shown_checksum text not null,
  -- The hash of the figures that the office had when it received this.
  office_checksum text not null,
  at timestamptz not null,
  device_id uuid not null,
  -- The device that captured it, and its own id of it: what is sent twice is one.
  source text not null,
  record_id text not null,
  clock text,
  means text,
  received_at timestamptz not null,
  primary key (account_id, act_id),
  unique (account_id, source, record_id)
);
create index own_day_act_of_employee on own_day_act (account_id, employee_id, day);
create index own_day_act_by_day on own_day_act (account_id, day) where wrong is not null;
comment on table own_day_act is 'What employees said of their own days on Recorders: that they agree, or what is wrong.';
alter table exception_review add column note text;
comment on column exception_review.note is 'How a dispute of an employee was settled, as the user who left it said.';
