-- Containers that were scanned at delivery, which makes them empty (docs/reference/containers.md#delivery).
create table container_delivery (
  account_id uuid not null references account on delete cascade,
  delivery_id uuid not null,
  container text not null,
  at timestamptz not null,
  verdict text not null check (verdict in ('accept', 'reject')),
  -- Of a rejected one.
  reason text,
  -- In kg.
  weight numeric(12,3),
  device_id uuid not null,
  -- The device that captured it, and its own id of it: what is sent twice is one.
  source text not null,
  record_id text not null,
  clock text,
  means text,
  received_at timestamptz not null,
  primary key (account_id, delivery_id),
  unique (account_id, source, record_id)
);
create index container_delivery_of_container on container_delivery (account_id, container, at);
create index container_delivery_at on container_delivery (account_id, at);
create index container_delivery_received on container_delivery (account_id, received_at);

-- True: what was rejected at delivery counts all the same, and nobody is asked.
alter table container_kind add column keeps_rejected boolean not null default false;
