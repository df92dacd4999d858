-- What a user has chosen for every device: columns of tables, and periods (spec/office.md, 5 and 6). Null: as specified.
alter table app_user add column choices jsonb;
