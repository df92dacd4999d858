-- Kept days are compressed otherwise and name the devices that were silent: those of before are made again.
delete from kept_day;
