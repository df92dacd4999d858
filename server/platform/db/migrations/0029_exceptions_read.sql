-- Exceptions look for the few records that nothing was decided about among all that were ever received.
create index clock_record_unverified on clock_record (account_id, at) where clock = 'unverified';
create index piecework_entry_unverified on piecework_entry (account_id, started_at) where clock = 'unverified';
create index clock_record_of_nobody on clock_record (account_id, at) where employee_id is null;
