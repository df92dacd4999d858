-- Punches whose key says that a break begins or ends are read with each day whose hours are paid.
create index clock_record_break on clock_record (account_id, at) where sent_status in (2, 3);
-- Such a gap is a break whatever its time: past days of accounts with such punches are judged again.
delete from judged_date j where exists (select from clock_record c where c.account_id = j.account_id and c.sent_status in (2, 3));
