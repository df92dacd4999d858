-- The employees of whom the last batches brought records, by the data version that each batch raised (server/attendance/recordChanges.sql.ts): a
-- day that is in memory is brought up to date from it. A ring of slots: rows are written over where they stand, for which their pages have
-- room. Derived: in no backup.
create table record_change (
  account_id uuid not null references account on delete cascade,
  slot smallint not null,
  version bigint not null,
  employee_ids uuid[] not null,
  primary key (account_id, slot)
) with (fillfactor = 50);
