-- The sender and its own id are one key of 16 bytes in the index that keeps a punch from being stored twice: as text they were a quarter of
-- what a punch takes (R-42).
create function sender_key(source text, record_id text) returns uuid language sql immutable parallel safe
  as $$ select md5(source || chr(31) || record_id)::uuid $$;
drop index clock_record_sender;
create unique index clock_record_sender on clock_record (account_id, sender_key(source, record_id)) where record_id is not null;
