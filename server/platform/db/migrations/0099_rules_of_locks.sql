-- The rules by which the days of a lock were worked out, 1 until 28 November 2026: work days up to the last of them keep those rules (4, 5, 8 and 15), so
-- that no figure changes that payroll has taken.
alter table period_lock add column rules integer not null default 1;
alter table period_lock alter column rules set default 2;
-- All other days are derived and judged again.
update account a set recalculating_since = coalesce(recalculating_since, date_trunc('milliseconds', now()))
where exists (select from day_fact f where f.account_id = a.account_id);
delete from older_day;
delete from judged_date;
