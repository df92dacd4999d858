-- The whole schema. Two kinds of tables:
--   tenant tables have account_id, first in their primary key, in every unique constraint and in every foreign key. Row level security and the grants of
--   the tenant role are applied to each of them by rowLevelSecurity.ts, after the migrations;
--   directory tables find the account of a request that does not name one (a token, a serial number, a login name); they have owner_account_id and are
--   not readable by the tenant role.
-- Instants are timestamptz, local dates are date, ids are UUIDv7 made by the server. A trigger stands below the function that it runs.

-- Accounts
-- ========

-- A farm or factory: a tenant. Its data version rises with every change of what figures are made from.
create table account (
  account_id uuid primary key,
  code text not null,
  code_key text not null unique,
  name text not null,
  is_system boolean not null default false,
  is_active boolean not null default true,
  holder jsonb not null,
  license jsonb not null,
  time_zone text not null,
  allowed_system_ids text[] not null default '{}',
  store_templates boolean not null default false,
  lookup1_name text not null default 'Lookup 1',
  lookup2_name text not null default 'Lookup 2',
  -- Lower case, accents removed: what the account search looks in.
  search_text text not null,
  data_version bigint not null default 1,
  data_changed_at timestamptz,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  -- Which payroll system named a lookup of the account: another one does not rename it. Null: whichever names it next.
  lookup1_system text,
  lookup2_system text,
  -- The earliest punch, matched or not, or entry that counts. A device's first contact stands with the device.
  first_record_at timestamptz,
  -- Somebody has said that the account is in this zone.
  time_zone_chosen boolean not null default false,
  -- Since when stored punches are read again and every day is derived again; null: the figures stand.
  recalculating_since timestamptz,
  correction_days int not null default 42 check (correction_days between 1 and 89),
  require_second_factor boolean not null default false,
  -- The muster list is for everybody, whatever their scope: safety before secrecy.
  muster_for_all boolean not null default false,
  -- ISO 4217; null: not chosen.
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- How the account uses single sign-on (contract/access/singleSignOn.ts); null: the default.
  sign_on jsonb check (jsonb_typeof(sign_on) = 'object'),
  -- No template is stored without the employee's consent to the newest consent_text.
  consent_required boolean not null default false,
  -- The years that records stay at least; older ones are removed when a user asks.
  record_years int not null default 7 check (record_years between 3 and 10),
  -- Records of days before this one were removed, or are being removed; null: none were.
  records_from date,
  -- The language of mails without a user, and of users until they choose their own.
  language text not null default 'en' check (language ~ '^[a-z]{2}$')
);
-- With the text that is searched, so that a search reads the index alone.
create index account_by_name on account (name, account_id) include (search_text);

-- Users and sessions
-- ==================

-- A user of an account: administrator, employer or device.
create table app_user (
  account_id uuid not null references account on delete cascade,
  user_id uuid not null,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('admin', 'employer', 'device')),
  is_active boolean not null default true,
  -- PHC string of argon2id; null until a password was set.
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  modules text[] not null default '{}',
  permissions text[] not null default '{}',
  search_text text not null,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  -- The employee whom a user is.
  employee_id uuid,
  -- Has a passkey or an authenticator app, of whatever domain and state.
  has_factor boolean not null default false,
  -- The people to whom a user is limited: lists of ids by the names of the crew filter; null: everybody. Set to the employers' users only.
  scope jsonb check ((jsonb_typeof(scope) = 'object') and scope <> '{}'),
  -- What a user has chosen for every device: columns of tables, and periods. Null: as specified.
  choices jsonb,
  language text check (language ~ '^[a-z]{2}$'),
  primary key (account_id, user_id),
  check (scope is null or role = 'employer')
);

-- Names that look alike have the same: letters of Cyrillic, Greek and Armenian are read as the Latin ones that they are taken for, in small or
-- capital letters.
create function look_key(name_key text) returns text language sql immutable parallel safe
as $$ select translate(name_key, 'аαɑвβьсϲԁеєεɡցһнηհіιıјյкκӏмμոоοօрρԛզѕтτυսνѵԝωաхχуүγζ', 'aaabbbccdeeegghhhhiiijjkklmmnoooppqqsttuuvvwwwxxyyyz') $$;

-- Usernames and email addresses, lower case: each signs in one user of one account.
create table login_name (
  name_key text primary key,
  owner_account_id uuid not null references account on delete cascade,
  user_id uuid not null
);
-- Finds the account of a user that only an id names.
create index login_name_by_user_id on login_name (user_id);
create index login_name_look on login_name (look_key(name_key));
create index login_name_of_user on login_name (owner_account_id, user_id);

-- Global: the log-ins, one per user.
create table session (
  token_hash bytea primary key,
  session_id uuid not null unique,
  owner_account_id uuid not null,
  user_id uuid not null,
  browser_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when a log-in on another device ended it: answers SESSION_REPLACED instead of SESSION_EXPIRED.
  replaced_at timestamptz,
  -- When whoever calls last proved with a factor who they are; null: by a password only, or by a transfer.
  proved_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user on delete cascade
);
create index session_expiry on session (expires_at);
create index session_of_user on session (owner_account_id, user_id);

-- Single-use links: password resets, invitations, session transfers.
create table single_use_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invitation', 'transfer')),
  owner_account_id uuid not null,
  user_id uuid not null,
  -- Of a transfer: the session it continues.
  session_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user on delete cascade
);
create index single_use_token_of_user on single_use_token (owner_account_id, user_id, purpose);

-- Counters of failed or repeated attempts, shared by all processes (S-03, S-10, S-12, S-44, S-80).
create table throttle (
  throttle_key text primary key,
  window_start timestamptz not null,
  hits int not null,
  blocked_until timestamptz,
  strikes int not null default 0
);

-- Global: networks from which a user or a sync key succeeded in the last 30 days; limits on attempts spare them.
create table known_network (
  owner_account_id uuid not null,
  caller_id uuid not null,
  network text not null,
  succeeded_at timestamptz not null,
  primary key (owner_account_id, caller_id, network)
);

-- The answer to a request that may be repeated.
create table idempotency_key (
  account_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  status int not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (account_id, idempotency_key)
);

-- Who acts is asked once more by the transaction that writes, and stays so until it ends (S-19): rights of a live session, nothing when it has ended.
-- The owner's right, because an account's transaction may not read sessions. The user is locked before the session, as a log-in does.
create function hold_session(of_session uuid, now timestamptz)
  returns table (role text, modules text[], permissions text[])
  language plpgsql security definer set search_path from current as $$
declare
  owner record;
begin
  select s.owner_account_id, s.user_id into owner from session s where s.session_id = of_session;
  perform 1 from app_user u where u.account_id = owner.owner_account_id and u.user_id = owner.user_id for share;
  return query
    select u.role, u.modules, u.permissions
    from session s
    join app_user u on u.account_id = s.owner_account_id and u.user_id = s.user_id
    join account a on a.account_id = s.owner_account_id
    where s.session_id = of_session and s.replaced_at is null and s.expires_at > now and u.is_active and a.is_active
    for share of s;
end $$;

-- Notes in the transaction of the effect that a key was used (status 1) or what was answered (200); false when the claim was given up and another
-- request has it now. The owner's right: an administrator's own key is noted while they write for an account.
create function note_idempotent(of_account uuid, of_key text, claimed_at timestamptz, given text) returns boolean
  language plpgsql security definer set search_path from current as $$
begin
  update idempotency_key k
  set status = case when given is null then greatest(k.status, 1) else 200 end, answer = coalesce(given, k.answer)
  where k.account_id = of_account and k.idempotency_key = of_key and k.created_at = claimed_at;
  return found;
end $$;

-- Global lookup: the user of a passkey.
create table passkey (
  -- As the browser writes it, base64url.
  credential_id text primary key,
  passkey_id uuid not null unique,
  owner_account_id uuid not null,
  user_id uuid not null,
  -- The domain that it was made for: at another one it cannot be used.
  rp_id text not null,
  -- COSE.
  public_key bytea not null,
  counter bigint not null,
  -- Kept by a provider on several devices: its counter says nothing.
  synced boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A copy of it was used.
  suspended_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user deferrable initially deferred
);
create index passkey_of_domain on passkey (rp_id);
create index passkey_of_user on passkey (owner_account_id, user_id);

-- Global: the second factors of a user beside passkeys.
create table sign_in (
  owner_account_id uuid not null,
  user_id uuid not null,
  -- What a passkey says of its user: random, base64url.
  user_handle text not null unique,
  -- A second factor after the password, although the account requires none.
  wanted boolean not null default false,
  -- Of the authenticator app, under the instance key; and one that waits for its first code.
  sealed_seed text,
  waiting_seed text,
  -- The 30 seconds whose code was taken last: each is taken once, and none before it.
  last_step bigint,
  -- Wrong codes since the last right one; from 100 on the app is off.
  failures int not null default 0,
  primary key (owner_account_id, user_id),
  foreign key (owner_account_id, user_id) references app_user deferrable initially deferred
);

-- Global lookup: the user of a recovery code, which counts once.
create table recovery_code (
  code_hash bytea primary key,
  owner_account_id uuid not null,
  user_id uuid not null,
  used_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user deferrable initially deferred
);
create index recovery_code_of_user on recovery_code (owner_account_id, user_id);

-- A log-in whose password was right and whose second factor is missing.
create table sign_in_ticket (
  token_hash bytea primary key,
  owner_account_id uuid not null,
  user_id uuid not null,
  need text not null check (need in ('prove', 'enrol')),
  browser_id text not null,
  address text not null,
  failures int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where a log-in that waits for its second factor came from (server/access/session/signOn.sql.ts); null: a password.
  sign_on jsonb check (jsonb_typeof(sign_on) = 'object'),
  foreign key (owner_account_id, user_id) references app_user deferrable initially deferred
);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);
create index sign_in_ticket_of_user on sign_in_ticket (owner_account_id, user_id);

-- SHA-256 of challenges that were signed right: each once.
create table used_challenge (
  challenge_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null
);
create index used_challenge_expiry on used_challenge (expires_at);

-- Global lookup: the user of a log-in at a provider of single sign-on.
create table sign_on_link (
  issuer text not null,
  -- The person's identifier at the provider, and what people recognise it by.
  subject text not null,
  label text not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  linked_at timestamptz not null,
  linked_by text not null,
  -- The user was created by the account's mapping, and their rights follow it.
  is_mapped boolean not null,
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (owner_account_id, user_id, issuer),
  foreign key (owner_account_id, user_id) references app_user deferrable initially deferred
);

