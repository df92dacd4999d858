-- The union of the intervals of a lookup pair's entries (epoch ms) and the sum of its plain durations (ms), so that Units/hr of some lookup entries is
-- of their own union (rules.md 16). time_ms counts overlaps.
alter table piecework_fact add column spans int8multirange not null default '{}', add column plain_ms bigint not null default 0;
-- Facts from before are derived again.
update account a set recalculating_since = coalesce(recalculating_since, date_trunc('milliseconds', now()))
where exists (select from piecework_fact f where f.account_id = a.account_id and f.time_ms > 0);
