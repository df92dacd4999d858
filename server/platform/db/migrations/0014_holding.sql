-- Who acts is asked once more by the transaction that writes, and stays so until it ends (security.md S-19): rights of a live session,
-- nothing when it has ended. The owner's right, because an account's transaction may not read sessions. The user is locked before the
-- session, as a log-in does.
create function hold_session(of_session uuid, now timestamptz)
  returns table (role text, modules text[], permissions text[])
  language plpgsql security definer set search_path from current as $$
declare
  owner record;
begin
  select s.owner_account_id, s.user_id into owner from session s where s.session_id = of_session;
  perform 1 from app_user u where u.account_id = owner.owner_account_id and u.user_id = owner.user_id for share;
  return query
    select u.role, u.modules, u.permissions
    from session s
    join app_user u on u.account_id = s.owner_account_id and u.user_id = s.user_id
    join account a on a.account_id = s.owner_account_id
    where s.session_id = of_session and s.replaced_at is null and s.expires_at > now and u.is_active and a.is_active
    for share of s;
end $$;

-- Notes in the transaction of the effect that a key was used (status 1) or what was answered (200); false when the claim was given up
-- and another request has it now. The owner's right: an administrator's own key is noted while they write for an account.
create function note_idempotent(of_account uuid, of_key text, claimed_at timestamptz, given text) returns boolean
  language plpgsql security definer set search_path from current as $$
begin
  update idempotency_key k
  set status = case when given is null then greatest(k.status, 1) else 200 end, answer = coalesce(given, k.answer)
  where k.account_id = of_account and k.idempotency_key = of_key and k.created_at = claimed_at;
  return found;
end $$;