-- Global: a log-in at a provider that was checked and waits a minute for its browser.
create table sign_on_arrival (
  token_hash bytea primary key,
  -- To log in, or to link the log-in to the user who began.
  purpose text not null check (purpose in ('login', 'link')),
  owner_account_id uuid not null,
  user_id uuid not null,
  -- The session that began to link; null for a log-in.
  session_id uuid references session (session_id) on delete cascade,
  -- Only this browser may go on.
  browser_id text not null,
  issuer text not null,
  subject text not null,
  label text not null,
  -- The provider's own session, which it may end.
  sid text,
  -- For the provider's log-out; under the instance key.
  sealed_id_token text not null,
  -- The provider says that a second factor was used; and: it has asked the person once more.
  proves_factor boolean not null,
  was_asked_again boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (owner_account_id, user_id) references app_user on delete cascade
);
create index sign_on_arrival_expiry on sign_on_arrival (expires_at);
create index sign_on_arrival_of_session on sign_on_arrival (session_id);
create index sign_on_arrival_of_user on sign_on_arrival (owner_account_id, user_id);

-- Global: the sessions that began at a provider, which may end them.
create table sign_on_session (
  session_id uuid primary key references session (session_id) on delete cascade,
  owner_account_id uuid not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  sealed_id_token text not null
);
create index sign_on_session_of_account on sign_on_session (owner_account_id);
create index sign_on_session_of_sid on sign_on_session (issuer, sid);
create index sign_on_session_of_subject on sign_on_session (issuer, subject);

-- Global: a browser that gets alerts of a user.
create table push_subscription (
  subscription_id uuid primary key,
  owner_account_id uuid not null,
  user_id uuid not null,
  browser_id text not null,
  -- SHA-256; the endpoint itself and its keys are sealed under the instance key.
  endpoint_hash bytea not null unique,
  sealed text not null,
  -- What the browser knows it by: a message for another mark is for somebody else.
  mark text not null,
  categories text[] not null,
  -- Of the user, in that browser: two weeks later it ends.
  last_log_in_at timestamptz not null,
  unique (owner_account_id, user_id, browser_id),
  foreign key (owner_account_id, user_id) references app_user deferrable initially deferred
);
create index push_subscription_of_browser on push_subscription (browser_id);

-- The ledger: a row per slot and device, written in the transaction of the slot.
create table push_message (
  -- Random; the tag of the message too, so that what a crash sends twice is shown once.
  message_id uuid primary key,
  owner_account_id uuid not null references account on delete cascade,
  subscription_id uuid not null references push_subscription on delete cascade,
  -- Null for a test.
  delivery_id uuid,
  category text not null,
  local_date date not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  finished_at timestamptz,
  -- How it ended: 'sent', or why not.
  outcome text,
  unique (delivery_id, subscription_id)
);
create index push_message_due on push_message (next_attempt_at) where finished_at is null;
create index push_message_of_account on push_message (owner_account_id);
create index push_message_of_subscription on push_message (subscription_id);

-- The audit trail
-- ===============

-- The trail: who did what, allowed or refused.
create table audit_entry (
  account_id uuid not null,
  audit_entry_id uuid not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  target text,
  address text,
  result text not null check (result in ('ok', 'refused')),
  detail text,
  actor_id uuid,
  target_id uuid,
  -- The message of the detail; null where that is data, such as a name or a file.
  words jsonb,
  primary key (account_id, audit_entry_id)
);
create index audit_entry_newest on audit_entry (account_id, at desc, audit_entry_id desc);

-- The hash chain over the trail: an entry that was changed or removed breaks it.
create table audit_link (
  account_id uuid not null,
  place bigint not null,
  audit_entry_id uuid not null,
  -- SHA-256 of the hash before (32 zero bytes at the first place) and the entry's fields, as audit_hash writes them.
  hash bytea not null,
  primary key (account_id, place),
  unique (account_id, audit_entry_id)
);

-- The hashes of entries of the trail from which a name was erased: their links have the hashes of before.
create table audit_erasure (
  account_id uuid not null,
  audit_entry_id uuid not null,
  erasure_id uuid not null,
  hash bytea not null,
  primary key (account_id, audit_entry_id, erasure_id)
);

-- A field with its length in front, so that no two entries are written alike.
create function audit_field(value text) returns text language sql immutable
as $$ select coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-') $$;

-- The hash of an entry covers its words too, or a reader of another language could be told something else.
create function audit_hash(previous bytea, place bigint, e audit_entry) returns bytea language sql stable
as $$ select sha256(previous || convert_to(
  audit_field(place::text) || audit_field(e.account_id::text) || audit_field(e.audit_entry_id::text)
  || audit_field(to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) || audit_field(e.actor)
  || audit_field(e.action) || audit_field(e.target) || audit_field(e.address) || audit_field(e.result)
  || audit_field(e.detail)
  || case when e.actor_id is null and e.target_id is null then ''
    else audit_field(e.actor_id::text) || audit_field(e.target_id::text) end
  || case when e.words is null then '' else audit_field(e.words::text) end, 'UTF8')) $$;

-- Gives an entry its place. The owner's right, because who writes for an account may not write links; one account's entries wait for each other. An
-- entry that comes with its link (a whole installation that is put back) keeps it.
create function link_audit_entry() returns trigger language plpgsql security definer set search_path from current as $$
declare
  newest audit_link;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || new.account_id, 0));
  if exists (select 1 from audit_link where account_id = new.account_id and audit_entry_id = new.audit_entry_id) then
    return null;
  end if;
  select * into newest from audit_link where account_id = new.account_id order by place desc limit 1;
  insert into audit_link (account_id, place, audit_entry_id, hash)
  values (new.account_id, coalesce(newest.place, 0) + 1, new.audit_entry_id,
    audit_hash(coalesce(newest.hash, decode(repeat('00', 32), 'hex')), coalesce(newest.place, 0) + 1, new));
  return null;
end $$;
create constraint trigger audit_entry_linked after insert on audit_entry deferrable initially deferred
  for each row execute function link_audit_entry();

-- Entries are only added; an erasure alone changes target, detail and words of one.
create function keep_audit_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entry' and current_setting('app.erasing', true) = old.account_id::text
    and to_jsonb(new) - '{target,detail,words}'::text[] = to_jsonb(old) - '{target,detail,words}'::text[] then
    return new;
  end if;
  raise exception 'The audit trail is only added to';
end $$;
create trigger audit_entry_kept before delete or update on audit_entry
  for each row execute function keep_audit_trail();
create trigger audit_link_kept before delete or update on audit_link
  for each row execute function keep_audit_trail();

-- Master data
-- ===========

-- A payroll system that syncs, and when it last did.
create table payroll_system (
  account_id uuid not null references account on delete cascade,
  payroll_system_id uuid not null,
  system_id text not null,
  name text not null,
  last_sync timestamptz,
  -- Employee fields that the system has sent for anybody: its own since, null included.
  claims text[] not null default '{}',
  -- What it sends and the application owns under the same number, code or date becomes its own.
  adopts boolean not null default false,
  -- Of its newest sync with employees: how many, and how many of them the application owns under the same number.
  sent_employees int,
  matching_employees int,
  primary key (account_id, payroll_system_id),
  unique (account_id, system_id)
);

-- A key by which a payroll system syncs; its hash is in sync_key_directory.
create table sync_key (
  account_id uuid not null references account on delete cascade,
  sync_key_id uuid not null,
  system_id text,
  description text not null,
  created_at timestamptz not null,
  created_by text,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- What a sync key may do.
  rights text not null default 'send' check (rights in ('send', 'fetch', 'both', 'read')),
  -- Of a key that reads: its permissions, and the user whose people it shows. It ends with that user.
  permissions text[],
  made_by uuid,
  primary key (account_id, sync_key_id),
  constraint sync_key_reads_check check ((rights = 'read') = ((permissions is not null) and (made_by is not null)))
);

-- Global lookup: the account of a sync key.
create table sync_key_directory (
  key_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  sync_key_id uuid not null
);

-- A time group, an employee group or a job description. system_id is the payroll system's own name for itself.
create table work_group (
  account_id uuid not null references account on delete cascade,
  group_id uuid not null,
  kind text not null check (kind in ('time', 'employee', 'job')),
  system_id text not null,
  code text not null,
  name text not null,
  deleted_at timestamptz,
  primary key (account_id, group_id),
  unique (account_id, kind, system_id, code)
);

-- An entry of lookup 1 or 2: a product and a block, or whatever the account calls them.
create table lookup_entry (
  account_id uuid not null references account on delete cascade,
  lookup_entry_id uuid not null,
  lookup smallint not null check (lookup in (1, 2)),
  system_id text not null,
  code text not null,
  description text not null,
  deleted_at timestamptz,
  changed_version bigint not null default 0,
  primary key (account_id, lookup_entry_id),
  unique (account_id, lookup, code)
);

