-- The audit trail as a chain (security.md S-70): each entry of an account has a place in it and a hash over itself and the hash before.

create table audit_link (
  account_id uuid not null,
  place bigint not null,
  audit_entry_id uuid not null,
  -- SHA-256 of the hash before (32 zero bytes at the first place) and the entry's fields, as audit_hash writes them.
  hash bytea not null,
  primary key (account_id, place),
  unique (account_id, audit_entry_id)
);

-- A field with its length in front, so that no two entries are written alike.
create function audit_field(value text) returns text language sql immutable
as $$ select coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-') $$;

create function audit_hash(previous bytea, place bigint, e audit_entry) returns bytea language sql stable
as $$ select sha256(previous || convert_to(
  audit_field(place::text) || audit_field(e.account_id::text) || audit_field(e.audit_entry_id::text)
  || audit_field(to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) || audit_field(e.actor)
  || audit_field(e.action) || audit_field(e.target) || audit_field(e.address) || audit_field(e.result)
  || audit_field(e.detail), 'UTF8')) $$;

-- Gives an entry its place. The owner's right, because who writes for an account may not write links; one account's entries wait for
-- each other. An entry that comes with its link (a whole installation that is put back) keeps it.
create function link_audit_entry() returns trigger language plpgsql security definer set search_path from current as $$
declare
  newest audit_link;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || new.account_id, 0));
  if exists (select 1 from audit_link where account_id = new.account_id and audit_entry_id = new.audit_entry_id) then
    return null;
  end if;
  select * into newest from audit_link where account_id = new.account_id order by place desc limit 1;
  insert into audit_link (account_id, place, audit_entry_id, hash)
  values (new.account_id, coalesce(newest.place, 0) + 1, new.audit_entry_id,
    audit_hash(coalesce(newest.hash, decode(repeat('00', 32), 'hex')), coalesce(newest.place, 0) + 1, new));
  return null;
end $$;

-- When the transaction ends: everything else that it waits for it has by then, so that nobody waits in a circle.
create constraint trigger audit_entry_linked after insert on audit_entry
  deferrable initially deferred for each row execute function link_audit_entry();

create function keep_audit_trail() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is only added to';
end $$;
create trigger audit_entry_kept before update or delete on audit_entry
  for each row execute function keep_audit_trail();
create trigger audit_link_kept before update or delete on audit_link
  for each row execute function keep_audit_trail();

-- What was written before there was a chain.
do $$
declare
  entry audit_entry;
  of_account uuid;
  at_place bigint;
  at_hash bytea;
begin
  for entry in select * from audit_entry order by account_id, at, audit_entry_id loop
    if of_account is distinct from entry.account_id then
      of_account := entry.account_id;
      at_place := 0;
      at_hash := decode(repeat('00', 32), 'hex');
    end if;
    at_place := at_place + 1;
    at_hash := audit_hash(at_hash, at_place, entry);
    insert into audit_link values (of_account, at_place, entry.audit_entry_id, at_hash);
  end loop;
end $$;
