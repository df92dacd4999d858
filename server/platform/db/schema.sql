-- All tables as the migrations leave them, by name, with the comments of the migrations. For readers: nothing executes this file.
-- Every table with an account_id has row level security (rowLevelSecurity.ts); functions and the bodies of triggers are in migrations/.
-- After a migration: npx vitest run -u --project api tests/api/schema.test.ts

-- A farm or factory: a tenant. Its data version rises with every change of what figures are made from.
create table account (
  account_id uuid not null,
  code text not null,
  code_key text not null,
  name text not null,
  is_system boolean not null default false,
  is_active boolean not null default true,
  holder jsonb not null,
  license jsonb not null,
  time_zone text not null,
  allowed_system_ids text[] not null default '{}'::text[],
  store_templates boolean not null default false,
  lookup1_name text not null default 'Lookup 1'::text,
  lookup2_name text not null default 'Lookup 2'::text,
  -- Lower case, accents removed: what the account search looks in.
  search_text text not null,
  data_version bigint not null default 1,
  data_changed_at timestamp with time zone,
  created_at timestamp with time zone,
  created_by text,
  modified_at timestamp with time zone,
  modified_by text,
  -- Which payroll system named a lookup of the account: another one does not rename it. Null: whichever names it next.
  lookup1_system text,
  lookup2_system text,
  -- The earliest punch, matched or not, or entry that counts. A device's first contact stands with the device.
  first_record_at timestamp with time zone,
  -- Somebody has said that the account is in this zone.
  time_zone_chosen boolean not null default false,
  -- Since when stored punches are read again and every day is derived again; null: the figures stand.
  recalculating_since timestamp with time zone,
  correction_days integer not null default 42,
  require_second_factor boolean not null default false,
  -- The muster list is for everybody, whatever their scope: safety before secrecy.
  muster_for_all boolean not null default false,
  -- What work is paid (spec/pay.md, Part 2): rates, minimums and the rules of the guarantee. Earnings are derived from them and stored nowhere.
  currency text,
  -- How the account uses single sign-on (contract/singleSignOn.ts); null: as it did before.
  sign_on jsonb,
  -- Consent to the use of biometric data (spec/privacy.md, V2). Rows are only added: a withdrawal is a row too, so that what held on a day can be shown, and
  -- a restore of an older backup brings no withdrawn consent back.
  consent_required boolean not null default false,
  -- Removal of old records (spec/records.md K3): only what is older than the account's years, and only when a user asks.
  record_years integer not null default 7,
  records_from date,
  -- The language of an account (mails without a user, print) and of a user, who reads the account's until they choose (spec/languages.md W3).
  language text not null default 'en'::text,
  PRIMARY KEY (account_id),
  UNIQUE (code_key),
  CHECK (((correction_days >= 1) AND (correction_days <= 89))),
  CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CHECK ((language ~ '^[a-z]{2}$'::text)),
  CHECK (((record_years >= 3) AND (record_years <= 10))),
  CHECK ((jsonb_typeof(sign_on) = 'object'::text))
);
CREATE INDEX account_by_name ON account (name, account_id) INCLUDE (search_text);
CREATE TRIGGER judged_after_update AFTER UPDATE ON account FOR EACH ROW WHEN (((old.time_zone IS DISTINCT FROM new.time_zone) OR (old.first_record_at IS DISTINCT FROM new.first_record_at))) EXECUTE FUNCTION judge_everybody();

-- Activation codes of V2 devices, stored as HMAC; and the unguessable address of an enrolment QR code.
create table activation_directory (
  code_hash bytea not null,
  owner_account_id uuid not null,
  device_id uuid not null,
  qr_path text,
  qr_payload text,
  qr_size integer,
  -- Encrypted under the instance key, so that the code can be mailed or shown again until it is used.
  code_sealed text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (code_hash),
  UNIQUE (qr_path),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX activation_of_device ON activation_directory (owner_account_id, device_id);

-- A scheduled summary: days of the week, times, recipients.
create table alert (
  account_id uuid not null,
  alert_id uuid not null,
  category text not null,
  description text not null,
  via_email boolean not null,
  email_recipients text[] not null,
  days_of_week smallint[] not null,
  times jsonb not null,
  target_groups jsonb not null,
  suppress_empty boolean not null default false,
  -- Slots before this instant are not due.
  active_from timestamp with time zone not null,
  -- When the next slot is due, as reckoned in due_zone; another zone of the account: to be reckoned again.
  next_due_at timestamp with time zone,
  due_zone text,
  created_at timestamp with time zone,
  created_by text,
  modified_at timestamp with time zone,
  modified_by text,
  -- The user who made an alert: it holds only the people to whom that user is limited (spec/scope.md, L5). Null: nobody who still exists.
  made_by uuid,
  -- The people to whom the user who made an alert was limited when they were deleted (spec/scope.md, L5).
  scope jsonb,
  -- Alerts about events (spec/office.md 12): what an alert waits for, and what it has said on a day.
  event jsonb,
  -- Scheduled reports (spec/office.md 11): the report that an alert makes, and the request of each that was made, so that it can be downloaded.
  report jsonb,
  PRIMARY KEY (account_id, alert_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((category = ANY (ARRAY['attendance'::text, 'piecework'::text, 'break'::text, 'event'::text, 'report'::text]))),
  CHECK (((event IS NOT NULL) = (category = 'event'::text))),
  CHECK (((report IS NOT NULL) = (category = 'report'::text)))
);
CREATE INDEX alert_due ON alert (next_due_at);

-- One row per (alert, local date, slot): what makes a slot fire once.
create table alert_delivery (
  account_id uuid not null,
  delivery_id uuid not null,
  alert_id uuid not null,
  local_date date not null,
  slot text not null,
  due_at timestamp with time zone not null,
  category text not null,
  description text not null,
  via_email boolean not null,
  status text not null,
  reason text,
  decided_at timestamp with time zone,
  subject text,
  body_text text,
  body_html text,
  lease_until timestamp with time zone,
  -- The scope of a summary as it was written; null: everybody, or a summary from before.
  scope_key text,
  report jsonb,
  -- What a stored text says where it has values, so that each reads it in their own language (spec/languages.md W3). A text of before, or of which something
  -- was erased, has none and stays English.
  reason_words jsonb,
  PRIMARY KEY (account_id, delivery_id),
  UNIQUE (account_id, alert_id, local_date, slot),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'skipped'::text, 'failed'::text])))
);
CREATE INDEX alert_delivery_newest ON alert_delivery (account_id, due_at DESC);
CREATE INDEX alert_delivery_pending ON alert_delivery (due_at) WHERE (status = 'pending'::text);

-- When a user last read the summaries in the application.
create table alert_read (
  account_id uuid not null,
  user_id uuid not null,
  read_at timestamp with time zone not null,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES app_user(account_id, user_id) ON DELETE CASCADE
);

-- What an alert about events has said on a day, so that it says it once
create table alert_said (
  account_id uuid not null,
  alert_id uuid not null,
  local_date date not null,
  -- 'employee:' and their id, 'device:' and its id, or what is not of one of these.
  subject text not null,
  said_at timestamp with time zone not null,
  PRIMARY KEY (account_id, alert_id, local_date, subject),
  FOREIGN KEY (account_id, alert_id) REFERENCES alert(account_id, alert_id) ON DELETE CASCADE
);

-- A user of an account: administrator, employer or device.
create table app_user (
  account_id uuid not null,
  user_id uuid not null,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  is_active boolean not null default true,
  -- PHC string of argon2id; null until a password was set.
  password_hash text,
  password_changed_at timestamp with time zone,
  must_change_password boolean not null default false,
  modules text[] not null default '{}'::text[],
  permissions text[] not null default '{}'::text[],
  search_text text not null,
  created_at timestamp with time zone,
  created_by text,
  modified_at timestamp with time zone,
  modified_by text,
  -- The employee whom a user is.
  employee_id uuid,
  -- Has a passkey or an authenticator app, of whatever domain and state.
  has_factor boolean not null default false,
  -- The people to whom a user is limited (spec/scope.md): lists of ids by the names of the crew filter; null: everybody. Set to the employers' users only.
  scope jsonb,
  -- What a user has chosen for every device: columns of tables, and periods (spec/office.md, 5 and 6). Null: as specified.
  choices jsonb,
  language text,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((scope IS NULL) OR (role = 'employer'::text))),
  CHECK ((language ~ '^[a-z]{2}$'::text)),
  CHECK ((role = ANY (ARRAY['admin'::text, 'employer'::text, 'device'::text]))),
  CHECK (((jsonb_typeof(scope) = 'object'::text) AND (scope <> '{}'::jsonb)))
);

-- The trail: who did what, allowed or refused.
create table audit_entry (
  account_id uuid not null,
  audit_entry_id uuid not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  target text,
  address text,
  result text not null,
  detail text,
  actor_id uuid,
  target_id uuid,
  -- The message of the detail; null where that is data, such as a name or a file.
  words jsonb,
  PRIMARY KEY (account_id, audit_entry_id),
  CHECK ((result = ANY (ARRAY['ok'::text, 'refused'::text])))
);
CREATE INDEX audit_entry_newest ON audit_entry (account_id, at DESC, audit_entry_id DESC);
CREATE TRIGGER audit_entry_kept BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit_trail();
CREATE CONSTRAINT TRIGGER audit_entry_linked AFTER INSERT ON audit_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_audit_entry();

