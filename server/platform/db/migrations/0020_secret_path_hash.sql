-- A terminal's secret path is what its punches are believed by: nothing that stands in the database is such a thing (security.md S-13).
alter table device add column secret_path_hash bytea;
update device set secret_path_hash = sha256(convert_to(secret_path, 'UTF8')) where secret_path is not null;
alter table device drop column secret_path;
