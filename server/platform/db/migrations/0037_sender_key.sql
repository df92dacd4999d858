-- The sender's own id of a punch and its source as one key of 16 bytes: in the index they took 80 (spec/scale.md, change 5).
drop index clock_record_sender;
create unique index clock_record_sender on clock_record (account_id, (md5(source || chr(31) || record_id)::uuid))
  where record_id is not null;

-- Tells whether an account has a punch of this source and sender's id; `but`: another one than this. With the owner's right, because row level
-- security lets no expression be an index's condition; of the account that the transaction is of, where it is of one.
create function is_known_to_sender(of_account uuid, of_source text, of_record_id text, but uuid default null) returns boolean
  language sql stable security definer set search_path from current
as $$ select exists (
  select from clock_record where account_id = of_account and record_id is not null
    and md5(source || chr(31) || record_id)::uuid = md5(of_source || chr(31) || of_record_id)::uuid
    and clock_record_id is distinct from but
    and coalesce(nullif(current_setting('app.account_id', true), '')::uuid, of_account) = of_account) $$;
