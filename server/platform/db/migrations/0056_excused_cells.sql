-- A star in the roll's cells also means an excuse: days with one are judged anew.
insert into judged_stale (account_id, employee_id, from_day, to_day)
select account_id, employee_id, min(from_day), max(to_day) from excuse where kind = 'excuse' group by 1, 2;
