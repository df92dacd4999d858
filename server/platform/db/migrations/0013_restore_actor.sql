-- Who started a restore, so that what they may do is looked at again where it is written; when its work began; how often figures were tried.
alter table restore_job
  add column actor_account_id uuid,
  add column actor_user_id uuid,
  add column actor_address text,
  add column began_at timestamptz,
  add column figure_tries int not null default 0;

-- Restores used to keep the ids of users whom another account has too: a user is found by id alone. The later ones get their own.
create temporary table rekeyed_user on commit drop as
  select account_id, user_id, gen_random_uuid() as new_id
  from (select account_id, user_id,
          row_number() over (partition by user_id order by created_at nulls last, account_id) as place
        from app_user) u
  where place > 1;
delete from session s using rekeyed_user r where s.owner_account_id = r.account_id and s.user_id = r.user_id;
delete from single_use_token s using rekeyed_user r where s.owner_account_id = r.account_id and s.user_id = r.user_id;
update login_name n set user_id = r.new_id from rekeyed_user r
  where n.owner_account_id = r.account_id and n.user_id = r.user_id;
update known_network n set user_id = r.new_id from rekeyed_user r
  where n.owner_account_id = r.account_id and n.user_id = r.user_id;
update app_user u set user_id = r.new_id from rekeyed_user r where u.account_id = r.account_id and u.user_id = r.user_id;
