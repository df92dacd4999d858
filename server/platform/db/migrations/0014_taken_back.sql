-- An entry of a container that was taken back, and the one that takes it back, count neither, whatever a correction made of them.
alter table piecework_entry drop constraint piecework_entry_standing_check;
alter table piecework_entry add constraint piecework_entry_standing_check
  check (standing in ('counted', 'future-clock', 'duplicate', 'taken-back', 'quarantined', 'rejected'));
