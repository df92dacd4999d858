-- An employee group and a job decide rates from a date on, as a time group does (spec/pay.md E1): the terms before stay in locked_terms until the day
-- before. How somebody is paid has no date, and neither has a change without one: they hold for every day that is not locked.
-- What a change of group or job is in force from; the trigger takes it, so that it is null in every stored row.
alter table employee add column terms_from date;

-- Returns the terms that held until a day, the last of which end on it; none without a day.
create function terms_until(terms jsonb, present jsonb, last date) returns jsonb language sql immutable as $$
  select case when last is null then '[]' else (
    select coalesce(jsonb_agg(t order by t ->> 'until'), '[]') from (
      select t from jsonb_array_elements(terms) t where (t ->> 'until')::date < last
      union all
      select coalesce((select t from jsonb_array_elements(terms) t where (t ->> 'until')::date >= last order by t ->> 'until' limit 1), present)
        || jsonb_build_object('until', last)
    ) kept) end;
$$;

create or replace function keep_locked_terms() returns trigger language plpgsql as $$
declare
  locked date;
  terms jsonb := coalesce(old.locked_terms, '[]');
  present jsonb := jsonb_build_object('payType', old.pay_type, 'employeeGroupId', old.employee_group_id, 'jobDescriptionId', old.job_description_id);
begin
  select max(l.to_day) into locked from period_lock l
  where l.account_id = new.account_id and l.kind = 'lock'
    and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id);
  if new.pay_type is distinct from old.pay_type then
    terms := terms_until(terms, present, locked) || (
      select coalesce(jsonb_agg(t || jsonb_build_object('payType', new.pay_type) order by t ->> 'until'), '[]')
      from jsonb_array_elements(terms) t where locked is null or (t ->> 'until')::date > locked);
    present := present || jsonb_build_object('payType', new.pay_type);
  end if;
  if (new.employee_group_id, new.job_description_id) is distinct from (old.employee_group_id, old.job_description_id) then
    terms := terms_until(terms, present, greatest(locked, new.terms_from - 1));
  end if;
  new.locked_terms := nullif(terms, '[]');
  new.terms_from := null;
  return new;
end $$;
