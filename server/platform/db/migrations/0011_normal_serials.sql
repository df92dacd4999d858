-- A terminal's serial number is compared without case and spaces: however it is spelled, it is one terminal, of one account.

-- Of several spellings of one number the device that was in contact last keeps it; the others say so in their alarms.
create temporary table misspelled on commit drop as
  select serial_number, owner_account_id, device_id from (
    select t.*, row_number() over (
      partition by upper(regexp_replace(t.serial_number, '\s', '', 'g'))
      order by d.last_contact desc nulls last, d.created_at nulls last, t.serial_number) as place
    from terminal_directory t
    left join device d on d.account_id = t.owner_account_id and d.device_id = t.device_id) spelled
  where place > 1;
update device d set state = jsonb_set(state, '{alarms}', coalesce(state -> 'alarms', '[]') || jsonb_build_array(jsonb_build_object(
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'op', 0,
    'text', 'Another device has the same serial number in other letters: what the terminal sends goes there')))
  from misspelled m where d.account_id = m.owner_account_id and d.device_id = m.device_id;
delete from terminal_directory t using misspelled m where t.serial_number = m.serial_number;

update terminal_directory set serial_number = upper(regexp_replace(serial_number, '\s', '', 'g'));
-- With it the primary key is unique for all spellings.
alter table terminal_directory add constraint terminal_directory_normal
  check (serial_number = upper(regexp_replace(serial_number, '\s', '', 'g')));
update device set serial_number = upper(regexp_replace(serial_number, '\s', '', 'g')) where device_type = 'ADMS';

delete from terminal_sighting s where exists (select 1 from terminal_sighting other
  where upper(other.serial_number) = upper(s.serial_number)
    and (other.last_seen, other.serial_number) > (s.last_seen, s.serial_number));
update terminal_sighting set serial_number = upper(serial_number);
