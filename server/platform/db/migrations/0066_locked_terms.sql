-- How somebody is paid, their employee group and their job decide which rates apply (spec/pay.md E1), and have no date. A change of them holds for every
-- day that is not locked: what held until the last locked day stays here, [{until, payType, employeeGroupId, jobDescriptionId}] in order of date.
alter table employee add column locked_terms jsonb;

create function keep_locked_terms() returns trigger language plpgsql as $$
declare
  last date;
begin
  select max(l.to_day) into last from period_lock l
  where l.account_id = new.account_id and l.kind = 'lock'
    and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id);
  new.locked_terms := case when last is not null then (
    select jsonb_agg(t order by t ->> 'until') from (
      select t from jsonb_array_elements(old.locked_terms) t where (t ->> 'until')::date < last
      union all
      select coalesce(
        (select t from jsonb_array_elements(old.locked_terms) t where (t ->> 'until')::date >= last order by t ->> 'until' limit 1),
        jsonb_build_object('payType', old.pay_type, 'employeeGroupId', old.employee_group_id, 'jobDescriptionId', old.job_description_id)
      ) || jsonb_build_object('until', last)
    ) kept) end;
  return new;
end $$;
create trigger employee_terms_changed before update of pay_type, employee_group_id, job_description_id on employee
  for each row when ((old.pay_type, old.employee_group_id, old.job_description_id)
    is distinct from (new.pay_type, new.employee_group_id, new.job_description_id))
  execute function keep_locked_terms();
