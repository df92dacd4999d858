-- The user who is told when a file of records is ready (spec/records.md K1).
alter table record_file add column made_by_id uuid;
comment on table record_file is 'Files of records (time cards, pieces, paid hours, corrections, pay, consents) of the last 30 days, and what was asked for. In no backup.';
