-- How a device counted units that several people made together: where output must be individual, they are not paid by the piece (spec/pay.md, Templates).
alter table piecework_entry add column counting text check (counting in ('shared', 'team'));
-- Some of the units were counted so.
alter table piecework_fact add column is_shared boolean not null default false;
