-- Templates belong to an employee, not to a PIN (spec/privacy.md, V1): bound when they arrive. What is stored is bound to the present holder of its PIN.
alter table biometric_template add column employee_id uuid;
update biometric_template t set employee_id = e.employee_id
from employee e where e.account_id = t.account_id and e.time_id = t.time_id and e.deleted_at is null and e.is_active;
delete from biometric_template where employee_id is null;
create index biometric_template_employee on biometric_template (account_id, employee_id);

-- The employee who was sent under the PIN; null: unknown, so that the PIN is deleted before anybody else is sent under it.
alter table terminal_user add column employee_id uuid;
update terminal_user u set employee_id = e.employee_id
from employee e where e.account_id = u.account_id and e.time_id = u.time_id and e.deleted_at is null;

-- What a terminal is to delete, until it answers that it has. A command can be lost; the row is not.
create table terminal_deletion (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  employee_id uuid,
  -- The tables of templates to delete, where the person stays on the terminal; null: the person with everything.
  tables text[],
  -- The stored templates were erased as well, so that nothing cancels it.
  is_erasure boolean not null,
  requested_at timestamptz not null,
  -- When the commands were last queued.
  queued_at timestamptz,
  answered_at timestamptz,
  return_code int,
  primary key (account_id, device_id, time_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade
);

-- Erases the stored templates of some employees and asks every terminal of the account to delete them. `keeps_people`: the templates only.
create function erase_templates(of_account uuid, employees uuid[], keeps_people boolean, at timestamptz) returns void language sql as $$
  insert into terminal_deletion (account_id, device_id, time_id, employee_id, tables, is_erasure, requested_at)
  select t.account_id, d.device_id, t.time_id, (array_agg(t.employee_id))[1],
    case when keeps_people then array_agg(distinct t.kind) end, true, at
  from biometric_template t join device d on d.account_id = t.account_id and d.kind = 'adms' and d.deleted_at is null
  where t.account_id = of_account and t.employee_id = any(employees)
  group by t.account_id, d.device_id, t.time_id
  on conflict (account_id, device_id, time_id) do update set employee_id = excluded.employee_id, is_erasure = true,
    tables = case when terminal_deletion.answered_at is null and terminal_deletion.tables is null then null else excluded.tables end,
    requested_at = excluded.requested_at, queued_at = null, answered_at = null, return_code = null;
  update device set roster_version = null where account_id = of_account and kind = 'adms' and deleted_at is null
    and exists (select from biometric_template where account_id = of_account and employee_id = any(employees));
  delete from biometric_template where account_id = of_account and employee_id = any(employees);
$$;

-- Whoever loses a PIN or leaves loses the templates with it, by whichever way the change comes. An end in the future is seen by terminals/roster.ts.
create function erase_templates_of_changed() returns trigger language plpgsql as $$
begin
  perform erase_templates(old.account_id, array[old.employee_id], false, now());
  return null;
end $$;
create trigger employee_templates after update on employee for each row
  when (old.time_id is distinct from new.time_id or (old.is_active and not new.is_active) or (old.deleted_at is null and new.deleted_at is not null))
  execute function erase_templates_of_changed();
