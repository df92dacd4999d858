-- Consent to the use of biometric data (spec/privacy.md, V2). Rows are only added: a withdrawal is a row too, so that what held on a day can be shown, and
-- a restore of an older backup brings no withdrawn consent back.
alter table account add column consent_required boolean not null default false;

-- The text that people agree to, one row a version: another text asks everybody anew.
create table consent_text (
  account_id uuid not null references account on delete cascade,
  consent_text_id uuid not null,
  version int not null check (version > 0),
  text text not null check (char_length(text) between 1 and 4000),
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, consent_text_id),
  unique (account_id, version)
);
comment on table consent_text is 'The versions of the text by which employees agree to the use of their biometric data; nothing changes them.';

-- What an employee said: 'given' to a version of the text, or 'withdrawn'. Employees are named without a foreign key, as a restore puts them back later.
create table consent (
  account_id uuid not null references account on delete cascade,
  consent_id uuid not null,
  employee_id uuid not null,
  kind text not null check (kind in ('given', 'withdrawn')),
  -- Of 'given': the version of the text.
  version int,
  -- Where it was given.
  how text check (how in ('paper', 'recorder', 'screen')),
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, consent_id),
  check ((kind = 'given') = (version is not null)),
  check ((kind = 'given') = (how is not null))
);
comment on table consent is 'What employees said about the use of their biometric data: consents and withdrawals; nothing changes them.';
create index consent_of_employee on consent (account_id, employee_id, received_at desc, consent_id desc);

-- Tells whether templates of an employee may be stored and sent: nothing was withdrawn last, and, where the account requires consent, the present text was
-- agreed to.
create function may_hold_templates(of_account uuid, of_employee uuid) returns boolean language sql stable as $$
  select coalesce(
    (select c.kind = 'given' and (not a.consent_required
        or c.version = (select max(t.version) from consent_text t where t.account_id = of_account))
      from consent c where c.account_id = of_account and c.employee_id = of_employee
      order by c.received_at desc, c.consent_id desc limit 1),
    not a.consent_required)
  from account a where a.account_id = of_account;
$$;

-- Erases the stored templates of all who may not have any, here and on the terminals, where the people stay.
create function erase_templates_without_consent(of_account uuid, at timestamptz) returns void language sql as $$
  select erase_templates(of_account, array_agg(distinct employee_id), true, at) from biometric_template
  where account_id = of_account and not may_hold_templates(of_account, employee_id) having count(*) > 0;
$$;
