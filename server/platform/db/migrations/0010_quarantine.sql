-- A record that is set aside (ahead of the clock, or quarantined) takes no believed record's place: it is another sender's
-- (source 'device:<id>@<network>', '...@age', '...@future'), and one of an event is unique only among those that count.
drop index clock_record_event;
create unique index clock_record_event on clock_record (account_id, employee_id, at, direction)
  where employee_id is not null and standing = 'counted';
drop index clock_record_unmatched;
create unique index clock_record_unmatched on clock_record (account_id, time_id, at, direction)
  where employee_id is null and standing = 'counted';

update clock_record set source = source || '@future' where standing = 'future-clock';
update clock_record set source = source || case when at < received_at - interval '45 days' then '@age' else '@network' end
  where standing = 'quarantined';
update piecework_entry set source = source || '@future' where standing = 'future-clock';

alter table clock_record drop constraint clock_record_standing_check;
alter table clock_record add constraint clock_record_standing_check
  check (standing in ('counted', 'future-clock', 'duplicate', 'quarantined', 'rejected'));
alter table piecework_entry drop constraint piecework_entry_standing_check;
alter table piecework_entry add constraint piecework_entry_standing_check
  check (standing in ('counted', 'future-clock', 'duplicate', 'quarantined', 'rejected'));

create index piecework_entry_set_aside on piecework_entry (account_id, standing, received_at)
  where standing in ('future-clock', 'quarantined');
