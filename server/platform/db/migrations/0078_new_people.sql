-- People whom a Recorder has named because no employee has their number (spec/office.md 9). Their records wait as those of an unknown PIN do; `pin` is that of
-- the records. A name is forgotten with the first that comes 90 days later.
create table new_person (
  account_id uuid not null references account on delete cascade,
  new_person_id uuid not null,
  pin text not null,
  name text not null check (char_length(name) between 1 and 100),
  device_id uuid not null,
  received_at timestamptz not null,
  primary key (account_id, new_person_id),
  unique (account_id, device_id, pin)
);
create index new_person_by_pin on new_person (account_id, pin);
comment on table new_person is 'Names that Recorders gave to people whose number no employee has, until somebody makes them employees.';
