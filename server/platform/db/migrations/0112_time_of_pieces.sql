-- The part of a day's paid time within its entries of piecework: 'from, to' in minutes of the ordinary time, and the time of a Sunday and a holiday.
alter table judged_day
  add column piece_minutes integer[] not null default '{}',
  add column piece_sunday_ms bigint not null default 0,
  add column piece_holiday_ms bigint not null default 0;
delete from judged_date;
-- The rules of earnings changed with it: days up to the last one of a lock of rules 3 or earlier keep those by which they were paid.
alter table period_lock alter column rules set default 4;
