-- Clocks can be wrong by years: more milliseconds than an int holds.
alter table device alter column drift_ms type bigint;
