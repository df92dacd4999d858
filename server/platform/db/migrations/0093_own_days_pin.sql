-- The PIN with which an employee answers to their own days on a Recorder (spec/privacy.md V5): its salt and hash, sealed with the instance key; null: none.
alter table employee add column own_days_pin text;
comment on column employee.own_days_pin is 'Salt and hash of the PIN with which the employee agrees to their own days on a Recorder, sealed; null: the badge is enough.';
