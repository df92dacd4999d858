-- Days from before the dates that can be picked (spec/records.md K2): derived when somebody asks for them, from records that stay.
create table older_day (
  account_id uuid not null references account on delete cascade,
  day date not null,
  -- The derivation that is under way or has ended; a change of what the day is derived from deletes the row.
  attempt uuid not null,
  is_derived boolean not null default false,
  used_at timestamptz not null,
  primary key (account_id, day)
);
comment on table older_day is 'Days from before those that can be picked whose facts are stored at present, because somebody asked for them. In no backup.';

-- Facts of older days that are derived or deleted again change no figure.
create function is_deriving_older() returns boolean language sql stable as $$
  select coalesce(current_setting('app.deriving_older', true), '') = 'on'
$$;

create or replace function note_changed_days() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  -- The version rises at the end of the transaction that changes facts. An account on its way out has none.
  insert into day_change (account_id, day, version)
  select c.account_id, c.day, a.data_version + 1
  from (select distinct account_id, day from changed) c join account a on a.account_id = c.account_id
  on conflict (account_id, day) do update set version = excluded.version;
  return null;
end $$;

create or replace function judge_changed_facts() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select c.account_id, c.employee_id, min(c.day),
    -- The first record of an employee is the day from which they count (rules.md 13).
    case when tg_table_name = 'day_fact' and tg_op <> 'UPDATE' then 'infinity' else max(c.day) end
  from changed c join account a on a.account_id = c.account_id
  where tg_op <> 'DELETE' or c.day >= (select min(j.day) from judged_date j where j.account_id = c.account_id)
  group by c.account_id, c.employee_id;
  return null;
end $$;

create or replace function judge_moved_start() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  perform judge_again(new.account_id, new.employee_id, new.day, 'infinity');
  return null;
end $$;
