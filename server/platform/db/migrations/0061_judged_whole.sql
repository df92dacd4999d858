-- The transaction that last judged all of a date: while it is the same, only employees whom judged_stale named differ, and figures of all others can be
-- read from memory (server/trends/keptPeople.ts).
alter table judged_date add column whole_version bigint not null default 0;