-- The hours of a time group on a weekday from a date on: a shift or a rest day.
create table standard_time (
  account_id uuid not null references account on delete cascade,
  standard_time_id uuid not null,
  system_id text not null,
  code text not null,
  time_group_id uuid not null,
  weekday smallint not null check (weekday between 1 and 7),
  start_time text not null,
  end_time text not null,
  breaks jsonb not null default '[]',
  grace_minutes int not null default 5,
  break_grace_minutes int not null default 5,
  pre_minutes int not null default 120,
  post_minutes int not null default 240,
  effective_from date,
  deleted_at timestamptz,
  is_rest boolean not null default false,
  primary key (account_id, standard_time_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group deferrable
);

-- A date on which nobody is expected, or a time group is not.
create table holiday (
  account_id uuid not null references account on delete cascade,
  holiday_id uuid not null,
  system_id text not null,
  code text not null,
  name text not null,
  date date not null,
  time_group_id uuid,
  deleted_at timestamptz,
  primary key (account_id, holiday_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group deferrable
);

-- The rules by which hours are paid, for everybody or a time group, each from a date on. `rule` has the fields of contract/masterData/hoursRules.ts.
create table hours_rule (
  account_id uuid not null references account on delete cascade,
  hours_rule_id uuid not null,
  system_id text not null,
  code text not null,
  time_group_id uuid,
  effective_from date,
  rule jsonb not null,
  deleted_at timestamptz,
  primary key (account_id, hours_rule_id),
  unique (account_id, system_id, code),
  foreign key (account_id, time_group_id) references work_group deferrable
);

-- A person who clocks: number, PIN, groups, and since when they are active.
create table employee (
  account_id uuid not null references account on delete cascade deferrable,
  employee_id uuid not null,
  system_id text not null,
  code text not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  -- The last word: what the list shows.
  is_active boolean not null,
  -- [{"from": "YYYY-MM-DD" | null, "isActive": boolean}], by date: activity as of each local date (rule 13).
  activity jsonb not null default '[]',
  inactive_from date,
  time_id text,
  time_group_id uuid,
  employee_group_id uuid,
  job_description_id uuid,
  deleted_at timestamptz,
  -- The account's data version at the last change: the cursor of V2 devices.
  changed_version bigint not null default 0,
  -- When the employee was first received; null in backups of before: counts as always there.
  received_at timestamptz,
  -- [{"from": "YYYY-MM-DD" | null, "timeGroupId": uuid | null}], by date; null: time_group_id always. time_group_id is the last of them.
  time_groups jsonb,
  pay_type text not null default 'both' check (pay_type in ('piece', 'hourly', 'both')),
  -- How somebody was paid, their employee group and their job before, by which rates apply: [{until, payType, employeeGroupId, jobDescriptionId}] in
  -- order of date. A change of group or job without a date, and of how somebody is paid, holds for every day that is not locked.
  locked_terms jsonb,
  -- RFID cards: a device that sends a card's number instead of a PIN names its holder. Normalised (contract/masterData/cards.ts); each of one employee at a
  -- time, which the code that writes employees checks (server/masterData/planEmployees.ts).
  cards text[] not null default '{}',
  -- An employee's phone number, optional: shown to those who may set up employees, and where they are missing to those who see their attendance.
  phone_number text check (length(phone_number) between 5 and 30),
  -- Salt and hash of the PIN with which the employee agrees to their own days on a Recorder, sealed; null: the badge is enough.
  own_days_pin text,
  -- From when a change of employee group or job is in force; the trigger moves it into locked_terms, so that it is null in every stored row.
  terms_from date,
  primary key (account_id, employee_id),
  unique (account_id, system_id, code),
  foreign key (account_id, employee_group_id) references work_group deferrable,
  foreign key (account_id, job_description_id) references work_group deferrable,
  foreign key (account_id, time_group_id) references work_group deferrable
);
create index employee_changed on employee (account_id, changed_version);
-- A punch of a PIN or card that no employee has looks for those who have left: without it, all employees of the account were read each time.
create index employee_deleted on employee (account_id) where deleted_at is not null;
-- Employees whose activity ends on a day that was given in advance: V2 devices hear of it when the day comes.
create index employee_ending on employee (account_id, inactive_from) where is_active and inactive_from is not null;
create unique index employee_number on employee (account_id, number) where deleted_at is null;
create unique index employee_time_id on employee (account_id, time_id) where deleted_at is null and time_id is not null;

-- Number, name, PIN and cards that employees had before each change of one of them, for an erasure.
create table former_name (
  account_id uuid not null references account on delete cascade,
  former_name_id uuid not null,
  employee_id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  time_id text,
  cards text[] not null default '{}',
  -- Until when they had them.
  received_at timestamptz not null,
  primary key (account_id, former_name_id)
);
create index former_name_of_employee on former_name (account_id, employee_id, received_at);

-- An amount from a date on: a piece rate, an hourly rate or a minimum.
create table pay_rate (
  account_id uuid not null references account on delete cascade,
  pay_rate_id uuid not null,
  system_id text not null,
  code text not null,
  kind text not null check (kind in ('piece', 'hourly', 'minimum')),
  -- Per unit of a piece rate, per hour of the others.
  amount numeric(12,4) not null check (amount > 0),
  effective_from date not null,
  lookup1_code text,
  lookup2_code text,
  job_description_id uuid,
  employee_group_id uuid,
  employee_id uuid,
  deleted_at timestamptz,
  primary key (account_id, pay_rate_id),
  unique (account_id, system_id, kind, code),
  foreign key (account_id, employee_group_id) references work_group deferrable,
  foreign key (account_id, employee_id) references employee deferrable,
  foreign key (account_id, job_description_id) references work_group deferrable
);

-- For everybody, a time group or an employee, each from a date on, like hours_rule. `rule` has the fields of contract/money/payRules.ts.
create table pay_rule (
  account_id uuid not null references account on delete cascade,
  pay_rule_id uuid not null,
  time_group_id uuid,
  effective_from date,
  rule jsonb not null,
  deleted_at timestamptz,
  -- A rule set of one employee comes before that of their time group, and that before the one of everybody.
  employee_id uuid,
  primary key (account_id, pay_rule_id),
  foreign key (account_id, employee_id) references employee deferrable,
  foreign key (account_id, time_group_id) references work_group deferrable,
  check (time_group_id is null or employee_id is null)
);

-- How the lines become a file that payroll reads: the codes of a layout, by kind of line. A change raises the version.
create table pay_profile (
  account_id uuid not null references account on delete cascade,
  pay_profile_id uuid not null,
  version int not null check (version > 0),
  name text not null,
  layout text not null,
  settings jsonb not null,
  deleted_at timestamptz,
  primary key (account_id, pay_profile_id)
);

-- Devices and terminals
-- =====================

-- A terminal (ADMS) or a phone or tablet (V2) of an account.
create table device (
  account_id uuid not null references account on delete cascade,
  device_id uuid not null,
  device_type text not null check (device_type in ('ADMS', 'V1', 'V2')),
  kind text not null check (kind in ('adms', 'managed', 'unmanaged', 'standalone')),
  is_offline boolean not null default false,
  description text not null,
  serial_number text not null,
  imei text,
  mdm_profile text,
  is_activated boolean not null default false,
  device_info jsonb,
  -- Any contact at all, and the newest accepted data.
  last_contact timestamptz,
  last_data timestamptz,
  sync_requested_at timestamptz,
  -- Terminals: dialect as announced, options of the administrator, flight recorder.
  dialect text,
  time_zone text,
  state jsonb not null default '{}',
  drift_ms bigint,
  accepted_count bigint not null default 0,
  duplicate_count bigint not null default 0,
  code_sent_at timestamptz,
  activated_at timestamptz,
  first_contact timestamptz,
  first_record timestamptz,
  deleted_at timestamptz,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  -- Ask for everything at the next handshake.
  reload_requested boolean not null default false,
  -- The account's data version that the roster was last compared at; null asks for a comparison now.
  roster_version bigint,
  roster_checked_at timestamptz,
  -- The TimeZone number of the last handshake: when the zone's clock changes, the terminal is called in again.
  time_zone_sent int,
  -- 3.x: registered here, and once it has proved its token, nothing else is believed.
  is_registered boolean not null default false,
  has_proved_token boolean not null default false,
  -- Contact without a gap since; the instant of the last punch line that came.
  online_since timestamptz,
  last_record_at timestamptz,
  -- Where it calls from.
  network text,
  -- Employees that a V2 device was told of, so that it hears what changed since its cursor, assignments included.
  people_seq bigint not null default 0,
  -- When the terminal was last told less than its full option block: a CHECK asks it to come again.
  neutral_block_at timestamptz,
  -- 3.x: raised by an administrator's 'Register again', so that the codes become others.
  registration int not null default 0,
  -- A terminal's secret path is what its punches are believed by: nothing that stands in the database is such a thing (S-13).
  secret_path_hash bytea,
  directions text not null default 'found' check (directions in ('found', 'trust', 'alternate')),
  -- Since when a terminal's state keys are trusted, where that is found out: once a fifth of its punches, of two people and on two days, carry
  -- another key than 0. Earlier punches go on alternating, so that one stray key does not turn history.
  keys_from timestamptz,
  primary key (account_id, device_id)
);
-- Makes that call an address of their own are found by the secret in it.
create index device_secret_path on device (secret_path_hash) where secret_path_hash is not null;

-- Global lookup: the device of a token.
create table device_token_directory (
  token_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  device_id uuid not null
);

-- Activation codes of V2 devices, stored as HMAC; and the unguessable address of an enrolment QR code.
create table activation_directory (
  code_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  device_id uuid not null,
  qr_path text unique,
  qr_payload text,
  qr_size int,
  -- Encrypted under the instance key, so that the code can be mailed or shown again until it is used.
  code_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index activation_of_device on activation_directory (owner_account_id, device_id);

-- The devices of each employee who has any of their own; without a row they clock on all.
create table device_employee (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  primary key (account_id, device_id, employee_id),
  foreign key (account_id, device_id) references device on delete cascade,
  foreign key (account_id, employee_id) references employee on delete cascade
);
create index device_employee_by_employee on device_employee (account_id, employee_id);

-- The employees that a V2 device was told of.
create table device_person (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  -- False: it was told of them and they are no longer its own.
  is_allowed boolean not null,
  -- The device's people_seq at which this changed.
  seq bigint not null,
  -- When is_allowed became what it is: what a device kept of somebody from before it is taken afterwards too.
  changed_at timestamptz not null default now(),
  -- The wrong proofs of the employee's present PIN from this device: after five it is believed none.
  wrong_pins int not null default 0,
  primary key (account_id, device_id, employee_id),
  foreign key (account_id, device_id) references device on delete cascade,
  foreign key (account_id, employee_id) references employee on delete cascade
);

-- Serial numbers of terminals: each belongs to one account.
create table terminal_directory (
  serial_number text primary key
    constraint terminal_directory_normal check (serial_number = upper(regexp_replace(serial_number, '\s', '', 'g'))),
  owner_account_id uuid not null references account on delete cascade,
  device_id uuid not null
);

-- Global: terminals that called and belong to no account.
create table terminal_sighting (
  serial_number text primary key,
  model text,
  address text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  attempts int not null,
  network text not null default ''
);

-- Where a terminal calls from, and what somebody decided about it: a /24 or /64, a wider range, or '*' for anywhere.
create table terminal_network (
  account_id uuid not null,
  device_id uuid not null,
  network text not null,
  status text not null check (status in ('seen', 'accepted', 'rejected')),
  -- The newest address of it.
  address text,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Null: the first network that the terminal called from, accepted without anybody's decision.
  decided_at timestamptz,
  decided_by text,
  -- Something other than punches was acknowledged unread while nobody had accepted the network.
  has_unread boolean not null default false,
  primary key (account_id, device_id, network),
  foreign key (account_id, device_id) references device on delete cascade
);

-- A command to a terminal: queued, sent, answered.
create table terminal_command (
  account_id uuid not null,
  device_id uuid not null,
  command_id text not null,
  command text not null,
  status text not null check (status in ('queued', 'sent', 'done', 'failed', 'expired')),
  tries int not null default 0,
  return_code int,
  queued_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  -- Commands are written in the terminal's dialect when they are handed out; `command` is what people read.
  payload jsonb not null default '{}',
  -- What the terminal's error log says of a command.
  error_text text,
  primary key (account_id, device_id, command_id),
  foreign key (account_id, device_id) references device on delete cascade
);
create index terminal_command_open on terminal_command (account_id, device_id, status, queued_at);

-- Employees that were sent to a terminal, as they were sent.
create table terminal_user (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  name text not null,
  sent_at timestamptz not null,
  -- The employee who was sent under the PIN; null: unknown, so that the PIN is deleted before anybody else is sent under it.
  employee_id uuid,
  primary key (account_id, device_id, time_id),
  foreign key (account_id, device_id) references device on delete cascade
);

-- What a terminal is to delete, until it answers that it has. A command can be lost; the row is not.
create table terminal_deletion (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  employee_id uuid,
  -- The tables of templates to delete, where the person stays on the terminal; null: the person with everything.
  tables text[],
  -- The stored templates were erased as well, so that nothing cancels it.
  is_erasure boolean not null,
  requested_at timestamptz not null,
  -- When the commands were last queued.
  queued_at timestamptz,
  answered_at timestamptz,
  return_code int,
  -- The person was erased: with the terminal's answer, the PIN goes too.
  removes_person boolean not null default false,
  primary key (account_id, device_id, time_id),
  foreign key (account_id, device_id) references device on delete cascade
);

-- PINs under which a terminal may have another person than the employee who has them, as noticed when it sent their punches or their names.
create table pin_conflict (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  -- The employee who had the PIN.
  employee_id uuid not null,
  -- The other name that the terminal has uploaded for the PIN; null: none.
  name text,
  -- They clocked where they are not assigned and others are.
  is_elsewhere boolean not null default false,
  noticed_at timestamptz not null,
  primary key (account_id, device_id, time_id),
  foreign key (account_id, device_id) references device on delete cascade,
  foreign key (account_id, employee_id) references employee on delete cascade
);
create index pin_conflict_by_employee on pin_conflict (account_id, employee_id);

-- Lines that became no punch, and why; bounded per device by the code that writes it.
create table rejected_line (
  account_id uuid not null,
  rejected_line_id uuid not null,
  device_id uuid not null,
  received_at timestamptz not null,
  reason text not null,
  line_hash text not null,
  raw text not null,
  primary key (account_id, rejected_line_id),
  unique (account_id, device_id, line_hash),
  foreign key (account_id, device_id) references device on delete cascade
);
create index rejected_line_newest on rejected_line (account_id, device_id, received_at desc);

-- How many lines of each kind became no punch; rejected_line keeps the newest of them.
create table rejected_count (
  account_id uuid not null,
  device_id uuid not null,
  reason text not null,
  lines bigint not null,
  primary key (account_id, device_id, reason),
  foreign key (account_id, device_id) references device on delete cascade
);

-- Names that Recorders gave to people whose number no employee has, until somebody makes them employees.
create table new_person (
  account_id uuid not null references account on delete cascade,
  new_person_id uuid not null,
  pin text not null,
  name text not null check (char_length(name) between 1 and 100),
  device_id uuid not null,
  received_at timestamptz not null,
  primary key (account_id, new_person_id),
  unique (account_id, device_id, pin)
);
create index new_person_by_pin on new_person (account_id, pin);

-- Work that the office plans for Recorders, with what a Recorder said about it.
create table work_plan (
  account_id uuid not null references account on delete cascade,
  plan_id uuid not null,
  device_id uuid not null,
  day date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  lookup1_code text,
  lookup2_code text,
  units_per_scan numeric(9,3) not null check (units_per_scan > 0),
  made_by_name text not null,
  received_at timestamptz not null,
  taken_at timestamptz,
  changed jsonb,
  primary key (account_id, plan_id),
  unique (account_id, device_id, day, start_time)
);

-- A fingerprint or face of an employee, encrypted, as a terminal sent it.
create table biometric_template (
  account_id uuid not null references account on delete cascade,
  template_id uuid not null,
  time_id text not null,
  kind text not null,
  slot text not null,
  -- Encrypted under the instance key.
  sealed text not null,
  received_at timestamptz not null,
  -- Templates belong to an employee, not to a PIN: bound when they arrive. What is stored is bound to the present holder of its PIN.
  employee_id uuid,
  primary key (account_id, template_id),
  unique (account_id, time_id, kind, slot)
);
create index biometric_template_employee on biometric_template (account_id, employee_id);

-- Records and corrections
-- =======================

-- A punch as it was received, which nothing changes; corrections are rows of punch_correction.
create table clock_record (
  account_id uuid not null references account on delete cascade,
  clock_record_id uuid not null,
  employee_id uuid,
  -- The PIN as sent; kept when matched too.
  time_id text,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out', 'auto')),
  device_id uuid,
  system_id text,
  -- The sender's own id within its source ('device:<id>' or 'payroll:<systemId>').
  source text not null,
  record_id text,
  received_at timestamptz not null,
  raw text,
  -- counted; future-clock: stored, in no number; duplicate: found to be one when its PIN was linked.
  standing text not null default 'counted' check (standing in ('counted', 'future-clock', 'duplicate', 'quarantined', 'rejected')),
  clock text check (clock in ('verified', 'corrected', 'unverified')),
  means text check (means in ('camera', 'scanner', 'typed', 'list', 'nfc')),
  -- YYYY-MM-DD HH:MM:SS; null where the line named an instant.
  local_time text,
  sent_status int,
  verify_mode int,
  work_code text,
  primary key (account_id, clock_record_id)
);
-- Punches whose key says that a break begins or ends are read with each day whose hours are paid.
create index clock_record_break on clock_record (account_id, at) where sent_status in (2, 3);
-- The few punches that stand as duplicates: a correction of times settles them page by page (server/intake/terminals/rereading.ts).
create index clock_record_duplicate on clock_record (account_id) where standing = 'duplicate';
create unique index clock_record_event on clock_record (account_id, employee_id, at, direction) where employee_id is not null and standing = 'counted';
create index clock_record_of_nobody on clock_record (account_id, at) where employee_id is null;
create index clock_record_received on clock_record (account_id, received_at);
create unique index clock_record_sender on clock_record (account_id, ((md5(((source || chr(31)) || record_id)))::uuid)) where record_id is not null;
-- The few punches that are in no number: who looks for them must not read all that were received.
create index clock_record_set_aside on clock_record (account_id, standing, received_at) where standing in ('future-clock', 'quarantined');
create unique index clock_record_unmatched on clock_record (account_id, time_id, at, direction) where employee_id is null and standing = 'counted';
-- Exceptions look for the few records that nothing was decided about among all that were ever received.
create index clock_record_unverified on clock_record (account_id, at) where clock = 'unverified';

-- Tells whether an account has a punch of this source and sender's id; `but`: another one than this. With the owner's right, because row level
-- security lets no expression be an index's condition; of the account that the transaction is of, where it is of one.
create function is_known_to_sender(of_account uuid, of_source text, of_record_id text, but uuid default null) returns boolean
  language sql stable security definer set search_path from current set plan_cache_mode = force_custom_plan
as $$ select exists (
  select from clock_record where account_id = of_account and record_id is not null
    and md5(source || chr(31) || record_id)::uuid = md5(of_source || chr(31) || of_record_id)::uuid
    and clock_record_id is distinct from but
    and coalesce(nullif(current_setting('app.account_id', true), '')::uuid, of_account) = of_account) $$;

-- The punch that has a source and a sender's id, of the account that the transaction is of, where it is of one; with the owner's right, as
-- is_known_to_sender, because row level security lets no expression be an index's condition.
create function record_of_sender(of_account uuid, of_source text, of_record_id text)
  returns table (employee_id uuid, time_id text, at timestamptz, direction text)
  language sql stable rows 1 security definer set search_path from current set plan_cache_mode = force_custom_plan
as $$
  select k.employee_id, k.time_id, k.at, k.direction from clock_record k where k.account_id = of_account and k.record_id is not null
    and md5(k.source || chr(31) || k.record_id)::uuid = md5(of_source || chr(31) || of_record_id)::uuid
    and coalesce(nullif(current_setting('app.account_id', true), '')::uuid, of_account) = of_account $$;

-- Work as it was recorded: units of a product, and when; nothing changes it.
create table piecework_entry (
  account_id uuid not null references account on delete cascade,
  piecework_entry_id uuid not null,
  employee_id uuid,
  time_id text,
  employee_number text,
  lookup1_code text,
  lookup2_code text,
  job_description_code text,
  units numeric(15,3) not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_ms bigint,
  device_id uuid,
  system_id text,
  source text not null,
  record_id text not null,
  received_at timestamptz not null,
  standing text not null default 'counted' check (standing in ('counted', 'future-clock', 'duplicate', 'quarantined', 'rejected')),
  clock text check (clock in ('verified', 'corrected', 'unverified')),
  means text check (means in ('camera', 'scanner', 'typed', 'list', 'nfc')),
  -- How a device counted units that several people made together: where output must be individual, they are not paid by the piece.
  counting text check (counting in ('shared', 'team')),
  primary key (account_id, piecework_entry_id)
);
create index piecework_entry_of_employee on piecework_entry (account_id, employee_id, started_at);
create unique index piecework_entry_sender on piecework_entry (account_id, source, record_id);
create index piecework_entry_set_aside on piecework_entry (account_id, standing, received_at) where standing in ('future-clock', 'quarantined');
create index piecework_entry_unmatched on piecework_entry (account_id, time_id) where employee_id is null;
create index piecework_entry_unverified on piecework_entry (account_id, started_at) where clock = 'unverified';

-- The ledger of punches: added, replaced or voided, or one of these undone.
create table punch_correction (
  account_id uuid not null references account on delete cascade,
  correction_id uuid not null,
  act_id uuid not null,
  kind text not null check (kind in ('add', 'void', 'replace', 'undo')),
  -- Of 'void' and 'replace'.
  clock_record_id uuid,
  -- Whose day it is: of what was added, or given to them; of 'void' and 'undo' the owner then, null where nobody's.
  employee_id uuid,
  -- Null: as it was received.
  at timestamptz,
  direction text check (direction in ('in', 'out')),
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, correction_id),
  unique (account_id, undoes),
  check ((kind = 'undo') = (undoes is not null)),
  constraint punch_correction_check1 check (kind <> 'add' or (employee_id is not null and at is not null and direction is not null)),
  constraint punch_correction_check2 check (kind not in ('void', 'replace') or clock_record_id is not null)
);
-- An act can be of thousands of rows, and is undone as one.
create index punch_correction_of_act on punch_correction (account_id, act_id);
create index punch_correction_of_employee on punch_correction (account_id, employee_id);
create index punch_correction_of_record on punch_correction (account_id, clock_record_id) where clock_record_id is not null;
create index punch_correction_received on punch_correction (account_id, received_at);

-- The ledger of piecework entries: added, replaced or voided, or one of these undone.
create table entry_correction (
  account_id uuid not null references account on delete cascade,
  correction_id uuid not null,
  act_id uuid not null,
  kind text not null check (kind in ('add', 'void', 'replace', 'undo')),
  piecework_entry_id uuid,
  employee_id uuid,
  -- Of 'add' and 'replace': all that counts instead.
  units numeric(15,3),
  started_at timestamptz,
  ended_at timestamptz,
  duration_ms bigint,
  lookup1_code text,
  lookup2_code text,
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  -- Counts instead, as the lookup codes do.
  job_description_code text,
  primary key (account_id, correction_id),
  unique (account_id, undoes),
  check ((kind = 'undo') = (undoes is not null)),
  constraint entry_correction_check1 check (kind not in ('add', 'replace') or (employee_id is not null and units is not null and started_at is not null)),
  constraint entry_correction_check2 check (kind not in ('void', 'replace') or piecework_entry_id is not null)
);
create index entry_correction_of_act on entry_correction (account_id, act_id);
create index entry_correction_of_employee on entry_correction (account_id, employee_id);
create index entry_correction_of_record on entry_correction (account_id, piecework_entry_id) where piecework_entry_id is not null;
create index entry_correction_received on entry_correction (account_id, received_at);

-- The ledger of excuses and approved time: an absence, lateness or break that is not held against an employee.
create table excuse (
  account_id uuid not null references account on delete cascade,
  excuse_id uuid not null,
  act_id uuid not null,
  kind text not null check (kind in ('excuse', 'undo')),
  employee_id uuid not null,
  judgement text check (judgement in ('absence', 'lateness', 'breaks', 'worked-through', 'early')),
  excused_as text check (excused_as in ('leave', 'sick-leave', 'other')),
  from_day date,
  to_day date,
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, excuse_id),
  unique (account_id, undoes),
  check ((kind = 'undo') = (undoes is not null)),
  constraint excuse_whole check (
    kind <> 'excuse'
    or (judgement is not null and from_day <= to_day and ((excused_as is null) = (judgement in ('worked-through', 'early'))))
  )
);
create index excuse_by_day on excuse (account_id, to_day);
create index excuse_of_act on excuse (account_id, act_id);
create index excuse_of_employee on excuse (account_id, employee_id);

-- What payroll has taken.
create table period_lock (
  account_id uuid not null references account on delete cascade,
  lock_id uuid not null,
  kind text not null check (kind in ('lock', 'reopen')),
  from_day date,
  to_day date,
  to_fix int,
  to_decide int,
  -- The facts of each day then, hashed: {"2026-11-15": "..."}.
  facts jsonb,
  data_version bigint,
  undoes uuid,
  note text,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  -- The version of the rules by which the days of a lock were worked out: days up to the last locked one keep them, so that no figure changes that
  -- payroll has taken.
  rules int not null default 4,
  primary key (account_id, lock_id),
  unique (account_id, undoes),
  check ((kind = 'reopen') = (undoes is not null)),
  constraint period_lock_check1 check (kind <> 'lock' or (from_day <= to_day and facts is not null and data_version is not null))
);
create index period_lock_by_day on period_lock (account_id, to_day);

-- Returns the terms that held until a day, the last of which end on it; none without a day.
create function terms_until(terms jsonb, present jsonb, last date) returns jsonb language sql immutable as $$
  select case when last is null then '[]' else (
    select coalesce(jsonb_agg(t order by t ->> 'until'), '[]') from (
      select t from jsonb_array_elements(terms) t where (t ->> 'until')::date < last
      union all
      select coalesce((select t from jsonb_array_elements(terms) t where (t ->> 'until')::date >= last order by t ->> 'until' limit 1), present)
        || jsonb_build_object('until', last)
    ) kept) end;
$$;

create function keep_locked_terms() returns trigger language plpgsql as $$
declare
  locked date;
  terms jsonb := coalesce(old.locked_terms, '[]');
  present jsonb := jsonb_build_object('payType', old.pay_type, 'employeeGroupId', old.employee_group_id, 'jobDescriptionId', old.job_description_id);
begin
  select max(l.to_day) into locked from period_lock l
  where l.account_id = new.account_id and l.kind = 'lock'
    and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id);
  if new.pay_type is distinct from old.pay_type then
    terms := terms_until(terms, present, locked) || (
      select coalesce(jsonb_agg(t || jsonb_build_object('payType', new.pay_type) order by t ->> 'until'), '[]')
      from jsonb_array_elements(terms) t where locked is null or (t ->> 'until')::date > locked);
    present := present || jsonb_build_object('payType', new.pay_type);
  end if;
  if (new.employee_group_id, new.job_description_id) is distinct from (old.employee_group_id, old.job_description_id) then
    terms := terms_until(terms, present, greatest(locked, new.terms_from - 1));
  end if;
  new.locked_terms := nullif(terms, '[]');
  new.terms_from := null;
  return new;
