-- Removal of old records (spec/records.md K3): only what is older than the account's years, and only when a user asks.
alter table account add column record_years int not null default 7 check (record_years between 3 and 10);
alter table account add column records_from date;
comment on column account.record_years is 'The years that records stay at least; older ones are removed when a user asks.';
comment on column account.records_from is 'Records of days before this one were removed, or are being removed; null: none were.';
