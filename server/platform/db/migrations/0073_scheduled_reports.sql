-- Scheduled reports (spec/office.md 11): the report that an alert makes, and the request of each that was made, so that it can be downloaded.
alter table alert add column report jsonb;
alter table alert drop constraint alert_category_check;
alter table alert add constraint alert_category_check check (category in ('attendance', 'piecework', 'break', 'event', 'report'));
alter table alert add constraint alert_report_check check ((report is not null) = (category = 'report'));
alter table alert_delivery add column report jsonb;

-- Global, like the mails that it belongs to: the file that all mails of a delivery have attached.
create table mail_file (
  delivery_id uuid primary key,
  owner_account_id uuid not null references account on delete cascade,
  name text not null,
  content bytea not null,
  created_at timestamptz not null
);
comment on table mail_file is 'The file attached to the mails of an alert''s delivery, until each of them was sent or given up';