end $$;
create trigger employee_terms_changed before update of pay_type, employee_group_id, job_description_id on employee
  for each row when (
    old.pay_type is distinct from new.pay_type
    or old.employee_group_id is distinct from new.employee_group_id
    or old.job_description_id is distinct from new.job_description_id
  ) execute function keep_locked_terms();

-- 'Leave as it is', until the evidence is another.
create table exception_review (
  account_id uuid not null references account on delete cascade,
  review_id uuid not null,
  act_id uuid not null,
  key text not null,
  evidence text not null,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  -- How a dispute of an employee was settled, as the user who left it said.
  note text,
  -- What was left as it is can be listed again: the row of the ledger that says so names the review that it undoes.
  undoes uuid,
  primary key (account_id, review_id),
  unique (account_id, undoes)
);
create index exception_review_by_key on exception_review (account_id, key);

-- Notes that users leave on a day for the next shift, with the people to whom their author was limited.
create table day_note (
  account_id uuid not null references account on delete cascade,
  note_id uuid not null,
  day date not null,
  text text not null check (char_length(text) between 1 and 500),
  scope jsonb,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, note_id)
);
create index day_note_by_day on day_note (account_id, day);

-- Figures
-- =======

-- Derived: the settled events and the sums of work of an employee on a date.
create table day_fact (
  account_id uuid not null references account on delete cascade,
  day date not null,
  employee_id uuid not null,
  -- Settled events in time order, as server/attendance/fact.ts writes them: '+1763620680 -1763653290'.
  events text not null,
  entries int not null,
  units numeric(30,3) not null,
  -- The union of the entries' intervals, plain durations added (rule 16).
  worked_ms bigint not null,
  -- A hash of the effective records of the day.
  records text not null default '',
  -- Entries outside every interval (rule 15).
  unclocked int not null default 0,
  -- One event that did not say what it was, after the shift's midpoint.
  doubtful boolean not null default false,
  -- True if the day has a record that no correction added or assigned to its employee: only from such a day do they count earlier (13).
  own boolean not null default true,
  primary key (account_id, day, employee_id)
) with (fillfactor = 60);
create index day_fact_of_employee on day_fact (account_id, employee_id, day);

