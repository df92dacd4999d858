-- Kinds of containers: what one holds, and the hours after which a counted one is taken to be empty.
create table container_kind (
  account_id uuid not null references account on delete cascade,
  container_kind_id uuid not null,
  name text not null,
  units numeric(15,3) not null check (units > 0),
  -- The product that it usually holds.
  lookup1_code text,
  hours int not null check (hours between 1 and 168),
  -- The highest number for which a label was printed.
  last_label int not null default 0,
  deleted_at timestamptz,
  primary key (account_id, container_kind_id)
);

-- The container of an entry, and until when it is full: an entry of the meantime is stored as a duplicate (docs/reference/containers.md).
alter table piecework_entry add column container text, add column container_kind_id uuid, add column full_until timestamptz;
create index piecework_entry_container on piecework_entry (account_id, container, started_at) where container is not null;
create index piecework_entry_container_received on piecework_entry (account_id, received_at) where container is not null;
create index piecework_entry_counted_twice on piecework_entry (account_id, started_at) where container is not null and standing = 'duplicate';
