-- The few punches that stand as duplicates: a correction of times settles them page by page (server/terminals/rereading.ts).
create index clock_record_duplicate on clock_record (account_id) where standing = 'duplicate';
