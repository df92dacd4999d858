-- Since when a terminal's state keys are trusted, where that is found out: once a fifth of its punches, of two people and on two days, carry another
-- key than 0. Earlier punches go on alternating: one stray key no longer turns history.
alter table device add column keys_from timestamptz;
update device d set keys_from = d.created_at
from (
  select account_id, device_id from clock_record where sent_status is not null
  group by account_id, device_id
  having 5 * count(*) filter (where sent_status in (1, 2, 3, 4, 5, 8, 9)) >= count(*)
    and count(distinct time_id) filter (where sent_status in (1, 2, 3, 4, 5, 8, 9)) >= 2
    and count(distinct left(coalesce(local_time, at::text), 10)) filter (where sent_status in (1, 2, 3, 4, 5, 8, 9)) >= 2) k
where d.account_id = k.account_id and d.device_id = k.device_id and d.sends_directions;
-- Those of which a single key was trusted are read again.
update account a set recalculating_since = coalesce(recalculating_since, date_trunc('milliseconds', now()))
where exists (select 1 from device d where d.account_id = a.account_id and d.directions = 'found' and d.sends_directions and d.keys_from is null);
alter table device drop column sends_directions;
