-- Backups by themselves: when an account's are made (absent: never), and what became of each.
create table backup_schedule (
  account_id uuid primary key references account on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  weekday int not null check (weekday between 1 and 7),
  time text not null,
  keep int not null,
  rehearse boolean not null,
  -- Since when backups are due by themselves.
  since timestamptz not null,
  next_at timestamptz not null
);
alter table backup_job
  add column kind text not null default 'manual' check (kind in ('manual', 'scheduled', 'safety')),
  add column copied_at timestamptz,
  add column copy_problem text,
  add column rehearsed_at timestamptz,
  add column rehearsal_problem text;

-- The same for the installation; one row.
create table installation_backup (
  one boolean primary key default true check (one),
  since timestamptz not null,
  next_at timestamptz not null,
  good_at timestamptz,
  problem text
);