-- Derived: the work of an employee on a date by lookup pair.
create table piecework_fact (
  account_id uuid not null references account on delete cascade,
  day date not null,
  employee_id uuid not null,
  -- '' stands for no lookup code in the key.
  lookup1_code text not null,
  lookup2_code text not null,
  units numeric(30,3) not null,
  time_ms bigint not null,
  entries int not null,
  -- The union of the intervals of a lookup pair's entries (epoch ms) and the sum of its plain durations (ms), so that Units/hr of some lookup entries
  -- is of their own union (16). time_ms counts overlaps.
  spans int8multirange not null default '{}',
  plain_ms bigint not null default 0,
  -- Some of the units were counted so.
  is_shared boolean not null default false,
  -- The units of a lookup pair by the job descriptions of their entries, [{job, units, timeMs}], for piece rates of a job; null: no entry has one of
  -- its own.
  jobs jsonb,
  primary key (account_id, day, employee_id, lookup1_code, lookup2_code)
);
create index piecework_fact_of_employee on piecework_fact (account_id, employee_id, day);

-- The employees of whom the last batches brought records, by the data version that each batch raised (server/attendance/recordChanges.sql.ts): a day
-- that is in memory is brought up to date from it. A ring of slots: rows are written over where they stand, for which their pages have room. Derived:
-- in no backup.
create table record_change (
  account_id uuid not null references account on delete cascade,
  slot smallint not null,
  version bigint not null,
  employee_ids uuid[] not null,
  primary key (account_id, slot)
) with (fillfactor = 50);

-- The data version at which the facts of a day last changed.
create table day_change (
  account_id uuid not null references account on delete cascade,
  day date not null,
  version bigint not null,
  -- The data version at which other hours or another activity last judged a day anew: its records can be the same.
  rejudged_version bigint not null default 0,
  primary key (account_id, day)
);

-- Days from before those that can be picked whose facts are stored at present, because somebody asked for them. In no backup.
create table older_day (
  account_id uuid not null references account on delete cascade,
  day date not null,
  -- The derivation that is under way or has ended; a change of what the day is derived from deletes the row.
  attempt uuid not null,
  is_derived boolean not null default false,
  used_at timestamptz not null,
  primary key (account_id, day)
);

