-- What a stored text says where it has values, so that each reads it in their own language (spec/languages.md W3). A text of before, or of which something
-- was erased, has none and stays English.
alter table alert_delivery add column reason_words jsonb;
alter table backup_job add column failure_words jsonb;
alter table backup_job add column copy_words jsonb;
alter table backup_job add column rehearsal_words jsonb;
alter table restore_job add column failure_words jsonb;
alter table record_file add column failure_words jsonb;
alter table installation_backup add column problem_words jsonb;

-- Entries of this very transaction (an installation that is put back) get their links first.
set constraints audit_entry_linked immediate;
-- The message of the detail; null where that is data, such as a name or a file.
alter table audit_entry add column words jsonb;
set constraints audit_entry_linked deferred;
-- The hash of an entry covers its words too, or a reader of another language could be told something else.
create or replace function audit_hash(previous bytea, place bigint, e audit_entry) returns bytea language sql stable
as $$ select sha256(previous || convert_to(
  audit_field(place::text) || audit_field(e.account_id::text) || audit_field(e.audit_entry_id::text)
  || audit_field(to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) || audit_field(e.actor)
  || audit_field(e.action) || audit_field(e.target) || audit_field(e.address) || audit_field(e.result)
  || audit_field(e.detail)
  || case when e.actor_id is null and e.target_id is null then ''
    else audit_field(e.actor_id::text) || audit_field(e.target_id::text) end
  || case when e.words is null then '' else audit_field(e.words::text) end, 'UTF8')) $$;

-- An erasure changes the words of an entry with its detail.
create or replace function keep_audit_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entry' and current_setting('app.erasing', true) = old.account_id::text
    and to_jsonb(new) - '{target,detail,words}'::text[] = to_jsonb(old) - '{target,detail,words}'::text[] then
    return new;
  end if;
  raise exception 'The audit trail is only added to';
end $$;
