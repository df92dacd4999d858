-- Past days as they are judged, so that trends, the roll, people, exceptions and reports of ranges are sums in SQL (spec/trends.md). Derived: in no
-- backup. A row exists for each employee who counts on a date of judged_date.
drop table kept_day;

create table judged_date (
  account_id uuid not null references account on delete cascade,
  day date not null,
  -- The transaction that last changed a row of the date.
  version bigint not null,
  judged_at timestamptz not null,
  -- The instant from which time alone may change the date; null: none.
  valid_until timestamptz,
  -- The devices that were silent for an employee of the date, and their last contacts then: the next one may change it.
  silent_devices uuid[] not null,
  silent_since timestamptz[] not null,
  primary key (account_id, day)
);

create table judged_day (
  account_id uuid not null references account on delete cascade,
  day date not null,
  employee_id uuid not null,
  -- In force on the date.
  time_group_id uuid,
  status text not null check (status in ('present', 'absent', 'pending', 'unverified', 'off')),
  late boolean not null,
  excused boolean not null,
  on_site boolean not null,
  -- As the roll shows it: 'P', 'L.', 'A*'.
  cell text not null,
  time_in timestamptz,
  late_ms bigint not null,
  irregular_ms bigint not null,
  clocked_ms bigint not null,
  worked_ms bigint not null,
  entries int not null,
  units numeric(18, 3) not null,
  -- Of the devices that the employee clocks on, those that were silent when they were due; null: none.
  silent_on uuid[],
  primary key (account_id, day, employee_id)
);
create index judged_day_of_employee on judged_day (account_id, employee_id, day);

-- What must be judged anew: an employee, or all of them (null), on some dates. Written by the transaction that changes what they are judged from.
create table judged_stale (
  account_id uuid not null references account on delete cascade,
  stale_id uuid default gen_random_uuid(),
  employee_id uuid,
  from_day date not null,
  to_day date not null,
  primary key (account_id, stale_id)
);
-- Most are of today, which is not stored.
create index judged_stale_from on judged_stale (account_id, from_day);

-- An account that is being deleted has no days to judge.
create function judge_again(of_account uuid, of_employee uuid, first date, last date) returns void language sql as $$
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select account_id, of_employee, first, last from account where account_id = of_account
$$;

create function judge_changed_facts() returns trigger language plpgsql as $$
begin
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select c.account_id, c.employee_id, min(c.day),
    -- The first record of an employee is the day from which they count (rules.md 13).
    case when tg_table_name = 'day_fact' and tg_op <> 'UPDATE' then 'infinity' else max(c.day) end
  from changed c join account a on a.account_id = c.account_id
  -- Facts of before the dates that can be picked are deleted every night.
  where tg_op <> 'DELETE' or c.day >= (select min(j.day) from judged_date j where j.account_id = c.account_id)
  group by c.account_id, c.employee_id;
  return null;
end $$;
create trigger judged_after_insert after insert on day_fact
  referencing new table as changed for each statement execute function judge_changed_facts();
create trigger judged_after_update after update on day_fact
  referencing new table as changed for each statement execute function judge_changed_facts();
create trigger judged_after_delete after delete on day_fact
  referencing old table as changed for each statement execute function judge_changed_facts();
create trigger judged_after_insert after insert on piecework_fact
  referencing new table as changed for each statement execute function judge_changed_facts();
create trigger judged_after_update after update on piecework_fact
  referencing new table as changed for each statement execute function judge_changed_facts();
create trigger judged_after_delete after delete on piecework_fact
  referencing old table as changed for each statement execute function judge_changed_facts();

create function judge_changed_employee() returns trigger language plpgsql as $$
begin
  perform judge_again(coalesce(new.account_id, old.account_id), coalesce(new.employee_id, old.employee_id), '-infinity', 'infinity');
  return null;
