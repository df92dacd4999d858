-- A V2 device hears of changes since its cursor; a changed assignment is one of them.
alter table device add column assigned_version bigint not null default 0;
create table device_unassigned (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  primary key (account_id, device_id, employee_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade,
  foreign key (account_id, employee_id) references employee (account_id, employee_id) on delete cascade
);
-- The clear text of a provisioning payload holds a token: it is sealed, like the code.
alter table activation_directory rename column qr_payload to qr_sealed;
