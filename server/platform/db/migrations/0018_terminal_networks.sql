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
  foreign key (account_id, device_id) references device (account_id, device_id) on delete cascade
);
insert into terminal_network (account_id, device_id, network, status, first_seen, last_seen)
select account_id, device_id, network, 'accepted', coalesce(first_contact, now()), coalesce(last_contact, now())
from device where kind = 'adms' and network is not null;
insert into terminal_network (account_id, device_id, network, status, first_seen, last_seen, decided_at)
select account_id, device_id, jsonb_array_elements_text(state -> 'otherNetworks'), 'accepted', now(), now(), now()
from device where kind = 'adms' and state ? 'otherNetworks'
on conflict (account_id, device_id, network) do update set decided_at = excluded.decided_at;
insert into terminal_network (account_id, device_id, network, status, first_seen, last_seen)
select account_id, device_id, jsonb_array_elements_text(state -> 'secondNetworks'), 'seen', now(), now()
from device where kind = 'adms' and state ? 'secondNetworks'
on conflict do nothing;
update device set state = state - 'otherNetworks' - 'secondNetworks'
where state ? 'otherNetworks' or state ? 'secondNetworks';

alter table device
  -- When the terminal was last told less than its full option block: a CHECK asks it to come again.
  add column neutral_block_at timestamptz,
  -- 3.x: raised by an administrator's 'Register again', so that the codes become others.
  add column registration int not null default 0;

alter table terminal_sighting add column network text not null default '';