end $$;
create trigger judged_after_insert after insert on employee for each row execute function judge_changed_employee();
create trigger judged_after_delete after delete on employee for each row execute function judge_changed_employee();
create trigger judged_after_update after update on employee for each row
  when ((old.activity, old.received_at, old.deleted_at, old.time_group_id, old.time_groups)
    is distinct from (new.activity, new.received_at, new.deleted_at, new.time_group_id, new.time_groups))
  execute function judge_changed_employee();
create trigger judged_after_insert after insert on device_employee for each row execute function judge_changed_employee();
create trigger judged_after_delete after delete on device_employee for each row execute function judge_changed_employee();

create function judge_changed_waiting() returns trigger language plpgsql as $$
begin
  perform judge_again(coalesce(new.account_id, old.account_id), coalesce(new.employee_id, old.employee_id),
    (coalesce(new.at, old.at) at time zone 'UTC')::date - 3, 'infinity');
  return null;
end $$;
-- A record from before the facts is the day from which its employee counts (rules.md 13) all the same.
create trigger judged_after_insert after insert on clock_record for each row
  when (new.standing = 'quarantined' or new.at < new.received_at - interval '80 days') execute function judge_changed_waiting();
create trigger judged_after_update after update on clock_record for each row
  when ((old.standing = 'quarantined' or new.standing = 'quarantined')
    and (old.standing, old.employee_id) is distinct from (new.standing, new.employee_id))
  execute function judge_changed_waiting();
create trigger judged_after_delete after delete on clock_record for each row
  when (old.standing = 'quarantined') execute function judge_changed_waiting();

create function judge_old_entry() returns trigger language plpgsql as $$
begin
  perform judge_again(new.account_id, new.employee_id, '-infinity', 'infinity');
  return null;
end $$;
create trigger judged_after_insert after insert on piecework_entry for each row
  when (new.started_at < new.received_at - interval '80 days') execute function judge_old_entry();

create function judge_corrected() returns trigger language plpgsql as $$
begin
  -- Of an undo, and of a record that changes hands, several employees: all of those dates are judged anew.
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select c.account_id, case when c.kind in ('add', 'excuse') then c.employee_id end, min(d.day)::date, max(d.day)::date
  from changed c join account a on a.account_id = c.account_id cross join unnest(c.days) d(day) group by 1, 2;
  return null;
end $$;
create trigger judged_after_insert after insert on punch_correction
  referencing new table as changed for each statement execute function judge_corrected();
create trigger judged_after_delete after delete on punch_correction
  referencing old table as changed for each statement execute function judge_corrected();
create trigger judged_after_insert after insert on entry_correction
  referencing new table as changed for each statement execute function judge_corrected();
create trigger judged_after_delete after delete on entry_correction
  referencing old table as changed for each statement execute function judge_corrected();
create trigger judged_after_insert after insert on excuse
  referencing new table as changed for each statement execute function judge_corrected();
create trigger judged_after_delete after delete on excuse
  referencing old table as changed for each statement execute function judge_corrected();

create function judge_everybody() returns trigger language plpgsql as $$
begin
  perform judge_again(coalesce(new.account_id, old.account_id), null, '-infinity', 'infinity');
  return null;
end $$;
create trigger judged_after_change after insert or update or delete on standard_time for each row execute function judge_everybody();
create trigger judged_after_change after insert or update or delete on holiday for each row execute function judge_everybody();
create trigger judged_after_update after update on account for each row
  when ((old.time_zone, old.first_record_at) is distinct from (new.time_zone, new.first_record_at)) execute function judge_everybody();
create trigger judged_after_update after update on device for each row
  -- A later contact is seen by judged_date.silent_devices.
  when ((old.first_contact, old.deleted_at) is distinct from (new.first_contact, new.deleted_at)
    or new.last_contact < old.last_contact or (new.last_contact is null and old.last_contact is not null))
  execute function judge_everybody();
create trigger judged_after_delete after delete on device for each row execute function judge_everybody();
