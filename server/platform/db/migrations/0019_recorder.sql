-- How sure a phone or tablet was of a record's time, and how it came by the badge (recorder.md, Additions 3). Null: it did not say.
alter table clock_record
  add column clock text check (clock in ('verified', 'corrected', 'unverified')),
  add column means text check (means in ('camera', 'scanner', 'typed', 'list', 'nfc'));
alter table piecework_entry
  add column clock text check (clock in ('verified', 'corrected', 'unverified')),
  add column means text check (means in ('camera', 'scanner', 'typed', 'list', 'nfc'));