-- Days that an administrator has derived again, and how far that is.
create table recalculation_job (
  account_id uuid not null references account on delete cascade,
  job_id uuid not null,
  from_day date not null,
  to_day date not null,
  status text not null check (status in ('In Progress', 'Successful', 'Failed')),
  days_done int not null default 0,
  days_total int not null,
  failure_reason text,
  started_at timestamptz not null,
  started_by text not null,
  heartbeat_at timestamptz not null,
  primary key (account_id, job_id)
);

-- Derived: the dates whose rows of judged_day are complete, and until when they hold.
create table judged_date (
  account_id uuid not null references account on delete cascade,
  day date not null,
  -- The transaction that last changed a row of the date.
  version bigint not null,
  judged_at timestamptz not null,
  -- The instant from which time alone may change the date; null: none.
  valid_until timestamptz,
  -- The devices that were silent for an employee of the date, and their last contacts then: the next one may change it.
  silent_devices uuid[] not null,
  silent_since timestamptz[] not null,
  -- The transaction that last judged all of a date: while it is the same, only employees whom judged_stale named differ, and figures of all others
  -- can be read from memory (server/figures/trends/keptPeople.ts).
  whole_version bigint not null default 0,
  primary key (account_id, day)
);

-- Derived: what a past day says of an employee, so that ranges are sums in SQL.
create table judged_day (
  account_id uuid not null references account on delete cascade,
  day date not null,
  employee_id uuid not null,
  -- In force on the date.
  time_group_id uuid,
  status text not null check (status in ('present', 'absent', 'pending', 'unverified', 'off')),
  late boolean not null,
  excused boolean not null,
  on_site boolean not null,
  -- As the roll shows it: 'P', 'L.', 'A*'.
  cell text not null,
  time_in timestamptz,
  late_ms bigint not null,
  irregular_ms bigint not null,
  clocked_ms bigint not null,
  worked_ms bigint not null,
  entries int not null,
  units numeric(30,3) not null,
  -- Of the devices that the employee clocks on, those that were silent when they were due; null: none.
  silent_on uuid[],
  hours_rule_id uuid,
  paid_ms bigint not null default 0,
  holiday_ms bigint not null default 0,
  sunday_ms bigint not null default 0,
  ordinary_ms bigint not null default 0,
  night_ms bigint not null default 0,
  taken_off_ms bigint not null default 0,
  early_ms bigint not null default 0,
  unsettled_ms bigint not null default 0,
  is_settled boolean not null default true,
  work_from timestamptz,
  work_to timestamptz,
  -- The part of a day's paid time within its entries of piecework: 'from, to' in minutes of the ordinary time, and the time of a Sunday and a holiday.
  piece_minutes int[] not null default '{}',
  piece_sunday_ms bigint not null default 0,
  piece_holiday_ms bigint not null default 0,
  primary key (account_id, day, employee_id)
);
create index judged_day_of_employee on judged_day (account_id, employee_id, day);

-- What must be judged anew: an employee, or all of them (null), on some dates. Written by the transaction that changes what they are judged from.
create table judged_stale (
  account_id uuid not null references account on delete cascade,
  stale_id uuid not null default gen_random_uuid(),
  employee_id uuid,
  from_day date not null,
  to_day date not null,
  primary key (account_id, stale_id)
);
-- Most are of today, which is not stored.
create index judged_stale_from on judged_stale (account_id, from_day);

-- Facts of older days that are derived or deleted again change no figure.
create function is_deriving_older() returns boolean language sql stable as $$
  select coalesce(current_setting('app.deriving_older', true), '') = 'on'
$$;

create function note_changed_days() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  -- The version rises at the end of the transaction that changes facts. An account on its way out has none.
  insert into day_change (account_id, day, version)
  select c.account_id, c.day, a.data_version + 1
  from (select distinct account_id, day from changed) c join account a on a.account_id = c.account_id
  on conflict (account_id, day) do update set version = excluded.version;
  return null;
end $$;
create trigger day_fact_changed after update on day_fact referencing new table as changed
  for each statement execute function note_changed_days();
create trigger day_fact_removed after delete on day_fact referencing old table as changed
  for each statement execute function note_changed_days();
create trigger day_fact_added after insert on day_fact referencing new table as changed
  for each statement execute function note_changed_days();
create trigger piecework_fact_changed after update on piecework_fact referencing new table as changed
  for each statement execute function note_changed_days();
create trigger piecework_fact_removed after delete on piecework_fact referencing old table as changed
  for each statement execute function note_changed_days();
create trigger piecework_fact_added after insert on piecework_fact referencing new table as changed
  for each statement execute function note_changed_days();

-- An excuse changes judgements, not facts: what was exported of its days has changed all the same.
create function note_excused_days() returns trigger language plpgsql as $$
begin
  insert into day_change (account_id, day, version)
  select distinct e.account_id, d.day::date, a.data_version + 1
  from added e join account a on a.account_id = e.account_id cross join unnest(e.days) d(day)
  on conflict (account_id, day) do update set version = excluded.version;
  return null;
end $$;
create trigger excuse_removed after delete on excuse referencing old table as added
  for each statement execute function note_excused_days();
create trigger excuse_added after insert on excuse referencing new table as added
  for each statement execute function note_excused_days();

-- An account that is being deleted has no days to judge.
create function judge_again(of_account uuid, of_employee uuid, first date, last date) returns void language sql as $$
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select account_id, of_employee, first, last from account where account_id = of_account
$$;

create function judge_changed_facts() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select c.account_id, c.employee_id, min(c.day),
    -- The first record of an employee is the day from which they count.
    case when tg_table_name = 'day_fact' and tg_op <> 'UPDATE' then 'infinity' else max(c.day) end
  from changed c join account a on a.account_id = c.account_id
  where tg_op <> 'DELETE' or c.day >= (select min(j.day) from judged_date j where j.account_id = c.account_id)
  group by c.account_id, c.employee_id;
  return null;
end $$;
create trigger judged_after_update after update on day_fact referencing new table as changed
  for each statement execute function judge_changed_facts();
create trigger judged_after_insert after insert on day_fact referencing new table as changed
  for each statement execute function judge_changed_facts();
create trigger judged_after_delete after delete on day_fact referencing old table as changed
  for each statement execute function judge_changed_facts();
create trigger judged_after_delete after delete on piecework_fact referencing old table as changed
  for each statement execute function judge_changed_facts();
create trigger judged_after_insert after insert on piecework_fact referencing new table as changed
  for each statement execute function judge_changed_facts();
create trigger judged_after_update after update on piecework_fact referencing new table as changed
  for each statement execute function judge_changed_facts();

create function judge_changed_employee() returns trigger language plpgsql as $$
begin
  perform judge_again(coalesce(new.account_id, old.account_id), coalesce(new.employee_id, old.employee_id), '-infinity', 'infinity');
  return null;
end $$;
create trigger judged_after_delete after delete on device_employee
  for each row execute function judge_changed_employee();
create trigger judged_after_insert after insert on device_employee
  for each row execute function judge_changed_employee();
create trigger judged_after_update after update on employee
  for each row when (
    old.activity is distinct from new.activity
    or old.received_at is distinct from new.received_at
    or old.deleted_at is distinct from new.deleted_at
    or old.time_group_id is distinct from new.time_group_id
    or old.time_groups is distinct from new.time_groups
  ) execute function judge_changed_employee();
create trigger judged_after_insert after insert on employee
  for each row execute function judge_changed_employee();
create trigger judged_after_delete after delete on employee
  for each row execute function judge_changed_employee();

create function judge_changed_waiting() returns trigger language plpgsql as $$
begin
  perform judge_again(coalesce(new.account_id, old.account_id), coalesce(new.employee_id, old.employee_id),
    (coalesce(new.at, old.at) at time zone 'UTC')::date - 3, 'infinity');
  return null;
end $$;
create trigger judged_after_update after update on clock_record
  for each row when (
    (old.standing = 'quarantined' or new.standing = 'quarantined')
    and (old.standing is distinct from new.standing or old.employee_id is distinct from new.employee_id)
  ) execute function judge_changed_waiting();
create trigger judged_after_delete after delete on clock_record
  for each row when (old.standing = 'quarantined') execute function judge_changed_waiting();
create trigger judged_after_insert after insert on clock_record
  for each row when (
    new.standing = 'quarantined' or new.at < new.received_at - interval '80 days'
  ) execute function judge_changed_waiting();

create function judge_old_entry() returns trigger language plpgsql as $$
begin
  perform judge_again(new.account_id, new.employee_id, '-infinity', 'infinity');
  return null;
end $$;
create trigger judged_after_insert after insert on piecework_entry
  for each row when (new.started_at < (new.received_at - interval '80 days')) execute function judge_old_entry();

create function judge_corrected() returns trigger language plpgsql as $$
begin
  -- Of an undo, and of a record that changes hands, several employees: all of those dates are judged anew.
  insert into judged_stale (account_id, employee_id, from_day, to_day)
  select c.account_id, case when c.kind in ('add', 'excuse') then c.employee_id end, min(d.day)::date, max(d.day)::date
  from changed c join account a on a.account_id = c.account_id cross join unnest(c.days) d(day) group by 1, 2;
  return null;
end $$;
create trigger judged_after_delete after delete on entry_correction referencing old table as changed
  for each statement execute function judge_corrected();
create trigger judged_after_insert after insert on entry_correction referencing new table as changed
  for each statement execute function judge_corrected();
create trigger judged_after_insert after insert on excuse referencing new table as changed
  for each statement execute function judge_corrected();
create trigger judged_after_delete after delete on excuse referencing old table as changed
  for each statement execute function judge_corrected();
create trigger judged_after_delete after delete on punch_correction referencing old table as changed
  for each statement execute function judge_corrected();
create trigger judged_after_insert after insert on punch_correction referencing new table as changed
  for each statement execute function judge_corrected();

create function judge_moved_start() returns trigger language plpgsql as $$
begin
  if is_deriving_older() then return null; end if;
  perform judge_again(new.account_id, new.employee_id, new.day, 'infinity');
  return null;
end $$;
create trigger judged_after_own after update on day_fact
  for each row when (old.own is distinct from new.own) execute function judge_moved_start();

create function judge_everybody() returns trigger language plpgsql as $$
begin
  perform judge_again(coalesce(new.account_id, old.account_id), null, '-infinity', 'infinity');
  return null;
