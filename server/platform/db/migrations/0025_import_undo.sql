-- Imports of files that can be undone: what each did, and every row as it was before and after. Of 30 days; in no backup.
create table import_run (
  account_id uuid not null references account on delete cascade,
  import_id uuid not null,
  kind text not null check (kind in ('employees', 'standard-times', 'piecework')),
  file_name text,
  at timestamptz not null,
  made_by text not null,
  added int not null,
  changed int not null,
  refused int not null,
  undone_at timestamptz,
  undone_by text,
  primary key (account_id, import_id)
);
create index import_run_at on import_run (account_id, at);

create table import_change (
  account_id uuid not null references account on delete cascade,
  import_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  -- Null: the import added the row.
  before jsonb,
  -- Null of raw records, which never change.
  after jsonb,
  primary key (account_id, import_id, table_name, row_id),
  foreign key (account_id, import_id) references import_run (account_id, import_id) on delete cascade
);
