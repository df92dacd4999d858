-- Kept days are compressed otherwise: those of before are made again.
delete from kept_day;
