-- The date of an entry whose list says no time (docs/reference/piecework.md#work-day-of-an-entry): it belongs to that work day. Its start is the date's midnight, by
-- which the same line is known again.
alter table piecework_entry add column on_date date;
alter table entry_correction add column on_date date;
