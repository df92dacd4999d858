-- True: the correction makes an entry count whose container was full (docs/reference/containers.md#counts-once). Until now any replacement of such an entry did.
alter table entry_correction add column counts_again boolean not null default false;
update entry_correction k set counts_again = true from piecework_entry p
where k.kind = 'replace' and p.account_id = k.account_id and p.piecework_entry_id = k.piecework_entry_id and p.standing = 'duplicate';
