-- An employee who leaves or loses a PIN is deleted on every terminal of the account, also where no template of theirs is stored here: a terminal that enrolled
-- them holds their fingers nevertheless (spec/privacy.md, V1). Makes that send to an address of their own take no commands and hold no list of people.
create function ask_terminals_to_forget(of_account uuid, of_employee uuid, pin text, at timestamptz) returns void language sql as $$
  insert into terminal_deletion (account_id, device_id, time_id, employee_id, is_erasure, requested_at)
  select d.account_id, d.device_id, pin, of_employee, true, at from device d
  where pin is not null and d.account_id = of_account and d.kind = 'adms' and d.deleted_at is null and d.first_contact is not null
    and coalesce(d.dialect, 'attendance') in ('attendance', 'access')
  on conflict (account_id, device_id, time_id) do update set employee_id = excluded.employee_id, is_erasure = true, tables = null,
    requested_at = excluded.requested_at, queued_at = null, answered_at = null, return_code = null;
  update device set roster_version = null
  where pin is not null and account_id = of_account and kind = 'adms' and deleted_at is null and roster_version is not null;
$$;

create or replace function erase_templates_of_changed() returns trigger language plpgsql as $$
begin
  perform erase_templates(old.account_id, array[old.employee_id], false, now());
  perform ask_terminals_to_forget(old.account_id, old.employee_id, old.time_id, now());
  return null;
end $$;
