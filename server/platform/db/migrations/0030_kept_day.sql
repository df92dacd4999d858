-- What past days contribute to trends, the roll and people (server/trends/keptDays.ts), each as long as all that it was judged from is the
-- same, which `basis` says, and time alone does not judge it anew. Derived: in no backup, made again where it is missing.
create table kept_day (
  account_id uuid not null references account on delete cascade,
  day date not null,
  basis text not null,
  made_at timestamptz not null,
  -- Null: no more.
  valid_until timestamptz,
  -- The figures of everybody, as JSON: what trends without a filter are made of.
  figures text not null,
  -- Everybody's day, packed (server/trends/packedDay.ts).
  content bytea not null,
  primary key (account_id, day)
);
