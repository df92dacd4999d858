-- Which days changed since an export was made, and the rows that it had.

-- The data version at which the facts of a day last changed.
create table day_change (
  account_id uuid not null references account on delete cascade,
  day date not null,
  version bigint not null,
  primary key (account_id, day)
);

create function note_changed_days() returns trigger language plpgsql as $$
begin
  -- The version rises at the end of the transaction that changes facts. An account on its way out has none.
  insert into day_change (account_id, day, version)
  select c.account_id, c.day, a.data_version + 1
  from (select distinct account_id, day from changed) c join account a on a.account_id = c.account_id
  on conflict (account_id, day) do update set version = excluded.version;
  return null;
end $$;

create trigger day_fact_added after insert on day_fact
  referencing new table as changed for each statement execute function note_changed_days();
create trigger day_fact_removed after delete on day_fact
  referencing old table as changed for each statement execute function note_changed_days();
create trigger piecework_fact_added after insert on piecework_fact
  referencing new table as changed for each statement execute function note_changed_days();
create trigger piecework_fact_removed after delete on piecework_fact
  referencing old table as changed for each statement execute function note_changed_days();

alter table export_record drop column snapshot;

-- The rows of an export, day by day, as gzipped JSON; those of old exports are thrown away.
create table export_day (
  account_id uuid not null,
  export_id uuid not null,
  day date not null,
  rows bytea not null,
  primary key (account_id, export_id, day),
  foreign key (account_id, export_id) references export_record (account_id, export_id) on delete cascade
);
