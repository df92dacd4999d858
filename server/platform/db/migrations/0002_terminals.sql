-- What a terminal needs beyond its device row.

alter table device
  -- Ask for everything at the next handshake.
  add column reload_requested boolean not null default false,
  -- The account's data version that the roster was last compared at; null asks for a comparison now.
  add column roster_version bigint,
  add column roster_checked_at timestamptz,
  -- The TimeZone number of the last handshake: when the zone's clock changes, the terminal is called in again.
  add column time_zone_sent int,
  -- 3.x: registered here, and once it has proved its token, nothing else is believed.
  add column is_registered boolean not null default false,
  add column has_proved_token boolean not null default false,
  -- Contact without a gap since; the instant of the last punch line that came.
  add column online_since timestamptz,
  add column last_record_at timestamptz,
  -- Where it calls from.
  add column network text;

-- Commands are written in the terminal's dialect when they are handed out; `command` is what people read.
alter table terminal_command add column payload jsonb not null default '{}';

-- Employees that were sent to a terminal, as they were sent.
create table terminal_user (
  account_id uuid not null,
  device_id uuid not null,
  time_id text not null,
  name text not null,
  sent_at timestamptz not null,
  primary key (account_id, device_id, time_id),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade
);

-- How many lines of each kind became no punch; rejected_line keeps the newest of them.
create table rejected_count (
  account_id uuid not null,
  device_id uuid not null,
  reason text not null,
  lines bigint not null,
  primary key (account_id, device_id, reason),
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade
);
create index rejected_line_newest on rejected_line (account_id, device_id, received_at desc);
