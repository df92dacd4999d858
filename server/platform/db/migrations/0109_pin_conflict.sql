-- PINs under which a terminal may have another person than the employee who has them, as noticed when it sent their punches or their names.
create table pin_conflict (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  -- The employee who had the PIN.
  employee_id uuid not null,
  -- The other name that the terminal has uploaded for the PIN; null: none.
  name text,
  -- They clocked where they are not assigned and others are.
  is_elsewhere boolean not null default false,
  noticed_at timestamptz not null,
  primary key (account_id, device_id, time_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade,
  foreign key (account_id, employee_id) references employee (account_id, employee_id) on delete cascade
);
create index pin_conflict_by_employee on pin_conflict (account_id, employee_id);
