-- Log-in options (spec/signin.md): directory tables, not the tenant's to read. Their references to app_user are checked at commit and do not
-- cascade: a restore deletes users and puts them back, and takes no factor with it (S-115).

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
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) deferrable initially deferred
);
create index passkey_of_user on passkey (owner_account_id, user_id);
create index passkey_of_domain on passkey (rp_id);

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
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) deferrable initially deferred
);

create table recovery_code (
  code_hash bytea primary key,
  owner_account_id uuid not null,
  user_id uuid not null,
  used_at timestamptz,
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) deferrable initially deferred
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
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) on delete cascade
);
create index sign_in_ticket_of_user on sign_in_ticket (owner_account_id, user_id);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);

-- SHA-256 of challenges that were signed right: each once.
create table used_challenge (
  challenge_hash bytea primary key,
  owner_account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null
);
create index used_challenge_expiry on used_challenge (expires_at);

-- When whoever calls last proved with a factor who they are; null: by a password only, or by a transfer.
alter table session add column proved_at timestamptz;
-- Has a passkey or an authenticator app, of whatever domain and state.
alter table app_user add column has_factor boolean not null default false;
alter table account add column require_second_factor boolean not null default false;
