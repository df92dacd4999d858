-- An answer to an own day is taken from a device that knows the employee, and with a PIN only with a proof of it (spec/privacy.md V5).
alter table own_day_act add column proof text;
comment on column own_day_act.proof is 'The once-used proof of the employee''s PIN that came with it; null: the badge was enough.';
create unique index own_day_act_proof on own_day_act (account_id, proof) where proof is not null;
create index own_day_act_of_device on own_day_act (account_id, device_id, received_at);

alter table device_person add column changed_at timestamptz not null default now();
comment on column device_person.changed_at is 'When is_allowed became what it is: what a device kept of somebody from before it is taken afterwards too.';
alter table device_person add column wrong_pins int not null default 0;
comment on column device_person.wrong_pins is 'The wrong proofs of the employee''s present PIN from this device: after five it is believed none.';

-- Devices had the whole hash of each PIN, by which it can be guessed: they are told these people again, with a few bits of it.
update account a set data_version = data_version + 1
  where exists (select from employee e where e.account_id = a.account_id and e.own_days_pin is not null);
update employee e set changed_version = a.data_version from account a where a.account_id = e.account_id and e.own_days_pin is not null;
