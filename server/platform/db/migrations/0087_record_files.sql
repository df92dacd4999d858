-- Files of records that jobs make (spec/records.md K1). The files are in DATA_DIR/records.
create table record_file (
  account_id uuid not null references account on delete cascade,
  record_file_id uuid not null,
  from_day date not null,
  to_day date not null,
  parts text[] not null,
  export_type text not null,
  -- The groups by which people were chosen, as they were asked for.
  options jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  status text not null check (status in ('making', 'ready', 'failed')),
  failure text,
  bytes bigint,
  sha256 text,
  primary key (account_id, record_file_id)
);
comment on table record_file is 'Files of records (time cards, pieces, paid hours, corrections) of the last 30 days, and what was asked for. In no backup.';
