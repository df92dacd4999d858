-- The people to whom the user who made an alert was limited when they were deleted (spec/scope.md, L5).
alter table alert add column scope jsonb;
-- The people to whom the user who made an export was limited then; what exports before say is no longer compared.
alter table export_record add column scope jsonb;
delete from export_day d using export_record r
  where r.account_id = d.account_id and r.export_id = d.export_id and r.scope_key is not null;
