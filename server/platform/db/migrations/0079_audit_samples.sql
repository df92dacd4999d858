-- Samples of people for an auditor (spec/records.md H3). The hash of a link is in a directory that the tenant role cannot read.
create table audit_sample (
  account_id uuid not null references account on delete cascade,
  sample_id uuid not null,
  name text not null,
  seed text not null,
  from_day date not null,
  to_day date not null,
  -- The pay periods: `from`, `to`, `of` how many people, and `people`, the ids of those drawn.
  periods jsonb not null,
  made_at timestamptz not null,
  made_by text not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  last_opened_at timestamptz,
  primary key (account_id, sample_id)
);
comment on table audit_sample is 'People drawn by a seed for an auditor, whose link shows their days until it ends.';
create table audit_sample_directory (
  token_hash bytea primary key,
  owner_account_id uuid not null,
  sample_id uuid not null,
  foreign key (owner_account_id, sample_id) references audit_sample (account_id, sample_id) on delete cascade
);
create index audit_sample_directory_of_sample on audit_sample_directory (owner_account_id, sample_id);
comment on table audit_sample_directory is 'Global lookup: the account of an auditor''s link.';
