-- The first and the last known instant of a judged day's work, for the rest between shifts (spec/records.md H1). Days are judged anew at the next look.
alter table judged_day
  add column work_from timestamptz,
  add column work_to timestamptz;
delete from judged_date;
