-- The devices on which people clocked are looked up whenever somebody sees some people alone: by this index without reading a record.
create unique index clock_record_event_new on clock_record (account_id, employee_id, at, direction) include (device_id)
  where employee_id is not null and standing = 'counted';
drop index clock_record_event;
alter index clock_record_event_new rename to clock_record_event;
