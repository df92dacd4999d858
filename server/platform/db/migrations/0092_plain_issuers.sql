-- An issuer is now in one spelling, without the slash at its end (server/session/providers.ts): what was stored as it was configured follows.
delete from sign_on_link l using sign_on_link o
  where l.issuer like '%/' and o.issuer = regexp_replace(l.issuer, '/$', '')
    and (o.subject = l.subject or (o.owner_account_id, o.user_id) = (l.owner_account_id, l.user_id));
update sign_on_link set issuer = regexp_replace(issuer, '/$', '') where issuer like '%/';
update sign_on_session set issuer = regexp_replace(issuer, '/$', '') where issuer like '%/';
update account set sign_on = jsonb_set(sign_on, '{issuer}', to_jsonb(regexp_replace(sign_on ->> 'issuer', '/$', ''))) where sign_on ->> 'issuer' like '%/';
