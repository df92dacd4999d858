-- A restore is one transaction (docs/decisions/004): its records no longer wait in tables of the schema `restoring` that inherit from those of all accounts.
do $$
declare
  waiting record;
begin
  for waiting in
    select c.relname as name, p.relname as parent from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = to_regnamespace('restoring')
  loop
    execute format('insert into %I select * from only restoring.%I on conflict do nothing', waiting.parent, waiting.name);
  end loop;
end $$;
drop schema if exists restoring cascade;
alter table account drop column moving_records;
