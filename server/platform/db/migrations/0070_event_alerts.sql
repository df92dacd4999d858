-- Alerts about events (spec/office.md 12): what an alert waits for, and what it has said on a day.
alter table alert add column event jsonb;
alter table alert drop constraint alert_category_check;
alter table alert add constraint alert_category_check check (category in ('attendance', 'piecework', 'break', 'event'));
alter table alert add constraint alert_event_check check ((event is not null) = (category = 'event'));

-- One row per (alert, local date, subject): an alert says something of a person or device once a day.
create table alert_said (
  account_id uuid not null,
  alert_id uuid not null,
  local_date date not null,
  -- 'employee:' and their id, 'device:' and its id, or what is not of one of these.
  subject text not null,
  said_at timestamptz not null,
  primary key (account_id, alert_id, local_date, subject),
  foreign key (account_id, alert_id) references alert on delete cascade
);
comment on table alert_said is 'What an alert about events has said on a day, so that it says it once';
