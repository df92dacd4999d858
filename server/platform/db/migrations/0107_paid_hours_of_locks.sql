-- The rules of paid hours and of pay periods changed: days up to the last one of a lock of rules 2 or earlier keep those by which they were paid.
alter table period_lock alter column rules set default 3;
