-- The punch that has a source and a sender's id, of the account that the transaction is of, where it is of one; with the owner's right, as
-- is_known_to_sender, because row level security lets no expression be an index's condition.
create function record_of_sender(of_account uuid, of_source text, of_record_id text)
  returns table (employee_id uuid, time_id text, at timestamptz, direction text)
  language sql stable rows 1 security definer set search_path from current set plan_cache_mode = force_custom_plan
as $$
  select k.employee_id, k.time_id, k.at, k.direction from clock_record k where k.account_id = of_account and k.record_id is not null
    and md5(k.source || chr(31) || k.record_id)::uuid = md5(of_source || chr(31) || of_record_id)::uuid
    and coalesce(nullif(current_setting('app.account_id', true), '')::uuid, of_account) = of_account $$;
