-- What may be wrong with what people pick (docs/reference/quality.md).
create table defect (
  account_id uuid not null references account on delete cascade,
  defect_id uuid not null,
  name text not null,
  deleted_at timestamptz,
  primary key (account_id, defect_id)
);
-- What was looked at of a container, and the defects that were found.
create table quality_sample (
  account_id uuid not null references account on delete cascade,
  sample_id uuid not null,
  container text not null,
  at timestamptz not null,
  -- The pieces that were looked at, and of how many each defect was found: an object of numbers by the id of the defect.
  pieces int not null check (pieces > 0),
  found jsonb not null,
  device_id uuid not null,
  -- The device that captured it, and its own id of it: what is sent twice is one.
  source text not null,
  record_id text not null,
  clock text,
  means text,
  received_at timestamptz not null,
  primary key (account_id, sample_id),
  unique (account_id, source, record_id)
);
create index quality_sample_of_container on quality_sample (account_id, container, at);
create index quality_sample_at on quality_sample (account_id, at);
