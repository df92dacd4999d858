-- Returns the first day of the employee group and job description that an employee has: the day after the last of other ones; null: always.
create function terms_since(terms jsonb, employee_group uuid, job uuid) returns date language sql immutable as $$
  select max((t ->> 'until')::date) + 1 from jsonb_array_elements(terms) t
  where (t ->> 'employeeGroupId', t ->> 'jobDescriptionId') is distinct from (employee_group::text, job::text);
$$;

-- `terms_from` without another group or job moves the day from which they hold; '-infinity': always.
create or replace function keep_locked_terms() returns trigger language plpgsql as $$
declare
  locked date;
  since date;
  former jsonb;
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
  else
    since := terms_since(terms, new.employee_group_id, new.job_description_id);
    if since is not null and new.terms_from is not null and new.terms_from <> since then
      select t || jsonb_build_object('payType', new.pay_type) into former from jsonb_array_elements(terms) t where (t ->> 'until')::date = since - 1;
      -- The days up to the last lock stay; after it the former ones hold until the day before.
      terms := terms_until(terms, present, locked) || (
        select coalesce(jsonb_agg(t order by t ->> 'until'), '[]')
        from jsonb_array_elements(terms_until(
          (select coalesce(jsonb_agg(t order by t ->> 'until'), '[]') from jsonb_array_elements(terms) t where (t ->> 'until')::date < since),
          former, nullif(new.terms_from, '-infinity') - 1)) t
        where locked is null or (t ->> 'until')::date > locked);
    end if;
  end if;
  new.locked_terms := nullif(terms, '[]');
  new.terms_from := null;
  return new;
end $$;
drop trigger employee_terms_changed on employee;
create trigger employee_terms_changed before update of pay_type, employee_group_id, job_description_id, terms_from on employee
  for each row when (
    old.pay_type is distinct from new.pay_type
    or old.employee_group_id is distinct from new.employee_group_id
    or old.job_description_id is distinct from new.job_description_id
    or new.terms_from is not null
  ) execute function keep_locked_terms();
