-- Single sign-on (spec/signin.md, O2 to O5). How a log-in at a provider finds its user, and what waits for a browser, are directory tables, not the
-- tenant's to read; backups of an account hold none of it, as with the other log-in options.

-- How the account uses single sign-on (contract/singleSignOn.ts); null: as it did before.
alter table account add column sign_on jsonb check (jsonb_typeof(sign_on) = 'object');
-- Where a log-in that waits for its second factor came from (server/session/signOn.sql.ts); null: a password.
alter table sign_in_ticket add column sign_on jsonb check (jsonb_typeof(sign_on) = 'object');

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
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) deferrable initially deferred
);
comment on table sign_on_link is 'Global lookup: the user of a log-in at a provider of single sign-on.';

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
  foreign key (owner_account_id, user_id) references app_user (account_id, user_id) on delete cascade
);
comment on table sign_on_arrival is 'Global: a log-in at a provider that was checked and waits a minute for its browser.';
create index sign_on_arrival_of_user on sign_on_arrival (owner_account_id, user_id);
create index sign_on_arrival_of_session on sign_on_arrival (session_id);
create index sign_on_arrival_expiry on sign_on_arrival (expires_at);

create table sign_on_session (
  session_id uuid primary key references session (session_id) on delete cascade,
  owner_account_id uuid not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  sealed_id_token text not null
);
comment on table sign_on_session is 'Global: the sessions that began at a provider, which may end them.';
create index sign_on_session_of_subject on sign_on_session (issuer, subject);
create index sign_on_session_of_sid on sign_on_session (issuer, sid);
create index sign_on_session_of_account on sign_on_session (owner_account_id);
