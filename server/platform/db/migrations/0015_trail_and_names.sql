-- The trail keeps ids: a name may be changed, and become somebody else's (security.md S-70). The hash of an entry covers them; one from
-- before there were ids keeps the hash that it has.
-- Entries of this very transaction (an installation that is put back) get their links first.
set constraints audit_entry_linked immediate;
alter table audit_entry add column actor_id uuid;
alter table audit_entry add column target_id uuid;
set constraints audit_entry_linked deferred;
create or replace function audit_hash(previous bytea, place bigint, e audit_entry) returns bytea language sql stable
as $$ select sha256(previous || convert_to(
  audit_field(place::text) || audit_field(e.account_id::text) || audit_field(e.audit_entry_id::text)
  || audit_field(to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) || audit_field(e.actor)
  || audit_field(e.action) || audit_field(e.target) || audit_field(e.address) || audit_field(e.result)
  || audit_field(e.detail)
  || case when e.actor_id is null and e.target_id is null then ''
    else audit_field(e.actor_id::text) || audit_field(e.target_id::text) end, 'UTF8')) $$;

-- Names that look alike have the same: letters of Cyrillic, Greek and Armenian are read as the Latin ones that they are taken for, in
-- small or capital letters.
create function look_key(name_key text) returns text language sql immutable parallel safe
as $$ select translate(name_key, 'аαɑвβьсϲԁеєεɡցһнηհіιıјյкκӏмμոоοօрρԛզѕтτυսνѵԝωաхχуүγζ', 'aaabbbccdeeegghhhhiiijjkklmmnoooppqqsttuuvvwwwxxyyyz') $$;
create index login_name_look on login_name (look_key(name_key));
