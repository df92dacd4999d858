-- Records of a restore stand in a table of their own, which belongs to the table of all accounts, until they have been moved there
-- (server/backups/incoming.ts, embedded database only): whatever is received meanwhile is looked for in both.
alter table account add column moving_records boolean not null default false;
