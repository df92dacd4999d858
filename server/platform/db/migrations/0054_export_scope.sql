-- The scope of the user who made an export, as it was then (spec/scope.md); null: everybody.
alter table export_record add column scope_key text;
