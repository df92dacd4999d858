-- Employees that a V2 device was told of, so that it hears what changed since its cursor, assignments included.
alter table device add column people_seq bigint not null default 0;
create table device_person (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  -- False: it was told of them and they are no longer its own.
  is_allowed boolean not null,
  -- The device's people_seq at which this changed.
  seq bigint not null,
  primary key (account_id, device_id, employee_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade,
  foreign key (account_id, employee_id) references employee (account_id, employee_id) on delete cascade
);