-- The hashes of entries of the trail from which a name was erased: their links have the hashes of before.
create table audit_erasure (
  account_id uuid not null,
  audit_entry_id uuid not null,
  erasure_id uuid not null,
  hash bytea not null,
  PRIMARY KEY (account_id, audit_entry_id, erasure_id)
);

-- The hash chain over the trail: an entry that was changed or removed breaks it.
create table audit_link (
  account_id uuid not null,
  place bigint not null,
  audit_entry_id uuid not null,
  -- SHA-256 of the hash before (32 zero bytes at the first place) and the entry's fields, as audit_hash writes them.
  hash bytea not null,
  PRIMARY KEY (account_id, place),
  UNIQUE (account_id, audit_entry_id)
);
CREATE TRIGGER audit_link_kept BEFORE DELETE OR UPDATE ON audit_link FOR EACH ROW EXECUTE FUNCTION keep_audit_trail();

-- People drawn by a seed for an auditor, whose link shows their days until it ends.
create table audit_sample (
  account_id uuid not null,
  sample_id uuid not null,
  name text not null,
  seed text not null,
  from_day date not null,
  to_day date not null,
  -- The pay periods: `from`, `to`, `of` how many people, and `people`, the ids of those drawn.
  periods jsonb not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  last_opened_at timestamp with time zone,
  PRIMARY KEY (account_id, sample_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- Global lookup: the account of an auditor's link.
create table audit_sample_directory (
  token_hash bytea not null,
  owner_account_id uuid not null,
  sample_id uuid not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (owner_account_id, sample_id) REFERENCES audit_sample(account_id, sample_id) ON DELETE CASCADE
);
CREATE INDEX audit_sample_directory_of_sample ON audit_sample_directory (owner_account_id, sample_id);

-- A backup of an account: state, file, copies and rehearsals.
create table backup_job (
  account_id uuid not null,
  backup_job_id uuid not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  started_by text not null,
  status text not null,
  items text[] not null,
  failure_reason text,
  file_name text,
  bytes bigint,
  progress jsonb,
  heartbeat_at timestamp with time zone not null,
  kind text not null default 'manual'::text,
  copied_at timestamp with time zone,
  copy_problem text,
  rehearsed_at timestamp with time zone,
  rehearsal_problem text,
  failure_words jsonb,
  copy_words jsonb,
  rehearsal_words jsonb,
  PRIMARY KEY (account_id, backup_job_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['manual'::text, 'scheduled'::text, 'safety'::text]))),
  CHECK ((status = ANY (ARRAY['In Progress'::text, 'Successful'::text, 'Failed'::text])))
);

-- Backups by themselves: when an account's are made (absent: never), and what became of each.
create table backup_schedule (
  account_id uuid not null,
  frequency text not null,
  weekday integer not null,
  time text not null,
  keep integer not null,
  rehearse boolean not null,
  -- Since when backups are due by themselves.
  since timestamp with time zone not null,
  next_at timestamp with time zone not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text]))),
  CHECK (((weekday >= 1) AND (weekday <= 7)))
);

-- A fingerprint or face of an employee, encrypted, as a terminal sent it.
create table biometric_template (
  account_id uuid not null,
  template_id uuid not null,
  time_id text not null,
  kind text not null,
  slot text not null,
  -- Encrypted under the instance key.
  sealed text not null,
  received_at timestamp with time zone not null,
  -- Templates belong to an employee, not to a PIN (spec/privacy.md, V1): bound when they arrive. What is stored is bound to the present holder of its PIN.
  employee_id uuid,
  PRIMARY KEY (account_id, template_id),
  UNIQUE (account_id, time_id, kind, slot),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX biometric_template_employee ON biometric_template (account_id, employee_id);

-- A punch as it was received, which nothing changes; corrections are rows of punch_correction.
create table clock_record (
  account_id uuid not null,
  clock_record_id uuid not null,
  employee_id uuid,
  -- The PIN as sent; kept when matched too.
  time_id text,
  at timestamp with time zone not null,
  direction text not null,
  device_id uuid,
  system_id text,
  -- The sender's own id within its source ('device:<id>' or 'payroll:<systemId>').
  source text not null,
  record_id text,
  received_at timestamp with time zone not null,
  raw text,
  -- counted; future-clock: stored, in no number; duplicate: found to be one when its PIN was linked.
  standing text not null default 'counted'::text,
  clock text,
  means text,
  -- YYYY-MM-DD HH:MM:SS; null where the line named an instant.
  local_time text,
  sent_status integer,
  verify_mode integer,
  work_code text,
  PRIMARY KEY (account_id, clock_record_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((clock = ANY (ARRAY['verified'::text, 'corrected'::text, 'unverified'::text]))),
  CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'auto'::text]))),
  CHECK ((means = ANY (ARRAY['camera'::text, 'scanner'::text, 'typed'::text, 'list'::text, 'nfc'::text]))),
  CHECK ((standing = ANY (ARRAY['counted'::text, 'future-clock'::text, 'duplicate'::text, 'quarantined'::text, 'rejected'::text])))
);
CREATE INDEX clock_record_break ON clock_record (account_id, at) WHERE (sent_status = ANY (ARRAY[2, 3]));
CREATE INDEX clock_record_duplicate ON clock_record (account_id) WHERE (standing = 'duplicate'::text);
CREATE UNIQUE INDEX clock_record_event ON clock_record (account_id, employee_id, at, direction) WHERE ((employee_id IS NOT NULL) AND (standing = 'counted'::text));
CREATE INDEX clock_record_of_nobody ON clock_record (account_id, at) WHERE (employee_id IS NULL);
CREATE INDEX clock_record_received ON clock_record (account_id, received_at);
CREATE UNIQUE INDEX clock_record_sender ON clock_record (account_id, ((md5(((source || chr(31)) || record_id)))::uuid)) WHERE (record_id IS NOT NULL);
CREATE INDEX clock_record_set_aside ON clock_record (account_id, standing, received_at) WHERE (standing = ANY (ARRAY['future-clock'::text, 'quarantined'::text]));
CREATE UNIQUE INDEX clock_record_unmatched ON clock_record (account_id, time_id, at, direction) WHERE ((employee_id IS NULL) AND (standing = 'counted'::text));
CREATE INDEX clock_record_unverified ON clock_record (account_id, at) WHERE (clock = 'unverified'::text);
CREATE TRIGGER judged_after_delete AFTER DELETE ON clock_record FOR EACH ROW WHEN ((old.standing = 'quarantined'::text)) EXECUTE FUNCTION judge_changed_waiting();
CREATE TRIGGER judged_after_insert AFTER INSERT ON clock_record FOR EACH ROW WHEN (((new.standing = 'quarantined'::text) OR (new.at < (new.received_at - '80 days'::interval)))) EXECUTE FUNCTION judge_changed_waiting();
CREATE TRIGGER judged_after_update AFTER UPDATE ON clock_record FOR EACH ROW WHEN ((((old.standing = 'quarantined'::text) OR (new.standing = 'quarantined'::text)) AND ((old.standing IS DISTINCT FROM new.standing) OR (old.employee_id IS DISTINCT FROM new.employee_id)))) EXECUTE FUNCTION judge_changed_waiting();

-- What employees said about the use of their biometric data: consents and withdrawals; nothing changes them.
create table consent (
  account_id uuid not null,
  consent_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  -- Of 'given': the version of the text.
  version integer,
  -- Where it was given.
  how text,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, consent_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((kind = 'given'::text) = (version IS NOT NULL))),
  CHECK (((kind = 'given'::text) = (how IS NOT NULL))),
  CHECK ((how = ANY (ARRAY['paper'::text, 'recorder'::text, 'screen'::text]))),
  CHECK ((kind = ANY (ARRAY['given'::text, 'withdrawn'::text])))
);
CREATE INDEX consent_of_employee ON consent (account_id, employee_id, received_at DESC, consent_id DESC);

-- The versions of the text by which employees agree to the use of their biometric data; nothing changes them.
create table consent_text (
  account_id uuid not null,
  consent_text_id uuid not null,
  version integer not null,
  text text not null,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, consent_text_id),
  UNIQUE (account_id, version),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((char_length(text) >= 1) AND (char_length(text) <= 4000))),
  CHECK ((version > 0))
);