end $$;
create trigger judged_after_update after update on account
  for each row when (old.time_zone is distinct from new.time_zone or old.first_record_at is distinct from new.first_record_at) execute function judge_everybody();
create trigger judged_after_delete after delete on device
  for each row execute function judge_everybody();
create trigger judged_after_update after update on device
  for each row when (
    old.first_contact is distinct from new.first_contact
    or old.deleted_at is distinct from new.deleted_at
    or new.last_contact < old.last_contact
    or (new.last_contact is null and old.last_contact is not null)
  ) execute function judge_everybody();
create trigger judged_after_change after insert or delete or update on holiday
  for each row execute function judge_everybody();
create trigger judged_after_change after insert or delete or update on hours_rule
  for each row execute function judge_everybody();
create trigger judged_after_change after insert or delete or update on standard_time
  for each row execute function judge_everybody();

-- The last day of a day's week. A week that has begun goes on to its end; the next one ends where a week of its first day's rule does.
create function week_end_after(week_end date, day date, week_start int) returns date language plpgsql immutable parallel safe as $$
begin
  if day <= week_end then return week_end; end if;
  return day + (6 - (extract(isodow from day)::int - week_start + 7) % 7);
end $$;

create aggregate week_end_on(date, int) (sfunc = week_end_after, stype = date, initcond = '-infinity', parallel = safe);

-- The ordinary time of a week so far: a day adds what its rule leaves up to the week's limit.
create function ordinary_after(so_far float8, hours float8, week_limit float8) returns float8 language plpgsql immutable parallel safe as $$
begin
  return greatest(so_far, least(so_far + hours, week_limit));
end $$;

create aggregate ordinary_until(float8, float8) (sfunc = ordinary_after, stype = float8, initcond = '0', parallel = safe);

-- Payroll files and files of records
-- ==================================

-- A payroll file of a locked pay period, or the difference to the one before: its rows and hash; nothing changes them.
create table pay_file (
  account_id uuid not null references account on delete cascade,
  pay_file_id uuid not null,
  number int not null check (number > 0),
  lock_id uuid not null,
  from_day date not null,
  to_day date not null,
  -- Lines of these days were handed over before: the lines are differences.
  is_delta boolean not null,
  currency text,
  people int not null,
  lines int not null,
  -- With the decimals of the currency.
  total numeric not null,
  -- The people whose pay was not settled, and is left out.
  left_out int not null,
  -- SHA-256 of the file's days and lines.
  sha256 text not null,
  data_version bigint not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, pay_file_id),
  unique (account_id, number)
);

-- The lines of one employee, or some of them.
create table pay_file_part (
  account_id uuid not null references account on delete cascade,
  pay_file_part_id uuid not null,
  pay_file_id uuid not null,
  nth int not null,
  employee_id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  first_line int not null,
  lines jsonb not null,
  received_at timestamptz not null,
  primary key (account_id, pay_file_part_id),
  unique (account_id, pay_file_id, nth)
);

-- What became of a file: downloads in a layout, and what payroll systems took.
create table pay_file_event (
  account_id uuid not null references account on delete cascade,
  pay_file_event_id uuid not null,
  pay_file_id uuid not null,
  kind text not null check (kind in ('download', 'taken')),
  -- Of a download.
  profile_name text,
  profile_version int,
  -- Of the bytes that were downloaded.
  sha256 text,
  -- Of what was taken.
  system_id text,
  made_by_name text not null,
  received_at timestamptz not null,
  primary key (account_id, pay_file_event_id),
  check ((kind = 'taken') = (system_id is not null))
);
create index pay_file_event_of_file on pay_file_event (account_id, pay_file_id);

-- Files of records (time cards, pieces, paid hours, corrections, pay, consents) of the last 30 days, and what was asked for. In no backup.
create table record_file (
  account_id uuid not null references account on delete cascade,
  record_file_id uuid not null,
  from_day date not null,
  to_day date not null,
  parts text[] not null,
  export_type text not null,
  -- The groups by which people were chosen, as they were asked for.
  options jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  status text not null check (status in ('making', 'ready', 'failed')),
  failure text,
  bytes bigint,
  sha256 text,
  -- The user who is told when a file of records is ready.
  made_by_id uuid,
  failure_words jsonb,
  primary key (account_id, record_file_id)
);

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

-- A line of an uploaded workbook and what it would do.
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
  -- What a line's reason says where it has values, so that it is read in the user's language.
  reason_words jsonb,
  primary key (account_id, workbook_upload_id, seq),
  foreign key (account_id, workbook_upload_id) references workbook_upload on delete cascade
);

-- A report that was made; its rows are in export_day, so that later changes can be shown.
create table export_record (
  account_id uuid not null references account on delete cascade,
  export_id uuid not null,
  report_type text not null,
  export_type text not null,
  from_day date not null,
  to_day date not null,
  options jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  data_version bigint not null,
  rows int not null,
  -- The scope of the user who made an export, as it was then; null: everybody.
  scope_key text,
  -- The people to whom the user who made an export was limited then; what exports before say is no longer compared.
  scope jsonb,
  primary key (account_id, export_id)
);
create index export_record_newest on export_record (account_id, made_at desc);

-- The rows of an export, day by day, as gzipped JSON; those of old exports are thrown away.
create table export_day (
  account_id uuid not null,
  export_id uuid not null,
  day date not null,
  rows bytea not null,
  primary key (account_id, export_id, day),
  foreign key (account_id, export_id) references export_record on delete cascade
);

-- Alerts and mail
-- ===============

-- A scheduled summary: days of the week, times, recipients.
create table alert (
  account_id uuid not null references account on delete cascade,
  alert_id uuid not null,
  category text not null check (category in ('attendance', 'piecework', 'break', 'event', 'report')),
  description text not null,
  via_email boolean not null,
  email_recipients text[] not null,
  days_of_week smallint[] not null,
  times jsonb not null,
  target_groups jsonb not null,
  suppress_empty boolean not null default false,
  -- Slots before this instant are not due.
  active_from timestamptz not null,
  -- When the next slot is due, as reckoned in due_zone; another zone of the account: to be reckoned again.
  next_due_at timestamptz,
  due_zone text,
  created_at timestamptz,
  created_by text,
  modified_at timestamptz,
  modified_by text,
  -- The user who made an alert: it holds only the people to whom that user is limited. Null: nobody who still exists.
  made_by uuid,
  -- The people to whom the user who made an alert was limited when they were deleted.
  scope jsonb,
  -- Alerts about events: what an alert waits for, and what it has said on a day.
  event jsonb,
  -- Scheduled reports: the report that an alert makes, and the request of each that was made, so that it can be downloaded.
  report jsonb,
  primary key (account_id, alert_id),
  constraint alert_event_check check ((event is not null) = (category = 'event')),
  constraint alert_report_check check ((report is not null) = (category = 'report'))
);
create index alert_due on alert (next_due_at);

-- What an alert about events has said on a day, so that it says it once
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

-- One row per (alert, local date, slot): what makes a slot fire once.
create table alert_delivery (
  account_id uuid not null references account on delete cascade,
  delivery_id uuid not null,
  alert_id uuid not null,
  local_date date not null,
  slot text not null,
  due_at timestamptz not null,
  category text not null,
  description text not null,
  via_email boolean not null,
  status text not null check (status in ('pending', 'sent', 'skipped', 'failed')),
  reason text,
  decided_at timestamptz,
  subject text,
  body_text text,
  body_html text,
  lease_until timestamptz,
  -- The scope of a summary as it was written; null: everybody, or a summary from before.
  scope_key text,
  report jsonb,
  -- What a stored text says where it has values, so that each reads it in their own language. A text of before, or of which something was erased, has
  -- none and stays English.
  reason_words jsonb,
  primary key (account_id, delivery_id),
  unique (account_id, alert_id, local_date, slot)
);
create index alert_delivery_newest on alert_delivery (account_id, due_at desc);
create index alert_delivery_pending on alert_delivery (due_at) where status = 'pending';

-- When a user last read the summaries in the application.
create table alert_read (
  account_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references app_user on delete cascade
);

-- Mails to be sent, shared by all nouns; retried with back-off for 24 hours.
create table mail (
  mail_id uuid primary key,
  owner_account_id uuid references account on delete cascade,
  purpose text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- The bodies are encrypted under the instance key, because they carry a link or a code; emptied when done.
  is_sealed boolean not null default false,
  message_id text not null unique,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  sent_at timestamptz,
  last_error text,
  delivery_id uuid
);
create index mail_due on mail (status, next_attempt_at);
create index mail_of_account on mail (owner_account_id, created_at);
create index mail_of_delivery on mail (delivery_id) where delivery_id is not null;

-- The file attached to the mails of an alert's delivery, until each of them was sent or given up
create table mail_file (
  delivery_id uuid primary key,
  owner_account_id uuid not null references account on delete cascade,
  name text not null,
  content bytea not null,
  created_at timestamptz not null
);

-- Privacy
-- =======

-- The versions of the text by which employees agree to the use of their biometric data; nothing changes them.
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

-- What employees said about the use of their biometric data: consents and withdrawals. Rows are only added, so that what held on a day can be shown, and
-- a restore of an older backup brings no withdrawn consent back.
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
  constraint consent_check1 check ((kind = 'given') = (how is not null))
);
create index consent_of_employee on consent (account_id, employee_id, received_at desc, consent_id desc);

-- Employees who were erased, by id and by a keyed hash of number and name, for a restore that brings them back.
create table erased_person (
  account_id uuid not null references account on delete cascade,
  employee_id uuid not null,
  -- 'Removed 12'.
  nth int not null check (nth > 0),
  -- HMAC of the number and the name.
  person_hash bytea not null,
  erased_at timestamptz not null,
  erased_by text not null,
  primary key (account_id, employee_id),
  unique (account_id, nth)
);

-- Whether templates of an employee may be stored: by the newest consent, or none where the account requires none. An erased person whom a restore
-- has brought back may have none.
create function may_hold_templates(of_account uuid, of_employee uuid) returns boolean language sql stable as $$
  select not exists (select from erased_person x where x.account_id = of_account and x.employee_id = of_employee) and coalesce(
    (select c.kind = 'given' and (not a.consent_required
        or c.version = (select max(t.version) from consent_text t where t.account_id = of_account))
      from consent c where c.account_id = of_account and c.employee_id = of_employee
      order by c.received_at desc, c.consent_id desc limit 1),
    not a.consent_required)
  from account a where a.account_id = of_account;
