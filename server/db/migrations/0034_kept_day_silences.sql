-- Kept days say whose devices were silent: those of before are made again.
delete from kept_day;
