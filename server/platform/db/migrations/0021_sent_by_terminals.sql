-- What a terminal wrote of a punch, beside what was made of it: its wall clock, status, verify mode and work code. The instant and the
-- direction are derived from them, and again when the account's zone or the terminal's options are corrected.
alter table clock_record
  -- YYYY-MM-DD HH:MM:SS; null where the line named an instant.
  add column local_time text,
  add column sent_status int,
  add column verify_mode int,
  add column work_code text;

update clock_record c set
    local_time = case when split_part(c.record_id, '|', 2) ~ '^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$' then split_part(c.record_id, '|', 2) end,
    sent_status = nullif(split_part(c.record_id, '|', 3), '')::int,
    verify_mode = nullif(split_part(c.record_id, '|', 4), '')::int,
    work_code = case
      when c.raw ~* '(^|\t)workcode=' then nullif(nullif(left(trim(substring(c.raw from '(?i)(?:^|\t)workcode=([^\t]*)')), 40), ''), '0')
      when c.raw !~ '=' then nullif(nullif(left(trim(split_part(regexp_replace(c.raw, '^ATTLOG[\t ]', '', 'i'), E'\t', 5)), 40), ''), '0')
    end
  from device d
  where d.account_id = c.account_id and d.device_id = c.device_id and d.device_type = 'ADMS'
    and c.record_id ~ '^[^|]*\|[^|]*\|\d{0,5}\|\d{0,5}$';

-- How a terminal's punches get their direction: from its state keys, by turns, or (found) from its keys once it has sent another than 0.
alter table device
  add column directions text not null default 'found' check (directions in ('found', 'trust', 'alternate')),
  add column sends_directions boolean not null default false;
update device set directions = 'alternate' where not trust_direction;
update device d set sends_directions = true where exists (select 1 from clock_record c
  where c.account_id = d.account_id and c.device_id = d.device_id and c.sent_status in (1, 2, 3, 4, 5, 8, 9));
alter table device drop column trust_direction;

alter table account
  -- Somebody has said that the account is in this zone.
  add column time_zone_chosen boolean not null default false,
  -- Since when stored punches are read again and every day is derived again; null: the figures stand.
  add column recalculating_since timestamptz;
-- Terminals that never sent another key than 0 had their punches taken for INs.
update account a set recalculating_since = date_trunc('milliseconds', now()) where exists (
  select 1 from device d join clock_record c on c.account_id = d.account_id and c.device_id = d.device_id
  where d.account_id = a.account_id and d.directions = 'found' and not d.sends_directions and c.sent_status = 0);

-- What the terminal's error log says of a command.
alter table terminal_command add column error_text text;