$$;

-- An employee who leaves or loses a PIN is deleted on every terminal of the account, also where no template of theirs is stored here: a terminal that
-- enrolled them holds their fingers nevertheless. Makes that send to an address of their own take no commands and hold no list of people.
create function ask_terminals_to_forget(of_account uuid, of_employee uuid, pin text, at timestamptz) returns void language sql as $$
  insert into terminal_deletion (account_id, device_id, time_id, employee_id, is_erasure, requested_at)
  select d.account_id, d.device_id, pin, of_employee, true, at from device d
  where pin is not null and d.account_id = of_account and d.kind = 'adms' and d.deleted_at is null and d.first_contact is not null
    and coalesce(d.dialect, 'attendance') in ('attendance', 'access')
  on conflict (account_id, device_id, time_id) do update set employee_id = excluded.employee_id, is_erasure = true, tables = null,
    requested_at = excluded.requested_at, queued_at = null, answered_at = null, return_code = null;
  update device set roster_version = null
  where pin is not null and account_id = of_account and kind = 'adms' and deleted_at is null and roster_version is not null;
$$;

-- Erases the stored templates of some employees and asks every terminal of the account to delete them. `keeps_people`: the templates only.
create function erase_templates(of_account uuid, employees uuid[], keeps_people boolean, at timestamptz) returns void language sql as $$
  insert into terminal_deletion (account_id, device_id, time_id, employee_id, tables, is_erasure, requested_at)
  select t.account_id, d.device_id, t.time_id, (array_agg(t.employee_id))[1],
    case when keeps_people then array_agg(distinct t.kind) end, true, at
  from biometric_template t join device d on d.account_id = t.account_id and d.kind = 'adms' and d.deleted_at is null
  where t.account_id = of_account and t.employee_id = any(employees)
  group by t.account_id, d.device_id, t.time_id
  on conflict (account_id, device_id, time_id) do update set employee_id = excluded.employee_id, is_erasure = true,
    tables = case when terminal_deletion.answered_at is null and terminal_deletion.tables is null then null else excluded.tables end,
    requested_at = excluded.requested_at, queued_at = null, answered_at = null, return_code = null;
  update device set roster_version = null where account_id = of_account and kind = 'adms' and deleted_at is null
    and exists (select from biometric_template where account_id = of_account and employee_id = any(employees));
  delete from biometric_template where account_id = of_account and employee_id = any(employees);
$$;

-- Whoever loses a PIN or leaves loses the templates with it, by whichever way the change comes. An end in the future is seen by the roster.
create function erase_templates_of_changed() returns trigger language plpgsql as $$
begin
  perform erase_templates(old.account_id, array[old.employee_id], false, now());
  perform ask_terminals_to_forget(old.account_id, old.employee_id, old.time_id, now());
  return null;
end $$;
create trigger employee_templates after update on employee
  for each row when (
    old.time_id is distinct from new.time_id
    or (old.is_active and not new.is_active)
    or (old.deleted_at is null and new.deleted_at is not null)
  ) execute function erase_templates_of_changed();

-- Erases the stored templates of all who may not have any, here and on the terminals, where the people stay.
create function erase_templates_without_consent(of_account uuid, at timestamptz) returns void language sql as $$
  select erase_templates(of_account, array_agg(distinct employee_id), true, at) from biometric_template
  where account_id = of_account and not may_hold_templates(of_account, employee_id) having count(*) > 0;
$$;

-- Replaces a text in every text and JSON of an account's tables, but those named; a table without the account in it is left alone. `pattern` is a
-- regular expression, case ignored. Returns how many rows changed.
create function replace_in_texts(of_account uuid, pattern text, replacement text, but text[]) returns int language plpgsql as $$
declare
  place record;
  changed int;
  total int := 0;
begin
  for place in
    select c.table_name::text as name, c.column_name::text as col, c.data_type::text as kind from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    join information_schema.columns a on a.table_schema = c.table_schema and a.table_name = c.table_name and a.column_name = 'account_id'
    join pg_class k on k.relname = c.table_name and k.relnamespace = current_schema()::regnamespace and not k.relispartition
    where c.table_schema = current_schema() and c.data_type in ('text', 'jsonb', 'json') and c.table_name <> all(but)
    order by 1, 2
  loop
    execute format('update %1$I set %2$I = regexp_replace(%2$I::text, $1, $2, ''gi'')::%3$s where account_id = $3 and %2$I::text ~* $1',
      place.name, place.col, place.kind) using pattern, replacement, of_account;
    get diagnostics changed = row_count;
    total := total + changed;
  end loop;
  return total;
end $$;

-- People drawn by a seed for an auditor, whose link shows their days until it ends.
create table audit_sample (
  account_id uuid not null references account on delete cascade,
  sample_id uuid not null,
  name text not null,
  seed text not null,
  from_day date not null,
  to_day date not null,
  -- The pay periods: `from`, `to`, `of` how many people, and `people`, the ids of those drawn.
  periods jsonb not null,
  made_at timestamptz not null,
  made_by text not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  last_opened_at timestamptz,
  primary key (account_id, sample_id)
);

-- Global lookup: the account of an auditor's link.
create table audit_sample_directory (
  token_hash bytea primary key,
  owner_account_id uuid not null,
  sample_id uuid not null,
  foreign key (owner_account_id, sample_id) references audit_sample on delete cascade
);
create index audit_sample_directory_of_sample on audit_sample_directory (owner_account_id, sample_id);

-- The link by which an employee reads their own days without a log-in, until it ends.
create table own_days_link (
  account_id uuid not null references account on delete cascade,
  employee_id uuid not null,
  -- What the maker of the link could see, and the link shows.
  shows_attendance boolean not null,
  shows_work boolean not null,
  made_at timestamptz not null,
  made_by text not null,
  ends_at timestamptz not null,
  last_opened_at timestamptz,
  primary key (account_id, employee_id)
);

-- Global lookup: the account and the employee of a link to own days.
create table own_days_link_directory (
  token_hash bytea primary key,
  owner_account_id uuid not null,
  employee_id uuid not null,
  unique (owner_account_id, employee_id),
  foreign key (owner_account_id, employee_id) references own_days_link on delete cascade
);

-- What employees said of their own days on Recorders: that they agree, or what is wrong.
create table own_day_act (
  account_id uuid not null references account on delete cascade,
  act_id uuid not null,
  employee_id uuid not null,
  day date not null,
  -- What is wrong; null: they agree.
  wrong text check (wrong in ('hours', 'pieces', 'product', 'other')),
  -- The figures that they were shown, and a hash of these.
  shown jsonb not null,
  shown_checksum text not null,
  -- The hash of the figures that the office had when it received this.
  office_checksum text not null,
  at timestamptz not null,
  device_id uuid not null,
  -- The device that captured it, and its own id of it: what is sent twice is one.
  source text not null,
  record_id text not null,
  clock text,
  means text,
  received_at timestamptz not null,
  -- The once-used proof of the employee's PIN that came with it; null: the badge was enough.
  proof text,
  primary key (account_id, act_id),
  unique (account_id, source, record_id)
);
create index own_day_act_by_day on own_day_act (account_id, day) where wrong is not null;
create index own_day_act_of_device on own_day_act (account_id, device_id, received_at);
create index own_day_act_of_employee on own_day_act (account_id, employee_id, day);
create unique index own_day_act_proof on own_day_act (account_id, proof) where proof is not null;

-- Backups and the installation
-- ============================

-- Backups by themselves: when an account's are made (absent: never), and what became of each.
create table backup_schedule (
  account_id uuid primary key references account on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  weekday int not null check (weekday between 1 and 7),
  time text not null,
  keep int not null,
  rehearse boolean not null,
  -- Since when backups are due by themselves.
  since timestamptz not null,
  next_at timestamptz not null
);

-- A backup of an account: state, file, copies and rehearsals.
create table backup_job (
  account_id uuid not null references account on delete cascade,
  backup_job_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  started_by text not null,
  status text not null check (status in ('In Progress', 'Successful', 'Failed')),
  items text[] not null,
  failure_reason text,
  file_name text,
  bytes bigint,
  progress jsonb,
  heartbeat_at timestamptz not null,
  kind text not null default 'manual' check (kind in ('manual', 'scheduled', 'safety')),
  copied_at timestamptz,
  copy_problem text,
  rehearsed_at timestamptz,
  rehearsal_problem text,
  failure_words jsonb,
  copy_words jsonb,
  rehearsal_words jsonb,
  primary key (account_id, backup_job_id)
);

-- A restore of an account from a backup: check, rehearsal, swap.
create table restore_job (
  account_id uuid not null references account on delete cascade,
  restore_job_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  started_by text not null,
  status text not null check (status in ('Not Started', 'In Progress', 'Successful', 'Failed')),
  items text[] not null default '{}',
  strategy text,
  failure_reason text,
  upload_path text,
  manifest jsonb,
  safety_backup_job_id uuid,
  -- Set in the swap transaction: the data is the backup's from then on, only the derived facts may still be under way.
  swapped_at timestamptz,
  progress jsonb,
  heartbeat_at timestamptz not null,
  actor_account_id uuid,
  actor_user_id uuid,
  actor_address text,
  began_at timestamptz,
  figure_tries int not null default 0,
  -- How many terminals a restore has asked for everything that they hold.
  terminals_asked int not null default 0,
  failure_words jsonb,
  primary key (account_id, restore_job_id)
);

-- The checked lines of an uploaded backup, until it is restored or a day has passed.
create table restore_line (
  account_id uuid not null,
  restore_job_id uuid not null,
  seq bigint not null,
  item text not null,
  table_name text not null,
  key text not null,
  doc jsonb not null,
  primary key (account_id, restore_job_id, seq),
  unique (account_id, restore_job_id, table_name, key),
  foreign key (account_id, restore_job_id) references restore_job on delete cascade
);

-- What every process on this database must agree on; one row.
create table installation (
  one boolean default true primary key check (one),
  -- Fingerprint of the instance key (secrets/secrets.ts, keyId): a process with another key refuses to start.
  key_id text not null
);

-- The same for the installation; one row.
create table installation_backup (
  one boolean default true primary key check (one),
  since timestamptz not null,
  next_at timestamptz not null,
  good_at timestamptz,
  problem text,
  problem_words jsonb
);
