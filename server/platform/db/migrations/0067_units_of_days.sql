-- A day's sum of units that an entry may have each (numeric(15, 3)) is no longer too large: its batch was refused as a whole, again and again.
-- With the same scale no row is written anew.
alter table day_fact alter column units type numeric(30, 3);
alter table piecework_fact alter column units type numeric(30, 3);
alter table judged_day alter column units type numeric(30, 3);
