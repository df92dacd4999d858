/**
 * Whole installations from before the baseline (platform/db/migrations/0001_init.sql): what brings their rows into its tables. They are recognised by
 * their last migration. A release that is made from now on needs no entry here, because its migrations are in the folder.
 */
export type FormerSchema = {
  last: { number: number; checksum: string };
  /** Expressions (SQL) of rows whose columns are other ones now: `doc` is the row as JSON. */
  rows: Readonly<Record<string, string>>;
  /** Statements (SQL) after all rows are there. */
  after: readonly string[];
};

const V0_1_0: FormerSchema = {
  last: { number: 6, checksum: '47938457167a6fc25bacc5ae961acd4f37e29f79411fef67943e9ed707f9d9aa' },
  rows: {
    known_network: `doc || jsonb_build_object('caller_id', doc -> 'user_id')`,
    device: `doc || jsonb_build_object(
      'secret_path_hash', sha256(convert_to(doc ->> 'secret_path', 'UTF8')),
      'directions', case when (doc ->> 'trust_direction')::boolean then 'found' else 'alternate' end,
      'first_contact', coalesce(doc ->> 'first_contact', least(doc ->> 'first_record', doc ->> 'last_contact')),
      'serial_number', case when doc ->> 'device_type' = 'ADMS' then upper(regexp_replace(doc ->> 'serial_number', '\\s', '', 'g'))
        else doc ->> 'serial_number' end)`,
    terminal_directory: `doc || jsonb_build_object('serial_number', upper(regexp_replace(doc ->> 'serial_number', '\\s', '', 'g')))`,
    terminal_sighting: `doc || jsonb_build_object('serial_number', upper(doc ->> 'serial_number'))`,
    // Ids of employees begin with the millisecond at which they were made.
    employee: `doc || jsonb_build_object('received_at',
      to_timestamp(('x' || substr(replace(doc ->> 'employee_id', '-', ''), 1, 12))::bit(48)::bigint / 1000.0))`,
    // A record that is set aside takes no believed record's place: its source is another sender's.
    clock_record: `doc || jsonb_build_object('source', (doc ->> 'source') || case
      when doc ->> 'standing' = 'future-clock' then '@future'
      when doc ->> 'standing' <> 'quarantined' then ''
      when (doc ->> 'at')::timestamptz < (doc ->> 'received_at')::timestamptz - interval '45 days' then '@age'
      else '@network' end)`,
    piecework_entry: `doc || jsonb_build_object('source',
      (doc ->> 'source') || case when doc ->> 'standing' = 'future-clock' then '@future' else '' end)`,
    app_user: `doc || jsonb_build_object('permissions', doc -> 'permissions'
      || case when doc -> 'permissions' ? 'Account.IMPORT' then '["Setup.MANAGE"]' else '[]' end::jsonb
      || case when doc ->> 'role' = 'admin' and doc -> 'permissions' ? 'Device.COMMAND' then '["Device.MANAGE_NETWORKS"]' else '[]' end::jsonb)`,
  },
  after: [
    // A restore of an account kept the ids of users whom another account has too; the later ones get ids of their own.
    `create temporary table rekeyed_user on commit drop as
      select account_id, user_id, gen_random_uuid() as new_id from (
        select account_id, user_id, row_number() over (partition by user_id order by created_at nulls last, account_id) as nth from app_user) u
      where nth > 1`,
    `delete from session s using rekeyed_user r where s.owner_account_id = r.account_id and s.user_id = r.user_id`,
    `delete from single_use_token s using rekeyed_user r where s.owner_account_id = r.account_id and s.user_id = r.user_id`,
    `update login_name n set user_id = r.new_id from rekeyed_user r where n.owner_account_id = r.account_id and n.user_id = r.user_id`,
    `update known_network n set caller_id = r.new_id from rekeyed_user r where n.owner_account_id = r.account_id and n.caller_id = r.user_id`,
    `update app_user u set user_id = r.new_id from rekeyed_user r where u.account_id = r.account_id and u.user_id = r.user_id`,
    // What a terminal wrote of a punch was only in the record's id and its raw line.
    `update clock_record c set
        local_time = case when split_part(c.record_id, '|', 2) ~ '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' then split_part(c.record_id, '|', 2) end,
        sent_status = nullif(split_part(c.record_id, '|', 3), '')::int,
        verify_mode = nullif(split_part(c.record_id, '|', 4), '')::int,
        work_code = case
          when c.raw ~* '(^|\\t)workcode=' then nullif(nullif(left(trim(substring(c.raw from '(?i)(?:^|\\t)workcode=([^\\t]*)')), 40), ''), '0')
          when c.raw !~ '=' then nullif(nullif(left(trim(split_part(regexp_replace(c.raw, '^ATTLOG[\\t ]', '', 'i'), E'\\t', 5)), 40), ''), '0')
        end
      from device d
      where d.account_id = c.account_id and d.device_id = c.device_id and d.device_type = 'ADMS'
        and c.record_id ~ '^[^|]*\\|[^|]*\\|\\d{0,5}\\|\\d{0,5}$'`,
    `update device d set keys_from = d.created_at
      from (
        select account_id, device_id from clock_record where sent_status is not null
        group by account_id, device_id
        having 5 * count(*) filter (where sent_status in (1, 2, 3, 4, 5, 8, 9)) >= count(*)
          and count(distinct time_id) filter (where sent_status in (1, 2, 3, 4, 5, 8, 9)) >= 2
          and count(distinct left(coalesce(local_time, at::text), 10)) filter (where sent_status in (1, 2, 3, 4, 5, 8, 9)) >= 2) k
      where d.account_id = k.account_id and d.device_id = k.device_id`,
    `insert into terminal_network (account_id, device_id, network, status, first_seen, last_seen)
      select account_id, device_id, network, 'accepted', coalesce(first_contact, now()), coalesce(last_contact, now())
      from device where kind = 'adms' and network is not null
      union all
      select account_id, device_id, jsonb_array_elements_text(state -> 'otherNetworks'), 'accepted', now(), now()
      from device where kind = 'adms' and state ? 'otherNetworks'
      union all
      select account_id, device_id, jsonb_array_elements_text(state -> 'secondNetworks'), 'seen', now(), now()
      from device where kind = 'adms' and state ? 'secondNetworks'
      on conflict do nothing`,
    `update payroll_system s set claims = array_remove(array[
      case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.time_id is not null)
        then 'timeId' end,
      case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.time_group_id is not null)
        then 'timeGroup' end,
      case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.employee_group_id is not null)
        then 'employeeGroup' end,
      case when exists (select from employee e where e.account_id = s.account_id and e.system_id = s.system_id and e.job_description_id is not null)
        then 'jobDescription' end], null)`,
    // Templates and sent people belong to an employee, not to a PIN.
    `update biometric_template t set employee_id = e.employee_id
      from employee e where e.account_id = t.account_id and e.time_id = t.time_id and e.deleted_at is null and e.is_active`,
    `delete from biometric_template where employee_id is null`,
    `update terminal_user u set employee_id = e.employee_id
      from employee e where e.account_id = u.account_id and e.time_id = u.time_id and e.deleted_at is null`,
    `update alert a set made_by = u.user_id from app_user u where u.account_id = a.account_id and u.username = a.created_by`,
    // Every punch is read again and every day derived again.
    `update account a set
      recalculating_since = case when exists (select from day_fact f where f.account_id = a.account_id) then date_trunc('milliseconds', now()) end,
      lookup1_system = (select min(system_id) from payroll_system s where s.account_id = a.account_id having count(*) = 1),
      lookup2_system = (select min(system_id) from payroll_system s where s.account_id = a.account_id having count(*) = 1),
      first_record_at = least(
        (select min(at) from clock_record c where c.account_id = a.account_id and c.standing = 'counted'),
        (select min(started_at) from piecework_entry p where p.account_id = a.account_id and p.standing = 'counted'))`,
    `update device set state = state || '{"readAgain": true}' where device_type = 'ADMS'`,
  ],
};

/** The last schema before the baseline, which has the same tables. */
const BEFORE_BASELINE: FormerSchema = {
  last: { number: 112, checksum: '0e26eb53aa4f49424d040c3e5d97742ee1202c08ebc6bbc3f13e7c9c040c07bf' },
  rows: {},
  after: [],
};

/** Returns the schema from before the baseline that an installation with these migrations has; undefined if it is none that was ever released. */
export const formerSchema = (migrations: readonly { number: number; checksum: string }[]): FormerSchema | undefined =>
  [V0_1_0, BEFORE_BASELINE].find(
    ({ last }) => last.number === migrations.length && last.checksum === migrations.at(-1)?.checksum,
  );
