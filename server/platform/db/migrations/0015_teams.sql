-- Teams, whose members share what they make (docs/reference/teams.md).
create table team (
  account_id uuid not null references account on delete cascade,
  team_id uuid not null,
  name text not null,
  division text not null check (division in ('equal', 'hours', 'shares')),
  -- Of each member the employee, the first and the last date (null: not limited), and the share by which fixed shares divide.
  members jsonb not null,
  deleted_at timestamptz,
  primary key (account_id, team_id)
);
-- What a team made: raw, its parts are derived.
create table team_entry (
  account_id uuid not null references account on delete cascade,
  team_entry_id uuid not null,
  team_id uuid not null,
  units numeric(15,3) not null,
  at timestamptz not null,
  -- The work day of everybody, where no time is known; `at` is its midnight.
  on_date date,
  lookup1_code text,
  lookup2_code text,
  device_id uuid,
  source text not null,
  record_id text not null,
  clock text,
  means text,
  received_at timestamptz not null,
  -- Of one that a user typed.
  made_by_name text,
  -- A user took it back; null: it counts.
  removed_at timestamptz,
  primary key (account_id, team_entry_id),
  unique (account_id, source, record_id)
);
create index team_entry_at on team_entry (account_id, at);
create index team_entry_of_team on team_entry (account_id, team_id, at);

-- The entry of a team of which it is the part of its employee: its units follow from the team's entry, the members and their hours.
alter table piecework_entry add column team_entry_id uuid;
create index piecework_entry_of_team on piecework_entry (account_id, team_entry_id) where team_entry_id is not null;
