-- From when somebody counts (rules.md 13), and since when anything could be known of an account (rule 8).

-- When the employee was first received; null in backups of before: counts as always there.
alter table employee add column received_at timestamptz;
-- Ids of employees are UUIDv7 and begin with the millisecond at which they were made.
update employee set received_at =
    to_timestamp(('x' || substr(replace(employee_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
  where substr(employee_id::text, 15, 1) = '7';

-- The earliest punch, matched or not, or entry that counts. A device's first contact stands with the device.
alter table account add column first_record_at timestamptz;
update account a set first_record_at = least(
  (select min(at) from clock_record c where c.account_id = a.account_id and c.standing = 'counted'),
  (select min(started_at) from piecework_entry p where p.account_id = a.account_id and p.standing = 'counted'));

update device set first_contact = least(first_record, last_contact) where first_contact is null;
