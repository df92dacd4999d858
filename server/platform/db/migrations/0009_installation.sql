-- What every process on this database must agree on; one row.
create table installation (
  one boolean primary key default true check (one),
  -- Fingerprint of the instance key (secrets/secrets.ts, keyId): a process with another key refuses to start.
  key_id text not null
);
