-- True if the day has a record that no correction added or assigned to its employee: only from such a day do they count earlier (rules.md 13).
alter table day_fact add column own boolean not null default true;
create function judge_moved_start() returns trigger language plpgsql as $$
begin
  perform judge_again(new.account_id, new.employee_id, new.day, 'infinity');
  return null;
end $$;
create trigger judged_after_own after update on day_fact for each row
  when (old.own is distinct from new.own) execute function judge_moved_start();
-- Facts of accounts with corrections are derived again.
update account a set recalculating_since = coalesce(recalculating_since, date_trunc('milliseconds', now()))
where exists (select from punch_correction k where k.account_id = a.account_id)
  or exists (select from entry_correction k where k.account_id = a.account_id);
