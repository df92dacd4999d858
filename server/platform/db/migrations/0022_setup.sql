-- Master data set up by people: rest days, dated time groups, one owner per record and field, and the payroll workbook.

alter table standard_time add column is_rest boolean not null default false;

-- [{"from": "YYYY-MM-DD" | null, "timeGroupId": uuid | null}], by date; null: time_group_id always. time_group_id is the last of them.
alter table employee add column time_groups jsonb;

alter table payroll_system
  -- Employee fields that the system has sent for anybody: its own since, null included.
  add column claims text[] not null default '{}',
  -- What it sends and the application owns under the same number, code or date becomes its own.
  add column adopts boolean not null default false,
  -- Of its newest sync with employees: how many, and how many of them the application owns under the same number.
  add column sent_employees int,
  add column matching_employees int;
update payroll_system s set claims = array_remove(array[
  case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.time_id is not null)
    then 'timeId' end,
  case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.time_group_id is not null)
    then 'timeGroup' end,
  case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.employee_group_id is not null)
    then 'employeeGroup' end,
  case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.job_description_id is not null)
    then 'jobDescription' end], null);

update app_user set permissions = array_append(permissions, 'Setup.MANAGE')
where 'Account.IMPORT' = any(permissions) and not 'Setup.MANAGE' = any(permissions);

-- Workbooks and pasted cells: content and lines go after a day, the file of the data before after 30.
create table workbook_upload (
  account_id uuid not null references account on delete cascade,
  workbook_upload_id uuid not null,
  created_at timestamptz not null,
  created_by text not null,
  -- Null for pasted cells.
  file_name text,
  sha256 text not null,
  -- The cells as they were read; null once they are gone.
  content json,
  -- What was shown last; its hash is what an apply must name.
  preview json,
  applied_at timestamptz,
  result json,
  -- The data as it was before the workbook was taken, as a workbook.
  before_data bytea,
  primary key (account_id, workbook_upload_id)
);
create index workbook_upload_created_at on workbook_upload (created_at);

create table workbook_line (
  account_id uuid not null,
  workbook_upload_id uuid not null,
  seq int not null,
  sheet text not null,
  -- As the spreadsheet counts; null for what a whole list lacks.
  line int,
  number text not null,
  who text not null,
  outcome text not null,
  changes jsonb not null,
  reason text,
  primary key (account_id, workbook_upload_id, seq),
  foreign key (account_id, workbook_upload_id) references workbook_upload (account_id, workbook_upload_id) on delete cascade
);
