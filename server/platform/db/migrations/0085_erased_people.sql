-- Erasure of a person (spec/privacy.md, V4). Who was erased, so that a restore of an older backup can ask to erase them again: by their id, and by hashes
-- under the instance key, from which nobody reads a name. In no backup: a restore must not forget it.
create table erased_person (
  account_id uuid not null references account on delete cascade,
  employee_id uuid not null,
  -- 'Removed 12'.
  nth int not null check (nth > 0),
  -- HMAC of the number and the name.
  person_hash bytea not null,
  erased_at timestamptz not null,
  erased_by text not null,
  primary key (account_id, employee_id),
  unique (account_id, nth)
);
comment on table erased_person is 'Employees who were erased, by id and by a keyed hash of number and name, for a restore that brings them back.';

-- An entry of the trail whose target or detail named an erased person no longer has the hash of its link. What it says since is hashed here, and the
-- entry 'person.erase' of the same erasure has the hash of these rows, within the chain.
create table audit_erasure (
  account_id uuid not null,
  audit_entry_id uuid not null,
  erasure_id uuid not null,
  hash bytea not null,
  primary key (account_id, audit_entry_id, erasure_id)
);
comment on table audit_erasure is 'The hashes of entries of the trail from which a name was erased: their links have the hashes of before.';

-- The trail is only added to, but for the names of an erased person: targets and details, in the transaction of an erasure.
create or replace function keep_audit_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entry' and current_setting('app.erasing', true) = old.account_id::text
    and to_jsonb(new) - '{target,detail}'::text[] = to_jsonb(old) - '{target,detail}'::text[] then
    return new;
  end if;
  raise exception 'The audit trail is only added to';
end $$;

-- The person was erased: with the terminal's answer, the PIN goes too.
alter table terminal_deletion add column removes_person boolean not null default false;

-- Replaces a text in every text and JSON of an account's tables, but those named; a table without the account in it is left alone. `pattern` is a regular
-- expression, case ignored. Returns how many rows changed.
create function replace_in_texts(of_account uuid, pattern text, replacement text, but text[]) returns int language plpgsql as $$
declare
  place record;
  changed int;
  total int := 0;
begin
  for place in
    select c.table_name::text as name, c.column_name::text as col, c.data_type::text as kind from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    join information_schema.columns a on a.table_schema = c.table_schema and a.table_name = c.table_name and a.column_name = 'account_id'
    join pg_class k on k.relname = c.table_name and k.relnamespace = current_schema()::regnamespace and not k.relispartition
    where c.table_schema = current_schema() and c.data_type in ('text', 'jsonb', 'json') and c.table_name <> all(but)
    order by 1, 2
  loop
    execute format('update %1$I set %2$I = regexp_replace(%2$I::text, $1, $2, ''gi'')::%3$s where account_id = $3 and %2$I::text ~* $1',
      place.name, place.col, place.kind) using pattern, replacement, of_account;
    get diagnostics changed = row_count;
    total := total + changed;
  end loop;
  return total;
end $$;

-- Nor may an erased person have templates, whom a restore has brought back until they are erased again.
create or replace function may_hold_templates(of_account uuid, of_employee uuid) returns boolean language sql stable as $$
  select not exists (select from erased_person x where x.account_id = of_account and x.employee_id = of_employee) and coalesce(
    (select c.kind = 'given' and (not a.consent_required
        or c.version = (select max(t.version) from consent_text t where t.account_id = of_account))
      from consent c where c.account_id = of_account and c.employee_id = of_employee
      order by c.received_at desc, c.consent_id desc limit 1),
    not a.consent_required)
  from account a where a.account_id = of_account;
$$;