-- The data version at which the facts of a day last changed.
create table day_change (
  account_id uuid not null,
  day date not null,
  version bigint not null,
  -- The data version at which other hours or another activity last judged a day anew: its records can be the same.
  rejudged_version bigint not null default 0,
  PRIMARY KEY (account_id, day),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- Derived: the settled events and the sums of work of an employee on a date.
create table day_fact (
  account_id uuid not null,
  day date not null,
  employee_id uuid not null,
  -- Settled events in time order, as server/attendance/fact.ts writes them: '+1763620680 -1763653290'.
  events text not null,
  entries integer not null,
  units numeric(30,3) not null,
  -- The union of the entries' intervals, plain durations added (rule 16).
  worked_ms bigint not null,
  -- A hash of the effective records of the day.
  records text not null default ''::text,
  -- Entries outside every interval (rule 15).
  unclocked integer not null default 0,
  -- One event that did not say what it was, after the shift's midpoint.
  doubtful boolean not null default false,
  -- True if the day has a record that no correction added or assigned to its employee: only from such a day do they count earlier (rules.md 13).
  own boolean not null default true,
  PRIMARY KEY (account_id, day, employee_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX day_fact_of_employee ON day_fact (account_id, employee_id, day);
CREATE TRIGGER day_fact_added AFTER INSERT ON day_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER day_fact_changed AFTER UPDATE ON day_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER day_fact_removed AFTER DELETE ON day_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER judged_after_delete AFTER DELETE ON day_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_facts();
CREATE TRIGGER judged_after_insert AFTER INSERT ON day_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_facts();
CREATE TRIGGER judged_after_own AFTER UPDATE ON day_fact FOR EACH ROW WHEN ((old.own IS DISTINCT FROM new.own)) EXECUTE FUNCTION judge_moved_start();
CREATE TRIGGER judged_after_update AFTER UPDATE ON day_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_facts();

-- Notes that users leave on a day for the next shift, with the people to whom their author was limited.
create table day_note (
  account_id uuid not null,
  note_id uuid not null,
  day date not null,
  text text not null,
  scope jsonb,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, note_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((char_length(text) >= 1) AND (char_length(text) <= 500)))
);
CREATE INDEX day_note_by_day ON day_note (account_id, day);

-- A terminal (ADMS) or a phone or tablet (V2) of an account.
create table device (
  account_id uuid not null,
  device_id uuid not null,
  device_type text not null,
  kind text not null,
  is_offline boolean not null default false,
  description text not null,
  serial_number text not null,
  imei text,
  mdm_profile text,
  is_activated boolean not null default false,
  device_info jsonb,
  -- Any contact at all, and the newest accepted data.
  last_contact timestamp with time zone,
  last_data timestamp with time zone,
  sync_requested_at timestamp with time zone,
  -- Terminals: dialect as announced, options of the administrator, flight recorder.
  dialect text,
  time_zone text,
  state jsonb not null default '{}'::jsonb,
  drift_ms bigint,
  accepted_count bigint not null default 0,
  duplicate_count bigint not null default 0,
  code_sent_at timestamp with time zone,
  activated_at timestamp with time zone,
  first_contact timestamp with time zone,
  first_record timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone,
  created_by text,
  modified_at timestamp with time zone,
  modified_by text,
  -- Ask for everything at the next handshake.
  reload_requested boolean not null default false,
  -- The account's data version that the roster was last compared at; null asks for a comparison now.
  roster_version bigint,
  roster_checked_at timestamp with time zone,
  -- The TimeZone number of the last handshake: when the zone's clock changes, the terminal is called in again.
  time_zone_sent integer,
  -- 3.x: registered here, and once it has proved its token, nothing else is believed.
  is_registered boolean not null default false,
  has_proved_token boolean not null default false,
  -- Contact without a gap since; the instant of the last punch line that came.
  online_since timestamp with time zone,
  last_record_at timestamp with time zone,
  -- Where it calls from.
  network text,
  -- Employees that a V2 device was told of, so that it hears what changed since its cursor, assignments included.
  people_seq bigint not null default 0,
  -- When the terminal was last told less than its full option block: a CHECK asks it to come again.
  neutral_block_at timestamp with time zone,
  -- 3.x: raised by an administrator's 'Register again', so that the codes become others.
  registration integer not null default 0,
  -- A terminal's secret path is what its punches are believed by: nothing that stands in the database is such a thing (security.md S-13).
  secret_path_hash bytea,
  directions text not null default 'found'::text,
  -- Since when a terminal's state keys are trusted, where that is found out: once a fifth of its punches, of two people and on two days, carry another
  -- key than 0. Earlier punches go on alternating: one stray key no longer turns history.
  keys_from timestamp with time zone,
  PRIMARY KEY (account_id, device_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((device_type = ANY (ARRAY['ADMS'::text, 'V1'::text, 'V2'::text]))),
  CHECK ((directions = ANY (ARRAY['found'::text, 'trust'::text, 'alternate'::text]))),
  CHECK ((kind = ANY (ARRAY['adms'::text, 'managed'::text, 'unmanaged'::text, 'standalone'::text])))
);
CREATE INDEX device_secret_path ON device (secret_path_hash) WHERE (secret_path_hash IS NOT NULL);
CREATE TRIGGER judged_after_delete AFTER DELETE ON device FOR EACH ROW EXECUTE FUNCTION judge_everybody();
CREATE TRIGGER judged_after_update AFTER UPDATE ON device FOR EACH ROW WHEN ((((old.first_contact IS DISTINCT FROM new.first_contact) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (new.last_contact < old.last_contact) OR ((new.last_contact IS NULL) AND (old.last_contact IS NOT NULL)))) EXECUTE FUNCTION judge_everybody();

-- The devices of each employee who has any of their own; without a row they clock on all.
create table device_employee (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  PRIMARY KEY (account_id, device_id, employee_id),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, employee_id) REFERENCES employee(account_id, employee_id) ON DELETE CASCADE
);
CREATE INDEX device_employee_by_employee ON device_employee (account_id, employee_id);
CREATE TRIGGER judged_after_delete AFTER DELETE ON device_employee FOR EACH ROW EXECUTE FUNCTION judge_changed_employee();
CREATE TRIGGER judged_after_insert AFTER INSERT ON device_employee FOR EACH ROW EXECUTE FUNCTION judge_changed_employee();

-- The employees that a V2 device was told of.
create table device_person (
  account_id uuid not null,
  device_id uuid not null,
  employee_id uuid not null,
  -- False: it was told of them and they are no longer its own.
  is_allowed boolean not null,
  -- The device's people_seq at which this changed.
  seq bigint not null,
  changed_at timestamp with time zone not null default now(),
  wrong_pins integer not null default 0,
  PRIMARY KEY (account_id, device_id, employee_id),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, employee_id) REFERENCES employee(account_id, employee_id) ON DELETE CASCADE
);

-- Global lookup: the device of a token.
create table device_token_directory (
  token_hash bytea not null,
  owner_account_id uuid not null,
  device_id uuid not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- A person who clocks: number, PIN, groups, and since when they are active.
create table employee (
  account_id uuid not null,
  employee_id uuid not null,
  system_id text not null,
  code text not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  -- The last word: what the list shows.
  is_active boolean not null,
  -- [{"from": "YYYY-MM-DD" | null, "isActive": boolean}], by date: activity as of each local date (rule 13).
  activity jsonb not null default '[]'::jsonb,
  inactive_from date,
  time_id text,
  time_group_id uuid,
  employee_group_id uuid,
  job_description_id uuid,
  deleted_at timestamp with time zone,
  -- The account's data version at the last change: the cursor of V2 devices.
  changed_version bigint not null default 0,
  -- When the employee was first received; null in backups of before: counts as always there.
  received_at timestamp with time zone,
  -- [{"from": "YYYY-MM-DD" | null, "timeGroupId": uuid | null}], by date; null: time_group_id always. time_group_id is the last of them.
  time_groups jsonb,
  pay_type text not null default 'both'::text,
  -- How somebody is paid, their employee group and their job decide which rates apply (spec/pay.md E1), and have no date. A change of them holds for every
  -- day that is not locked: what held until the last locked day stays here, [{until, payType, employeeGroupId, jobDescriptionId}] in order of date.
  locked_terms jsonb,
  -- RFID cards (spec/terminals.md D5): a device that sends a card's number instead of a PIN names its holder. Normalised (contract/cards.ts); each of one
  -- employee at a time, which the code that writes employees checks (server/masterData/planEmployees.ts).
  cards text[] not null default '{}'::text[],
  -- An employee's phone number, optional: shown to those who may set up employees, and where they are missing to those who see their attendance.
  phone_number text,
  -- The PIN with which an employee answers to their own days on a Recorder (spec/privacy.md V5): its salt and hash, sealed with the instance key; null: none.
  own_days_pin text,
  -- An employee group and a job decide rates from a date on, as a time group does (spec/pay.md E1): the terms before stay in locked_terms until the day
  -- before. How somebody is paid has no date, and neither has a change without one: they hold for every day that is not locked.
  -- What a change of group or job is in force from; the trigger takes it, so that it is null in every stored row.
  terms_from date,
  PRIMARY KEY (account_id, employee_id),
  UNIQUE (account_id, system_id, code),
  FOREIGN KEY (account_id, employee_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE DEFERRABLE,
  FOREIGN KEY (account_id, job_description_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  FOREIGN KEY (account_id, time_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  CHECK ((pay_type = ANY (ARRAY['piece'::text, 'hourly'::text, 'both'::text]))),
  CHECK (((length(phone_number) >= 5) AND (length(phone_number) <= 30)))
);
CREATE INDEX employee_changed ON employee (account_id, changed_version);
CREATE INDEX employee_deleted ON employee (account_id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX employee_ending ON employee (account_id, inactive_from) WHERE (is_active AND (inactive_from IS NOT NULL));
CREATE UNIQUE INDEX employee_number ON employee (account_id, number) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX employee_time_id ON employee (account_id, time_id) WHERE ((deleted_at IS NULL) AND (time_id IS NOT NULL));
CREATE TRIGGER employee_templates AFTER UPDATE ON employee FOR EACH ROW WHEN (((old.time_id IS DISTINCT FROM new.time_id) OR (old.is_active AND (NOT new.is_active)) OR ((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION erase_templates_of_changed();
CREATE TRIGGER employee_terms_changed BEFORE UPDATE OF pay_type, employee_group_id, job_description_id ON employee FOR EACH ROW WHEN ((((old.pay_type IS DISTINCT FROM new.pay_type) OR (old.employee_group_id IS DISTINCT FROM new.employee_group_id)) OR (old.job_description_id IS DISTINCT FROM new.job_description_id))) EXECUTE FUNCTION keep_locked_terms();
CREATE TRIGGER judged_after_delete AFTER DELETE ON employee FOR EACH ROW EXECUTE FUNCTION judge_changed_employee();
CREATE TRIGGER judged_after_insert AFTER INSERT ON employee FOR EACH ROW EXECUTE FUNCTION judge_changed_employee();
CREATE TRIGGER judged_after_update AFTER UPDATE ON employee FOR EACH ROW WHEN ((((((old.activity IS DISTINCT FROM new.activity) OR (old.received_at IS DISTINCT FROM new.received_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.time_group_id IS DISTINCT FROM new.time_group_id)) OR (old.time_groups IS DISTINCT FROM new.time_groups))) EXECUTE FUNCTION judge_changed_employee();

-- The ledger of piecework entries: added, replaced or voided, or one of these undone.
create table entry_correction (
  account_id uuid not null,
  correction_id uuid not null,
  act_id uuid not null,
  kind text not null,
  piecework_entry_id uuid,
  employee_id uuid,
  -- Of 'add' and 'replace': all that counts instead.
  units numeric(15,3),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
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
  received_at timestamp with time zone not null,
  -- The job description of a piecework entry is corrected as its product and block are (spec/office.md 1); of corrections so far, it is the record's.
  job_description_code text,
  PRIMARY KEY (account_id, correction_id),
  UNIQUE (account_id, undoes),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((kind = 'undo'::text) = (undoes IS NOT NULL))),
  CHECK (((kind <> ALL (ARRAY['add'::text, 'replace'::text])) OR ((employee_id IS NOT NULL) AND (units IS NOT NULL) AND (started_at IS NOT NULL)))),
  CHECK (((kind <> ALL (ARRAY['void'::text, 'replace'::text])) OR (piecework_entry_id IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['add'::text, 'void'::text, 'replace'::text, 'undo'::text])))
);
CREATE INDEX entry_correction_of_act ON entry_correction (account_id, act_id);
CREATE INDEX entry_correction_of_employee ON entry_correction (account_id, employee_id);
CREATE INDEX entry_correction_of_record ON entry_correction (account_id, piecework_entry_id) WHERE (piecework_entry_id IS NOT NULL);
CREATE INDEX entry_correction_received ON entry_correction (account_id, received_at);
CREATE TRIGGER judged_after_delete AFTER DELETE ON entry_correction REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_corrected();
CREATE TRIGGER judged_after_insert AFTER INSERT ON entry_correction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_corrected();

-- Employees who were erased, by id and by a keyed hash of number and name, for a restore that brings them back.
create table erased_person (
  account_id uuid not null,
  employee_id uuid not null,
  -- 'Removed 12'.
  nth integer not null,
  -- HMAC of the number and the name.
  person_hash bytea not null,
  erased_at timestamp with time zone not null,
  erased_by text not null,
  PRIMARY KEY (account_id, employee_id),
  UNIQUE (account_id, nth),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((nth > 0))
);

-- 'Leave as it is', until the evidence is another.
create table exception_review (
  account_id uuid not null,
  review_id uuid not null,
  act_id uuid not null,
  key text not null,
  evidence text not null,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  note text,
  -- What was left as it is can be listed again: the row of the ledger that says so names the review that it undoes.
  undoes uuid,
  PRIMARY KEY (account_id, review_id),
  UNIQUE (account_id, undoes),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX exception_review_by_key ON exception_review (account_id, key);

-- The ledger of excuses and approved time: an absence, lateness or break that is not held against an employee.
create table excuse (
  account_id uuid not null,
  excuse_id uuid not null,
  act_id uuid not null,
  kind text not null,
  employee_id uuid not null,
  judgement text,
  excused_as text,
  from_day date,
  to_day date,
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, excuse_id),
  UNIQUE (account_id, undoes),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((kind = 'undo'::text) = (undoes IS NOT NULL))),
  CHECK ((excused_as = ANY (ARRAY['leave'::text, 'sick-leave'::text, 'other'::text]))),
  CHECK ((judgement = ANY (ARRAY['absence'::text, 'lateness'::text, 'breaks'::text, 'worked-through'::text, 'early'::text]))),
  CHECK ((kind = ANY (ARRAY['excuse'::text, 'undo'::text]))),
  CHECK (((kind <> 'excuse'::text) OR ((judgement IS NOT NULL) AND (from_day <= to_day) AND ((excused_as IS NULL) = (judgement = ANY (ARRAY['worked-through'::text, 'early'::text]))))))
);
CREATE INDEX excuse_by_day ON excuse (account_id, to_day);
CREATE INDEX excuse_of_act ON excuse (account_id, act_id);
CREATE INDEX excuse_of_employee ON excuse (account_id, employee_id);
CREATE TRIGGER excuse_added AFTER INSERT ON excuse REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_excused_days();
CREATE TRIGGER excuse_removed AFTER DELETE ON excuse REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_excused_days();
CREATE TRIGGER judged_after_delete AFTER DELETE ON excuse REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_corrected();
CREATE TRIGGER judged_after_insert AFTER INSERT ON excuse REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_corrected();

-- The rows of an export, day by day, as gzipped JSON; those of old exports are thrown away.
create table export_day (
  account_id uuid not null,
  export_id uuid not null,
  day date not null,
  rows bytea not null,
  PRIMARY KEY (account_id, export_id, day),
  FOREIGN KEY (account_id, export_id) REFERENCES export_record(account_id, export_id) ON DELETE CASCADE
);

-- A report that was made; its rows are in export_day, so that later changes can be shown.
create table export_record (
  account_id uuid not null,
  export_id uuid not null,
  report_type text not null,
  export_type text not null,
  from_day date not null,
  to_day date not null,
  options jsonb not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  data_version bigint not null,
  rows integer not null,
  -- The scope of the user who made an export, as it was then (spec/scope.md); null: everybody.
  scope_key text,
  -- The people to whom the user who made an export was limited then; what exports before say is no longer compared.
  scope jsonb,
  PRIMARY KEY (account_id, export_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX export_record_newest ON export_record (account_id, made_at DESC);

-- Number, name, PIN and cards that employees had before each change of one of them, for an erasure.
create table former_name (
  account_id uuid not null,
  former_name_id uuid not null,
  employee_id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  time_id text,
  cards text[] not null default '{}'::text[],
  -- Until when they had them.
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, former_name_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX former_name_of_employee ON former_name (account_id, employee_id, received_at);

-- A date on which nobody is expected, or a time group is not.
create table holiday (
  account_id uuid not null,
  holiday_id uuid not null,
  system_id text not null,
  code text not null,
  name text not null,
  date date not null,
  time_group_id uuid,
  deleted_at timestamp with time zone,
  PRIMARY KEY (account_id, holiday_id),
  UNIQUE (account_id, system_id, code),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, time_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE
);
CREATE TRIGGER judged_after_change AFTER INSERT OR DELETE OR UPDATE ON holiday FOR EACH ROW EXECUTE FUNCTION judge_everybody();

-- The rules by which hours are paid (spec/pay.md), for everybody or a time group, each from a date on. `rule` has the fields of contract/hoursRules.ts.
create table hours_rule (
  account_id uuid not null,
  hours_rule_id uuid not null,
  system_id text not null,
  code text not null,
  time_group_id uuid,
  effective_from date,
  rule jsonb not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (account_id, hours_rule_id),
  UNIQUE (account_id, system_id, code),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, time_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE
);
CREATE TRIGGER judged_after_change AFTER INSERT OR DELETE OR UPDATE ON hours_rule FOR EACH ROW EXECUTE FUNCTION judge_everybody();

-- The answer to a request that may be repeated.
create table idempotency_key (
  account_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  status integer not null,
  answer text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (account_id, idempotency_key)
);

-- What every process on this database must agree on; one row.
create table installation (
  one boolean not null default true,
  -- Fingerprint of the instance key (secrets/secrets.ts, keyId): a process with another key refuses to start.
  key_id text not null,
  PRIMARY KEY (one),
  CHECK (one)
);

-- The same for the installation; one row.
create table installation_backup (
  one boolean not null default true,
  since timestamp with time zone not null,
  next_at timestamp with time zone not null,
  good_at timestamp with time zone,
  problem text,
  problem_words jsonb,
  PRIMARY KEY (one),
  CHECK (one)
);

-- Derived: the dates whose rows of judged_day are complete, and until when they hold.
create table judged_date (
  account_id uuid not null,
  day date not null,
  -- The transaction that last changed a row of the date.
  version bigint not null,
  judged_at timestamp with time zone not null,
  -- The instant from which time alone may change the date; null: none.
  valid_until timestamp with time zone,
  -- The devices that were silent for an employee of the date, and their last contacts then: the next one may change it.
  silent_devices uuid[] not null,
  silent_since timestamp with time zone[] not null,
  -- The transaction that last judged all of a date: while it is the same, only employees whom judged_stale named differ, and figures of all others can be
  -- read from memory (server/trends/keptPeople.ts).
  whole_version bigint not null default 0,
  PRIMARY KEY (account_id, day),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- Derived: what a past day says of an employee, so that ranges are sums in SQL.
create table judged_day (
  account_id uuid not null,
  day date not null,
  employee_id uuid not null,
  -- In force on the date.
  time_group_id uuid,
  status text not null,
  late boolean not null,
  excused boolean not null,
  on_site boolean not null,
  -- As the roll shows it: 'P', 'L.', 'A*'.
  cell text not null,
  time_in timestamp with time zone,
  late_ms bigint not null,
  irregular_ms bigint not null,
  clocked_ms bigint not null,
  worked_ms bigint not null,
  entries integer not null,
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
  work_from timestamp with time zone,
  work_to timestamp with time zone,
  piece_minutes integer[] not null default '{}'::integer[],
  piece_sunday_ms bigint not null default 0,
  piece_holiday_ms bigint not null default 0,
  PRIMARY KEY (account_id, day, employee_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['present'::text, 'absent'::text, 'pending'::text, 'unverified'::text, 'off'::text])))
);
CREATE INDEX judged_day_of_employee ON judged_day (account_id, employee_id, day);

-- What must be judged anew: an employee, or all of them (null), on some dates. Written by the transaction that changes what they are judged from.
create table judged_stale (
  account_id uuid not null,
  stale_id uuid not null default gen_random_uuid(),
  employee_id uuid,
  from_day date not null,
  to_day date not null,
  PRIMARY KEY (account_id, stale_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX judged_stale_from ON judged_stale (account_id, from_day);

-- Global: networks from which a user or a sync key succeeded in the last 30 days; limits on attempts spare them.
create table known_network (
  owner_account_id uuid not null,
  caller_id uuid not null,
  network text not null,
  succeeded_at timestamp with time zone not null,
  PRIMARY KEY (owner_account_id, caller_id, network)
);

-- Usernames and email addresses, lower case: each signs in one user of one account.
create table login_name (
  name_key text not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  PRIMARY KEY (name_key),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX login_name_by_user_id ON login_name (user_id);
CREATE INDEX login_name_look ON login_name (look_key(name_key));
CREATE INDEX login_name_of_user ON login_name (owner_account_id, user_id);

-- An entry of lookup 1 or 2: a product and a block, or whatever the account calls them.
create table lookup_entry (
  account_id uuid not null,
  lookup_entry_id uuid not null,
  lookup smallint not null,
  system_id text not null,
  code text not null,
  description text not null,
  deleted_at timestamp with time zone,
  changed_version bigint not null default 0,
  PRIMARY KEY (account_id, lookup_entry_id),
  UNIQUE (account_id, lookup, code),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((lookup = ANY (ARRAY[1, 2])))
);

-- Mails to be sent, shared by all nouns; retried with back-off for 24 hours.
create table mail (
  mail_id uuid not null,
  owner_account_id uuid,
  purpose text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- The bodies are encrypted under the instance key, because they carry a link or a code; emptied when done.
  is_sealed boolean not null default false,
  message_id text not null,
  status text not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  sent_at timestamp with time zone,
  last_error text,
  delivery_id uuid,
  PRIMARY KEY (mail_id),
  UNIQUE (message_id),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX mail_due ON mail (status, next_attempt_at);
CREATE INDEX mail_of_account ON mail (owner_account_id, created_at);
CREATE INDEX mail_of_delivery ON mail (delivery_id) WHERE (delivery_id IS NOT NULL);

-- The file attached to the mails of an alert's delivery, until each of them was sent or given up
create table mail_file (
  delivery_id uuid not null,
  owner_account_id uuid not null,
  name text not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (delivery_id),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- Names that Recorders gave to people whose number no employee has, until somebody makes them employees.
create table new_person (
  account_id uuid not null,
  new_person_id uuid not null,
  pin text not null,
  name text not null,
  device_id uuid not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, new_person_id),
  UNIQUE (account_id, device_id, pin),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE INDEX new_person_by_pin ON new_person (account_id, pin);

-- Days from before those that can be picked whose facts are stored at present, because somebody asked for them. In no backup.
create table older_day (
  account_id uuid not null,
  day date not null,
  -- The derivation that is under way or has ended; a change of what the day is derived from deletes the row.
  attempt uuid not null,
  is_derived boolean not null default false,
  used_at timestamp with time zone not null,
  PRIMARY KEY (account_id, day),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- What employees said of their own days on Recorders: that they agree, or what is wrong.
create table own_day_act (
  account_id uuid not null,
  act_id uuid not null,
  employee_id uuid not null,
  day date not null,
  -- What is wrong; null: they agree.
  wrong text,
  -- The figures that they were shown, and a hash of these.
  shown jsonb not null,
  shown_checksum text not null,
  -- The hash of the figures that the office had when it received this.
  office_checksum text not null,
  at timestamp with time zone not null,
  device_id uuid not null,
  -- The device that captured it, and its own id of it: what is sent twice is one.
  source text not null,
  record_id text not null,
  clock text,
  means text,
  received_at timestamp with time zone not null,
  -- An answer to an own day is taken from a device that knows the employee, and with a PIN only with a proof of it (spec/privacy.md V5).
  proof text,
  PRIMARY KEY (account_id, act_id),
  UNIQUE (account_id, source, record_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((wrong = ANY (ARRAY['hours'::text, 'pieces'::text, 'product'::text, 'other'::text])))
);
CREATE INDEX own_day_act_by_day ON own_day_act (account_id, day) WHERE (wrong IS NOT NULL);
CREATE INDEX own_day_act_of_device ON own_day_act (account_id, device_id, received_at);
CREATE INDEX own_day_act_of_employee ON own_day_act (account_id, employee_id, day);
CREATE UNIQUE INDEX own_day_act_proof ON own_day_act (account_id, proof) WHERE (proof IS NOT NULL);

-- The link by which an employee reads their own days without a log-in, until it ends.
create table own_days_link (
  account_id uuid not null,
  employee_id uuid not null,
  -- What the maker of the link could see, and the link shows.
  shows_attendance boolean not null,
  shows_work boolean not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  ends_at timestamp with time zone not null,
  last_opened_at timestamp with time zone,
  PRIMARY KEY (account_id, employee_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- Global lookup: the account and the employee of a link to own days.
create table own_days_link_directory (
  token_hash bytea not null,
  owner_account_id uuid not null,
  employee_id uuid not null,
  PRIMARY KEY (token_hash),
  UNIQUE (owner_account_id, employee_id),
  FOREIGN KEY (owner_account_id, employee_id) REFERENCES own_days_link(account_id, employee_id) ON DELETE CASCADE
);

-- Global lookup: the user of a passkey.
create table passkey (
  -- As the browser writes it, base64url.
  credential_id text not null,
  passkey_id uuid not null,
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
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  -- A copy of it was used.
  suspended_at timestamp with time zone,
  PRIMARY KEY (credential_id),
  UNIQUE (passkey_id),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX passkey_of_domain ON passkey (rp_id);
CREATE INDEX passkey_of_user ON passkey (owner_account_id, user_id);

-- A payroll file of a locked pay period, or the difference to the one before: its rows and hash; nothing changes them.
create table pay_file (
  account_id uuid not null,
  pay_file_id uuid not null,
  number integer not null,
  lock_id uuid not null,
  from_day date not null,
  to_day date not null,
  -- Lines of these days were handed over before: the lines are differences.
  is_delta boolean not null,
  currency text,
  people integer not null,
  lines integer not null,
  -- With the decimals of the currency.
  total numeric not null,
  -- The people whose pay was not settled, and is left out.
  left_out integer not null,
  -- SHA-256 of the file's days and lines.
  sha256 text not null,
  data_version bigint not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, pay_file_id),
  UNIQUE (account_id, number),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((number > 0))
);

-- What became of a file: downloads in a layout, and what payroll systems took.
create table pay_file_event (
  account_id uuid not null,
  pay_file_event_id uuid not null,
  pay_file_id uuid not null,
  kind text not null,
  -- Of a download.
  profile_name text,
  profile_version integer,
  -- Of the bytes that were downloaded.
  sha256 text,
  -- Of what was taken.
  system_id text,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, pay_file_event_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((kind = 'taken'::text) = (system_id IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['download'::text, 'taken'::text])))
);
CREATE INDEX pay_file_event_of_file ON pay_file_event (account_id, pay_file_id);

-- The lines of one employee, or some of them.
create table pay_file_part (
  account_id uuid not null,
  pay_file_part_id uuid not null,
  pay_file_id uuid not null,
  nth integer not null,
  employee_id uuid not null,
  number text not null,
  first_name text not null,
  last_name text not null,
  first_line integer not null,
  lines jsonb not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, pay_file_part_id),
  UNIQUE (account_id, pay_file_id, nth),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- How the lines become a file that payroll reads: the codes of a layout, by kind of line. A change raises the version.
create table pay_profile (
  account_id uuid not null,
  pay_profile_id uuid not null,
  version integer not null,
  name text not null,
  layout text not null,
  settings jsonb not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (account_id, pay_profile_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((version > 0))
);

-- An amount from a date on: a piece rate, an hourly rate or a minimum.
create table pay_rate (
  account_id uuid not null,
  pay_rate_id uuid not null,
  system_id text not null,
  code text not null,
  kind text not null,
  -- Per unit of a piece rate, per hour of the others.
  amount numeric(12,4) not null,
  effective_from date not null,
  lookup1_code text,
  lookup2_code text,
  job_description_id uuid,
  employee_group_id uuid,
  employee_id uuid,
  deleted_at timestamp with time zone,
  PRIMARY KEY (account_id, pay_rate_id),
  UNIQUE (account_id, system_id, kind, code),
  FOREIGN KEY (account_id, employee_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  FOREIGN KEY (account_id, employee_id) REFERENCES employee(account_id, employee_id) DEFERRABLE,
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, job_description_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  CHECK ((amount > (0)::numeric)),
  CHECK ((kind = ANY (ARRAY['piece'::text, 'hourly'::text, 'minimum'::text])))
);

-- For everybody, a time group or an employee, each from a date on, like hours_rule. `rule` has the fields of contract/payRules.ts.
create table pay_rule (
  account_id uuid not null,
  pay_rule_id uuid not null,
  time_group_id uuid,
  effective_from date,
  rule jsonb not null,
  deleted_at timestamp with time zone,
  -- A rule set may be that of one employee from a date on: before that of their time group, and of everybody (spec/pay.md, Rule set).
  employee_id uuid,
  PRIMARY KEY (account_id, pay_rule_id),
  FOREIGN KEY (account_id, employee_id) REFERENCES employee(account_id, employee_id) DEFERRABLE,
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, time_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  CHECK (((time_group_id IS NULL) OR (employee_id IS NULL)))
);

-- A payroll system that syncs, and when it last did.
create table payroll_system (
  account_id uuid not null,
  payroll_system_id uuid not null,
  system_id text not null,
  name text not null,
  last_sync timestamp with time zone,
  -- Employee fields that the system has sent for anybody: its own since, null included.
  claims text[] not null default '{}'::text[],
  -- What it sends and the application owns under the same number, code or date becomes its own.
  adopts boolean not null default false,
  -- Of its newest sync with employees: how many, and how many of them the application owns under the same number.
  sent_employees integer,
  matching_employees integer,
  PRIMARY KEY (account_id, payroll_system_id),
  UNIQUE (account_id, system_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- What payroll has taken.
create table period_lock (
  account_id uuid not null,
  lock_id uuid not null,
  kind text not null,
  from_day date,
  to_day date,
  to_fix integer,
  to_decide integer,
  -- The facts of each day then, hashed: {"2026-11-15": "..."}.
  facts jsonb,
  data_version bigint,
  undoes uuid,
  note text,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  -- The rules by which the days of a lock were worked out, 1 until 28 November 2026: work days up to the last of them keep those rules (4, 5, 8 and 15), so
  -- that no figure changes that payroll has taken.
  rules integer not null default 4,
  PRIMARY KEY (account_id, lock_id),
  UNIQUE (account_id, undoes),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((kind = 'reopen'::text) = (undoes IS NOT NULL))),
  CHECK (((kind <> 'lock'::text) OR ((from_day <= to_day) AND (facts IS NOT NULL) AND (data_version IS NOT NULL)))),
  CHECK ((kind = ANY (ARRAY['lock'::text, 'reopen'::text])))
);
CREATE INDEX period_lock_by_day ON period_lock (account_id, to_day);

-- Work as it was recorded: units of a product, and when; nothing changes it.
create table piecework_entry (
  account_id uuid not null,
  piecework_entry_id uuid not null,
  employee_id uuid,
  time_id text,
  employee_number text,
  lookup1_code text,
  lookup2_code text,
  job_description_code text,
  units numeric(15,3) not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  duration_ms bigint,
  device_id uuid,
  system_id text,
  source text not null,
  record_id text not null,
  received_at timestamp with time zone not null,
  standing text not null default 'counted'::text,
  clock text,
  means text,
  -- How a device counted units that several people made together: where output must be individual, they are not paid by the piece (spec/pay.md, Templates).
  counting text,
  PRIMARY KEY (account_id, piecework_entry_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((clock = ANY (ARRAY['verified'::text, 'corrected'::text, 'unverified'::text]))),
  CHECK ((counting = ANY (ARRAY['shared'::text, 'team'::text]))),
  CHECK ((means = ANY (ARRAY['camera'::text, 'scanner'::text, 'typed'::text, 'list'::text, 'nfc'::text]))),
  CHECK ((standing = ANY (ARRAY['counted'::text, 'future-clock'::text, 'duplicate'::text, 'quarantined'::text, 'rejected'::text])))
);
CREATE INDEX piecework_entry_of_employee ON piecework_entry (account_id, employee_id, started_at);
CREATE UNIQUE INDEX piecework_entry_sender ON piecework_entry (account_id, source, record_id);
CREATE INDEX piecework_entry_set_aside ON piecework_entry (account_id, standing, received_at) WHERE (standing = ANY (ARRAY['future-clock'::text, 'quarantined'::text]));
CREATE INDEX piecework_entry_unmatched ON piecework_entry (account_id, time_id) WHERE (employee_id IS NULL);
CREATE INDEX piecework_entry_unverified ON piecework_entry (account_id, started_at) WHERE (clock = 'unverified'::text);
CREATE TRIGGER judged_after_insert AFTER INSERT ON piecework_entry FOR EACH ROW WHEN ((new.started_at < (new.received_at - '80 days'::interval))) EXECUTE FUNCTION judge_old_entry();

-- Derived: the work of an employee on a date by lookup pair.
create table piecework_fact (
  account_id uuid not null,
  day date not null,
  employee_id uuid not null,
  -- '' stands for no lookup code in the key.
  lookup1_code text not null,
  lookup2_code text not null,
  units numeric(30,3) not null,
  time_ms bigint not null,
  entries integer not null,
  -- The union of the intervals of a lookup pair's entries (epoch ms) and the sum of its plain durations (ms), so that Units/hr of some lookup entries is
  -- of their own union (rules.md 16). time_ms counts overlaps.
  spans int8multirange not null default '{}'::int8multirange,
  plain_ms bigint not null default 0,
  -- Some of the units were counted so.
  is_shared boolean not null default false,
  -- The units of a lookup pair by the job descriptions of their entries, [{job, units, timeMs}], for piece rates of a job; null: no entry has one of its own.
  jobs jsonb,
  PRIMARY KEY (account_id, day, employee_id, lookup1_code, lookup2_code),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX piecework_fact_of_employee ON piecework_fact (account_id, employee_id, day);
CREATE TRIGGER judged_after_delete AFTER DELETE ON piecework_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_facts();
CREATE TRIGGER judged_after_insert AFTER INSERT ON piecework_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_facts();
CREATE TRIGGER judged_after_update AFTER UPDATE ON piecework_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_facts();
CREATE TRIGGER piecework_fact_added AFTER INSERT ON piecework_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER piecework_fact_changed AFTER UPDATE ON piecework_fact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER piecework_fact_removed AFTER DELETE ON piecework_fact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();

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
  noticed_at timestamp with time zone not null,
  PRIMARY KEY (account_id, device_id, time_id),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, employee_id) REFERENCES employee(account_id, employee_id) ON DELETE CASCADE
);
CREATE INDEX pin_conflict_by_employee ON pin_conflict (account_id, employee_id);

-- The ledger of punches: added, replaced or voided, or one of these undone.
create table punch_correction (
  account_id uuid not null,
  correction_id uuid not null,
  act_id uuid not null,
  kind text not null,
  -- Of 'void' and 'replace'.
  clock_record_id uuid,
  -- Whose day it is: of what was added, or given to them; of 'void' and 'undo' the owner then, null where nobody's.
  employee_id uuid,
  -- Null: as it was received.
  at timestamp with time zone,
  direction text,
  undoes uuid,
  days text[] not null,
  reason text not null,
  note text,
  in_bulk boolean not null,
  made_by uuid,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (account_id, correction_id),
  UNIQUE (account_id, undoes),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((kind = 'undo'::text) = (undoes IS NOT NULL))),
  CHECK (((kind <> 'add'::text) OR ((employee_id IS NOT NULL) AND (at IS NOT NULL) AND (direction IS NOT NULL)))),
  CHECK (((kind <> ALL (ARRAY['void'::text, 'replace'::text])) OR (clock_record_id IS NOT NULL))),
  CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  CHECK ((kind = ANY (ARRAY['add'::text, 'void'::text, 'replace'::text, 'undo'::text])))
);
CREATE INDEX punch_correction_of_act ON punch_correction (account_id, act_id);
CREATE INDEX punch_correction_of_employee ON punch_correction (account_id, employee_id);
CREATE INDEX punch_correction_of_record ON punch_correction (account_id, clock_record_id) WHERE (clock_record_id IS NOT NULL);
CREATE INDEX punch_correction_received ON punch_correction (account_id, received_at);
CREATE TRIGGER judged_after_delete AFTER DELETE ON punch_correction REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_corrected();
CREATE TRIGGER judged_after_insert AFTER INSERT ON punch_correction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION judge_corrected();

-- The ledger: a row per slot and device, written in the transaction of the slot.
create table push_message (
  -- Random; the tag of the message too, so that what a crash sends twice is shown once.
  message_id uuid not null,
  owner_account_id uuid not null,
  subscription_id uuid not null,
  -- Null for a test.
  delivery_id uuid,
  category text not null,
  local_date date not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  finished_at timestamp with time zone,
  -- How it ended: 'sent', or why not.
  outcome text,
  PRIMARY KEY (message_id),
  UNIQUE (delivery_id, subscription_id),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (subscription_id) REFERENCES push_subscription(subscription_id) ON DELETE CASCADE
);
CREATE INDEX push_message_due ON push_message (next_attempt_at) WHERE (finished_at IS NULL);
CREATE INDEX push_message_of_account ON push_message (owner_account_id);
CREATE INDEX push_message_of_subscription ON push_message (subscription_id);

-- Global: a browser that gets alerts of a user.
create table push_subscription (
  subscription_id uuid not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  browser_id text not null,
  -- SHA-256; the endpoint itself and its keys are sealed under the instance key.
  endpoint_hash bytea not null,
  sealed text not null,
  -- What the browser knows it by: a message for another mark is for somebody else.
  mark text not null,
  categories text[] not null,
  -- Of the user, in that browser: two weeks later it ends.
  last_log_in_at timestamp with time zone not null,
  PRIMARY KEY (subscription_id),
  UNIQUE (endpoint_hash),
  UNIQUE (owner_account_id, user_id, browser_id),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX push_subscription_of_browser ON push_subscription (browser_id);

-- Days that an administrator has derived again, and how far that is.
create table recalculation_job (
  account_id uuid not null,
  job_id uuid not null,
  from_day date not null,
  to_day date not null,
  status text not null,
  days_done integer not null default 0,
  days_total integer not null,
  failure_reason text,
  started_at timestamp with time zone not null,
  started_by text not null,
  heartbeat_at timestamp with time zone not null,
  PRIMARY KEY (account_id, job_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['In Progress'::text, 'Successful'::text, 'Failed'::text])))
);

-- The employees of whom the last batches brought records, by the data version that each batch raised (server/attendance/recordChanges.sql.ts): a
-- day that is in memory is brought up to date from it. A ring of slots: rows are written over where they stand, for which their pages have
-- room. Derived: in no backup.
create table record_change (
  account_id uuid not null,
  slot smallint not null,
  version bigint not null,
  employee_ids uuid[] not null,
  PRIMARY KEY (account_id, slot),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- Files of records (time cards, pieces, paid hours, corrections, pay, consents) of the last 30 days, and what was asked for. In no backup.
create table record_file (
  account_id uuid not null,
  record_file_id uuid not null,
  from_day date not null,
  to_day date not null,
  parts text[] not null,
  export_type text not null,
  -- The groups by which people were chosen, as they were asked for.
  options jsonb not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  status text not null,
  failure text,
  bytes bigint,
  sha256 text,
  -- The user who is told when a file of records is ready (spec/records.md K1).
  made_by_id uuid,
  failure_words jsonb,
  PRIMARY KEY (account_id, record_file_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['making'::text, 'ready'::text, 'failed'::text])))
);

-- Global lookup: the user of a recovery code, which counts once.
create table recovery_code (
  code_hash bytea not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  used_at timestamp with time zone,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX recovery_code_of_user ON recovery_code (owner_account_id, user_id);

-- How many lines of each kind became no punch; rejected_line keeps the newest of them.
create table rejected_count (
  account_id uuid not null,
  device_id uuid not null,
  reason text not null,
  lines bigint not null,
  PRIMARY KEY (account_id, device_id, reason),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE
);

-- Lines that became no punch, and why; bounded per device by the code that writes it.
create table rejected_line (
  account_id uuid not null,
  rejected_line_id uuid not null,
  device_id uuid not null,
  received_at timestamp with time zone not null,
  reason text not null,
  line_hash text not null,
  raw text not null,
  PRIMARY KEY (account_id, rejected_line_id),
  UNIQUE (account_id, device_id, line_hash),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE
);
CREATE INDEX rejected_line_newest ON rejected_line (account_id, device_id, received_at DESC);

-- A restore of an account from a backup: check, rehearsal, swap.
create table restore_job (
  account_id uuid not null,
  restore_job_id uuid not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  started_by text not null,
  status text not null,
  items text[] not null default '{}'::text[],
  strategy text,
  failure_reason text,
  upload_path text,
  manifest jsonb,
  safety_backup_job_id uuid,
  -- Set in the swap transaction: the data is the backup's from then on, only the derived facts may still be under way.
  swapped_at timestamp with time zone,
  progress jsonb,
  heartbeat_at timestamp with time zone not null,
  actor_account_id uuid,
  actor_user_id uuid,
  actor_address text,
  began_at timestamp with time zone,
  figure_tries integer not null default 0,
  -- How many terminals a restore has asked for everything that they hold.
  terminals_asked integer not null default 0,
  failure_words jsonb,
  PRIMARY KEY (account_id, restore_job_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['Not Started'::text, 'In Progress'::text, 'Successful'::text, 'Failed'::text])))
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
  PRIMARY KEY (account_id, restore_job_id, seq),
  UNIQUE (account_id, restore_job_id, table_name, key),
  FOREIGN KEY (account_id, restore_job_id) REFERENCES restore_job(account_id, restore_job_id) ON DELETE CASCADE
);

-- Global: the log-ins, one per user.
create table session (
  token_hash bytea not null,
  session_id uuid not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  browser_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- Set when a log-in on another device ended it: answers SESSION_REPLACED instead of SESSION_EXPIRED.
  replaced_at timestamp with time zone,
  -- When whoever calls last proved with a factor who they are; null: by a password only, or by a transfer.
  proved_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  UNIQUE (session_id),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON session (expires_at);
CREATE INDEX session_of_user ON session (owner_account_id, user_id);

-- Global: the second factors of a user beside passkeys.
create table sign_in (
  owner_account_id uuid not null,
  user_id uuid not null,
  -- What a passkey says of its user: random, base64url.
  user_handle text not null,
  -- A second factor after the password, although the account requires none.
  wanted boolean not null default false,
  -- Of the authenticator app, under the instance key; and one that waits for its first code.
  sealed_seed text,
  waiting_seed text,
  -- The 30 seconds whose code was taken last: each is taken once, and none before it.
  last_step bigint,
  -- Wrong codes since the last right one; from 100 on the app is off.
  failures integer not null default 0,
  PRIMARY KEY (owner_account_id, user_id),
  UNIQUE (user_handle),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) DEFERRABLE INITIALLY DEFERRED
);

-- A log-in whose password was right and whose second factor is missing.
create table sign_in_ticket (
  token_hash bytea not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  need text not null,
  browser_id text not null,
  address text not null,
  failures integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- Where a log-in that waits for its second factor came from (server/session/signOn.sql.ts); null: a password.
  sign_on jsonb,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((need = ANY (ARRAY['prove'::text, 'enrol'::text]))),
  CHECK ((jsonb_typeof(sign_on) = 'object'::text))
);
CREATE INDEX sign_in_ticket_expiry ON sign_in_ticket (expires_at);
CREATE INDEX sign_in_ticket_of_user ON sign_in_ticket (owner_account_id, user_id);

-- Global: a log-in at a provider that was checked and waits a minute for its browser.
create table sign_on_arrival (
  token_hash bytea not null,
  -- To log in, or to link the log-in to the user who began.
  purpose text not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  -- The session that began to link; null for a log-in.
  session_id uuid,
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
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['login'::text, 'link'::text])))
);
CREATE INDEX sign_on_arrival_expiry ON sign_on_arrival (expires_at);
CREATE INDEX sign_on_arrival_of_session ON sign_on_arrival (session_id);
CREATE INDEX sign_on_arrival_of_user ON sign_on_arrival (owner_account_id, user_id);

-- Global lookup: the user of a log-in at a provider of single sign-on.
create table sign_on_link (
  issuer text not null,
  -- The person's identifier at the provider, and what people recognise it by.
  subject text not null,
  label text not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  linked_at timestamp with time zone not null,
  linked_by text not null,
  -- The user was created by the account's mapping, and their rights follow it.
  is_mapped boolean not null,
  last_used_at timestamp with time zone,
  PRIMARY KEY (issuer, subject),
  UNIQUE (owner_account_id, user_id, issuer),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) DEFERRABLE INITIALLY DEFERRED
);

-- Global: the sessions that began at a provider, which may end them.
create table sign_on_session (
  session_id uuid not null,
  owner_account_id uuid not null,
  issuer text not null,
  subject text not null,
  sid text,
  sealed_id_token text not null,
  PRIMARY KEY (session_id),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE
);
CREATE INDEX sign_on_session_of_account ON sign_on_session (owner_account_id);
CREATE INDEX sign_on_session_of_sid ON sign_on_session (issuer, sid);
CREATE INDEX sign_on_session_of_subject ON sign_on_session (issuer, subject);

-- Single-use links: password resets, invitations, session transfers.
create table single_use_token (
  token_hash bytea not null,
  purpose text not null,
  owner_account_id uuid not null,
  user_id uuid not null,
  -- Of a transfer: the session it continues.
  session_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (owner_account_id, user_id) REFERENCES app_user(account_id, user_id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['reset'::text, 'invitation'::text, 'transfer'::text])))
);
CREATE INDEX single_use_token_of_user ON single_use_token (owner_account_id, user_id, purpose);

-- The hours of a time group on a weekday from a date on: a shift or a rest day.
create table standard_time (
  account_id uuid not null,
  standard_time_id uuid not null,
  system_id text not null,
  code text not null,
  time_group_id uuid not null,
  weekday smallint not null,
  start_time text not null,
  end_time text not null,
  breaks jsonb not null default '[]'::jsonb,
  grace_minutes integer not null default 5,
  break_grace_minutes integer not null default 5,
  pre_minutes integer not null default 120,
  post_minutes integer not null default 240,
  effective_from date,
  deleted_at timestamp with time zone,
  is_rest boolean not null default false,
  PRIMARY KEY (account_id, standard_time_id),
  UNIQUE (account_id, system_id, code),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, time_group_id) REFERENCES work_group(account_id, group_id) DEFERRABLE,
  CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE TRIGGER judged_after_change AFTER INSERT OR DELETE OR UPDATE ON standard_time FOR EACH ROW EXECUTE FUNCTION judge_everybody();

-- A key by which a payroll system syncs; its hash is in sync_key_directory.
create table sync_key (
  account_id uuid not null,
  sync_key_id uuid not null,
  system_id text,
  description text not null,
  created_at timestamp with time zone not null,
  created_by text,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  -- What a sync key may do: existing keys only send.
  rights text not null default 'send'::text,
  -- Of a key that reads: its permissions, and the user whose people it shows. It ends with that user.
  permissions text[],
  made_by uuid,
  PRIMARY KEY (account_id, sync_key_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK (((rights = 'read'::text) = ((permissions IS NOT NULL) AND (made_by IS NOT NULL)))),
  CHECK ((rights = ANY (ARRAY['send'::text, 'fetch'::text, 'both'::text, 'read'::text])))
);

-- Global lookup: the account of a sync key.
create table sync_key_directory (
  key_hash bytea not null,
  owner_account_id uuid not null,
  sync_key_id uuid not null,
  PRIMARY KEY (key_hash),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE
);

-- A command to a terminal: queued, sent, answered.
create table terminal_command (
  account_id uuid not null,
  device_id uuid not null,
  command_id text not null,
  command text not null,
  status text not null,
  tries integer not null default 0,
  return_code integer,
  queued_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone,
  -- Commands are written in the terminal's dialect when they are handed out; `command` is what people read.
  payload jsonb not null default '{}'::jsonb,
  -- What the terminal's error log says of a command.
  error_text text,
  PRIMARY KEY (account_id, device_id, command_id),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'done'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX terminal_command_open ON terminal_command (account_id, device_id, status, queued_at);

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
  requested_at timestamp with time zone not null,
  -- When the commands were last queued.
  queued_at timestamp with time zone,
  answered_at timestamp with time zone,
  return_code integer,
  -- The person was erased: with the terminal's answer, the PIN goes too.
  removes_person boolean not null default false,
  PRIMARY KEY (account_id, device_id, time_id),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE
);

-- Serial numbers of terminals: each belongs to one account.
create table terminal_directory (
  serial_number text not null,
  owner_account_id uuid not null,
  device_id uuid not null,
  PRIMARY KEY (serial_number),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((serial_number = upper(regexp_replace(serial_number, '\s'::text, ''::text, 'g'::text))))
);

-- Where a terminal calls from, and what somebody decided about it: a /24 or /64, a wider range, or '*' for anywhere.
create table terminal_network (
  account_id uuid not null,
  device_id uuid not null,
  network text not null,
  status text not null,
  -- The newest address of it.
  address text,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  -- Null: the first network that the terminal called from, accepted without anybody's decision.
  decided_at timestamp with time zone,
  decided_by text,
  -- Something other than punches was acknowledged unread while nobody had accepted the network.
  has_unread boolean not null default false,
  PRIMARY KEY (account_id, device_id, network),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['seen'::text, 'accepted'::text, 'rejected'::text])))
);

-- Global: terminals that called and belong to no account.
create table terminal_sighting (
  serial_number text not null,
  model text,
  address text not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  attempts integer not null,
  network text not null default ''::text,
  PRIMARY KEY (serial_number)
);

-- Employees that were sent to a terminal, as they were sent.
create table terminal_user (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  name text not null,
  sent_at timestamp with time zone not null,
  -- The employee who was sent under the PIN; null: unknown, so that the PIN is deleted before anybody else is sent under it.
  employee_id uuid,
  PRIMARY KEY (account_id, device_id, time_id),
  FOREIGN KEY (account_id, device_id) REFERENCES device(account_id, device_id) ON DELETE CASCADE
);

-- Counters of failed or repeated attempts, shared by all processes (S-03, S-10, S-12, S-44, S-80).
create table throttle (
  throttle_key text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  blocked_until timestamp with time zone,
  strikes integer not null default 0,
  PRIMARY KEY (throttle_key)
);

-- SHA-256 of challenges that were signed right: each once.
create table used_challenge (
  challenge_hash bytea not null,
  owner_account_id uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (owner_account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX used_challenge_expiry ON used_challenge (expires_at);

-- kind: time, employee, job. system_id is the payroll system's own name for itself.
create table work_group (
  account_id uuid not null,
  group_id uuid not null,
  kind text not null,
  system_id text not null,
  code text not null,
  name text not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (account_id, group_id),
  UNIQUE (account_id, kind, system_id, code),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['time'::text, 'employee'::text, 'job'::text])))
);

-- Work that the office plans for Recorders, with what a Recorder said about it.
create table work_plan (
  account_id uuid not null,
  plan_id uuid not null,
  device_id uuid not null,
  day date not null,
  start_time text not null,
  lookup1_code text,
  lookup2_code text,
  units_per_scan numeric(9,3) not null,
  made_by_name text not null,
  received_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  changed jsonb,
  PRIMARY KEY (account_id, plan_id),
  UNIQUE (account_id, device_id, day, start_time),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CHECK ((start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CHECK ((units_per_scan > (0)::numeric))
);

-- A line of an uploaded workbook and what it would do.
create table workbook_line (
  account_id uuid not null,
  workbook_upload_id uuid not null,
  seq integer not null,
  sheet text not null,
  -- As the spreadsheet counts; null for what a whole list lacks.
  line integer,
  number text not null,
  who text not null,
  outcome text not null,
  changes jsonb not null,
  reason text,
  -- What a line's reason says where it has values, so that it is read in the user's language (spec/languages.md W3).
  reason_words jsonb,
  PRIMARY KEY (account_id, workbook_upload_id, seq),
  FOREIGN KEY (account_id, workbook_upload_id) REFERENCES workbook_upload(account_id, workbook_upload_id) ON DELETE CASCADE
);

-- Workbooks and pasted cells: content and lines go after a day, the file of the data before after 30.
create table workbook_upload (
  account_id uuid not null,
  workbook_upload_id uuid not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  -- Null for pasted cells.
  file_name text,
  sha256 text not null,
  -- The cells as they were read; null once they are gone.
  content json,
  -- What was shown last; its hash is what an apply must name.
  preview json,
  applied_at timestamp with time zone,
  result json,
  -- The data as it was before the workbook was taken, as a workbook.
  before_data bytea,
  PRIMARY KEY (account_id, workbook_upload_id),
  FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE
);
CREATE INDEX workbook_upload_created_at ON workbook_upload (created_at);
