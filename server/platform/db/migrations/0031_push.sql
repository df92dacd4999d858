-- Alerts on devices (spec/signin.md section 2): directory tables, not the tenant's to read. As with log-in options, the reference to
-- app_user is checked at commit and does not cascade: a restore deletes users and puts them back.

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
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) deferrable initially deferred
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
create index push_message_of_subscription on push_message (subscription_id);
create index push_message_of_account on push_message (owner_account_id);
