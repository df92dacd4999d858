-- Keys that read figures (spec/pay.md X6). A key reads as the user who made it may read now, and no more than the permissions that it was given.
alter table sync_key drop constraint sync_key_rights_check;
alter table sync_key add constraint sync_key_rights_check check (rights in ('send', 'fetch', 'both', 'read'));
alter table sync_key
  -- Of a key that reads: its permissions, and the user whose people it shows. It ends with that user.
  add column permissions text[],
  add column made_by uuid,
  add constraint sync_key_reads_check check ((rights = 'read') = (permissions is not null and made_by is not null));
