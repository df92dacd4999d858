-- The units of a lookup pair by the job descriptions of their entries, [{job, units, timeMs}], for piece rates of a job; null: no entry has one of its own.
alter table piecework_fact add column jobs jsonb;
-- Facts of such entries from before are derived again.
update account a set recalculating_since = coalesce(recalculating_since, date_trunc('milliseconds', now()))
where exists (select from piecework_entry p where p.account_id = a.account_id and p.job_description_code is not null)
  or exists (select from entry_correction k where k.account_id = a.account_id and k.job_description_code is not null);
