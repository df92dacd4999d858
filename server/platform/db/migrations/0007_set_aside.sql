-- The few punches that are in no number: who looks for them must not read all that were received.
create index clock_record_set_aside on clock_record (account_id, standing, received_at)
  where standing in ('future-clock', 'quarantined');
