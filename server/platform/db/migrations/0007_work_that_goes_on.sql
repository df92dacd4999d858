-- Work that goes on after its day takes paid time of the days into which it reaches (E3): these are judged anew with it, and count as changed.
create function note_days_gone_on() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  with reached as (
    select c.account_id, c.employee_id, c.day, a.data_version,
      least((to_timestamp((upper(c.spans) - 1) / 1000.0) at time zone a.time_zone)::date, c.day + 7) as until
    from changed c join account a on a.account_id = c.account_id
  ), stale as (
    insert into judged_stale (account_id, employee_id, from_day, to_day)
    select account_id, employee_id, min(day) + 1, max(until) from reached where until > day group by account_id, employee_id
  )
  insert into day_change (account_id, day, version)
  select distinct account_id, day + later, data_version + 1 from reached cross join generate_series(1, 7) later where day + later <= until
  on conflict (account_id, day) do update set version = excluded.version;
  return null;
end $$;
create trigger days_gone_on_after_insert after insert on piecework_fact referencing new table as changed
  for each statement execute function note_days_gone_on();
create trigger days_gone_on_after_update after update on piecework_fact referencing new table as changed
  for each statement execute function note_days_gone_on();
create trigger days_gone_on_before_update after update on piecework_fact referencing old table as changed
  for each statement execute function note_days_gone_on();
create trigger days_gone_on_after_delete after delete on piecework_fact referencing old table as changed
  for each statement execute function note_days_gone_on();

-- Past days are judged anew, by seconds of entries and by work that goes on; locked ones by the rules of their locks.
delete from judged_date;
