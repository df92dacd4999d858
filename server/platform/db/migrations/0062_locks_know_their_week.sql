-- A lock made before 25 November 2026 has no hashes of the six days before it, whose hours count towards the limit of its first week, so that a late
-- record on one of them was told to nobody. A day that has not changed since is what it was then. What a day that did change was like is not known:
-- it stays without a hash.
update period_lock l
set facts = coalesce(l.facts, '{}') || (
  select coalesce(jsonb_object_agg(d.day::text, coalesce((
    select md5(string_agg(concat_ws(' ', f.employee_id::text, f.records, f.events, f.units::text, f.worked_ms::text), ',' order by f.employee_id))
    from day_fact f where f.account_id = l.account_id and f.day = d.day), '')), '{}')
  from (select l.from_day - n as day from generate_series(1, 6) n) d
  where not coalesce(l.facts, '{}') ? (d.day::text)
    and not exists (select from day_change c where c.account_id = l.account_id and c.day = d.day and c.version > l.data_version))
-- Older days cannot be picked, nor do records reach them.
where l.kind = 'lock' and l.to_day > current_date - 100
  and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id);
