import { z } from 'zod';
import { PUSH_MAKES, type PushMake } from '#contract/intake/makes.ts';
import { epochMeaning, eventFields } from '#contract/intake/terminals.ts';
import { english, type Message } from '#contract/platform/words.ts';
import { type Db, named, type Sql, sql } from '../../platform/db/db.ts';
import { type NumbersState, numbersState } from './eventNumbers.ts';

/** The generations of ADMS: attendance PUSH (old and 2.x) or access control (Security PUSH 3.x). */
export const DIALECTS = ['attendance', 'access'] as const;
export type Dialect = (typeof DIALECTS)[number];

const terminal = z.object({
  accountId: z.string(),
  deviceId: z.string(),
  serial: z.string(),
  timeZone: z.string(),
  dialect: z.enum(DIALECTS),
  /** SHA-256 in hex. */
  secretPathHash: z.string().nullable(),
  reloadRequested: z.boolean(),
  lastContact: z.coerce.date().nullable(),
  onlineSince: z.coerce.date().nullable(),
  lastRecordAt: z.coerce.date().nullable(),
  timeZoneSent: z.int().nullable(),
  isRegistered: z.boolean(),
  hasProvedToken: z.boolean(),
  rosterVersion: z.number().nullable(),
  rosterCheckedAt: z.coerce.date().nullable(),
  network: z.string().nullable(),
  /** Of a device that sends JSON: its names of the fields. */
  fields: eventFields,
  /** The meaning of its seconds since 1970. */
  epoch: epochMeaning,
  /** Kinds of events that a user decided about, by their code: they are passes, or none. */
  eventKinds: z.record(z.string(), z.enum(['pass', 'none'])),
  /** Every network of the terminal that is known (networks.ts); `byPerson`: a user decided about it. */
  networks: z.array(
    z.object({ network: z.string(), status: z.enum(['seen', 'accepted', 'rejected']), byPerson: z.boolean() }),
  ),
  /** For 3.x: the number of the registration that its codes belong to. */
  registration: z.int(),
  /** The instant at which the terminal was last told less than its full options. */
  neutralBlockAt: z.coerce.date().nullable(),
  language: z.string().nullable(),
  dataVersion: z.number(),
  storeTemplates: z.boolean(),
  hasOpenCommands: z.boolean(),
});
/** An enrolled terminal with settings of its account, read once per request. */
export type Terminal = z.infer<typeof terminal>;

/** Returns the meaning of a device's seconds since 1970: as an option says, else as public scripts read its make. */
export const epochOf = (device: Sql) =>
  sql`coalesce(${device}.state ->> 'epoch', case when ${device}.dialect = 'controlid' then 'local' else 'utc' end)`;

const selectTerminal = (name: string, condition: Sql) =>
  named(
    name,
    sql`select d.account_id as "accountId", d.device_id as "deviceId", t.serial_number as serial,
          coalesce(d.time_zone, a.time_zone) as "timeZone", case d.dialect when 'access' then 'access' else 'attendance' end as dialect,
          encode(d.secret_path_hash, 'hex') as "secretPathHash", d.reload_requested as "reloadRequested",
          d.last_contact as "lastContact", d.online_since as "onlineSince", d.last_record_at as "lastRecordAt",
          d.time_zone_sent::int as "timeZoneSent", d.is_registered as "isRegistered", d.has_proved_token as "hasProvedToken",
          d.roster_version::float8 as "rosterVersion", d.roster_checked_at as "rosterCheckedAt", d.network, coalesce(d.state -> 'fields', '{}') as fields, coalesce(d.state -> 'eventKinds', '{}') as "eventKinds",
          ${epochOf(sql`d`)} as epoch,
          d.registration, d.neutral_block_at as "neutralBlockAt", d.state ->> 'language' as language,
          coalesce((select jsonb_agg(jsonb_build_object('network', n.network, 'status', n.status, 'byPerson', n.decided_at is not null))
            from terminal_network n where n.account_id = d.account_id and n.device_id = d.device_id), '[]') as networks,
          a.data_version::float8 as "dataVersion", a.store_templates as "storeTemplates",
          exists (select 1 from terminal_command c where c.account_id = d.account_id and c.device_id = d.device_id
            and c.status in ('queued', 'sent')) as "hasOpenCommands"
        from terminal_directory t
        join device d on d.account_id = t.owner_account_id and d.device_id = t.device_id
        join account a on a.account_id = d.account_id
        where ${condition} and d.deleted_at is null and a.is_active`,
  );
const CALLS_BY_SERIAL = sql`(d.dialect is null or d.dialect = any(${[...DIALECTS]}::text[]))`;
/** Returns the terminal with a serial number that calls by it, unless it is deleted or its account is inactive. */
export const findTerminal = (db: Db, serial: string) =>
  db.first(terminal, selectTerminal('find-terminal', sql`t.serial_number = ${serial} and ${CALLS_BY_SERIAL}`));
/** Returns the terminal of a make whose address has this secret, likewise. */
export const findByAddress = (db: Db, secretPathHash: Buffer, make: PushMake) =>
  db.first(
    terminal,
    selectTerminal('find-terminal-by-address', sql`d.secret_path_hash = ${secretPathHash} and d.dialect = ${make}`),
  );

/** Returns a terminal by its id, likewise. */
export const findById = (db: Db, { accountId, deviceId }: Of) =>
  db.first(
    terminal,
    selectTerminal('find-terminal-by-id', sql`d.account_id = ${accountId} and d.device_id = ${deviceId}`),
  );

/** Returns what is known of the numbers that a terminal gives its own events. Called under the account's lock. */
export const selectNumbers = async (tx: Db, of: Of): Promise<NumbersState | null> =>
  (
    await tx.first(
      z.object({ events: numbersState.nullable() }),
      sql`select state -> 'events' as events from device where ${ofDevice(of)}`,
    )
  )?.events ?? null;
export const saveNumbers = (tx: Db, of: Of, numbers: NumbersState) =>
  tx.run(
    sql`update device set state = jsonb_set(state, '{events}', ${JSON.stringify(numbers)}::jsonb) where ${ofDevice(of)}`,
  );
/** The most kinds of events that are stored with a decision. */
const MAX_EVENT_KINDS = 200;
/** Stores whether events with a code of this terminal are passes, for those to come. */
export const saveEventKind = (tx: Db, of: Of, code: string, isPass: boolean) =>
  tx.run(sql`
    update device set state = jsonb_set(state, '{eventKinds}', coalesce(state -> 'eventKinds', '{}') || jsonb_build_object(${code}::text, ${isPass ? 'pass' : 'none'}::text))
    where ${ofDevice(of)} and (select count(*) from jsonb_object_keys(coalesce(state -> 'eventKinds', '{}'))) < ${MAX_EVENT_KINDS}`);
/** Has all employees of some dates judged anew (migration judged_day). */
export const markStale = (tx: Db, accountId: string, { from, to }: { from: string; to: string }) =>
  tx.run(sql`select judge_again(${accountId}, null, ${from}::date, ${to}::date)`);

type Of = { accountId: string; deviceId: string };

/** The keys that a terminal is trusted to have: what its options say, else what was found. */
export const keyTrust = z.enum(['all', 'chosen', 'none']);
/**
 * Returns the trust in the keys of a terminal `d` at an instant: of a make with an address of its own, what a person chose is trusted until it is found to
 * contradict the days (`keysUntil`), and any key once it is found to agree with them (`keys_from`).
 */
export const keyTrustAt = (received: Sql) => sql`case
    when d.directions = 'trust' then 'all'
    when d.directions = 'alternate' or ${received} >= (d.state ->> 'keysUntil')::timestamptz then 'none'
    when ${received} >= d.keys_from then 'all'
    when d.dialect = any(${[...PUSH_MAKES]}::text[]) then 'chosen'
    else 'none' end`;

const reading = z.object({
  timeZone: z.string(),
  keyTrust,
  /** Some people are assigned to it: who is not may be another person under the same PIN. */
  hasPeople: z.boolean(),
});
export type Reading = z.infer<typeof reading>;
/**
 * Locks the account and returns how punches of a terminal are read from here on: in which zone, and by which of its state keys. A change of either waits for the lock, and reads the punches stored before again.
 */
export const lockReading = (tx: Db, { accountId, deviceId }: Of) =>
  tx.single(
    reading,
    named(
      'lock-reading',
      sql`select coalesce(d.time_zone, a.time_zone) as "timeZone",
          ${keyTrustAt(sql`'infinity'::timestamptz`)} as "keyTrust",
          exists (select from device_employee p where p.account_id = d.account_id and p.device_id = d.device_id) as "hasPeople"
        from account a join device d on d.account_id = a.account_id
        where a.account_id = ${accountId} and d.device_id = ${deviceId} for no key update of a`,
    ),
  );

const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

/** Returns the contact of a call now: the latest one, unless it was noted while this server's clock was ahead. */
export const contactAt = (now: Date) =>
  sql`case when last_contact <= ${now}::timestamptz + interval '1 minute' then greatest(last_contact, ${now}) else ${now} end`;

/**
 * Takes back to now what was noted of devices while this server's clock was ahead: until then no silence would be noticed, and people would be called
 * absent without evidence. Of all accounts.
 */
export const correctFutureContacts = (db: Db, now: Date) =>
  db.run(sql`update device set last_contact = ${now}, first_contact = least(first_contact, ${now}), online_since = least(online_since, ${now})
    where last_contact > ${now}::timestamptz + interval '1 minute'`);

/** Records a contact. After a gap of more than 90 s, `online_since` starts anew. */
export const noteContact = (db: Db, of: Of, network: string, now: Date) =>
  db.run(sql`
    update device set last_contact = ${contactAt(now)}, first_contact = coalesce(first_contact, ${now}),
      is_activated = true, activated_at = coalesce(activated_at, ${now}), network = ${network},
      online_since = case when online_since is null or last_contact is null or last_contact < ${now}::timestamptz - interval '90 seconds' or online_since > ${now}
        then ${now} else online_since end
    where ${ofDevice(of)}`);

/** Requests everything again with the next handshake; returns the terminal's dialect. */
export const requestReload = async (tx: Db, of: Of): Promise<string | null> =>
  (
    await tx.single(
      z.object({ dialect: z.string().nullable() }),
      sql`update device set reload_requested = dialect is distinct from 'access', time_zone_sent = null
          where ${ofDevice(of)} returning dialect`,
    )
  ).dialect;

/**
 * Asks the terminals of an account, or of all (null), for everything that they hold, as after 'Reload history': what came since the backup is on them
 * still; makes with an address of their own cannot be asked. It takes effect at the next poll; nothing counts twice. Returns how many are asked.
 */
export const askTerminalsForAll = async (tx: Db, accountId: string | null, now: Date): Promise<number> =>
  (
    await tx.single(
      z.object({ asked: z.int() }),
      sql`
    with asked as (
      update device d set reload_requested = dialect is distinct from 'access', time_zone_sent = null
      where ${CALLS_BY_SERIAL} and (${accountId}::uuid is null or account_id = ${accountId}) and device_type = 'ADMS' and deleted_at is null
        returning account_id, device_id, dialect),
      queued as (
    insert into terminal_command (account_id, device_id, command_id, command, payload, status, queued_at)
    select account_id, device_id, left(md5(device_id::text || ${now.toISOString()}), 16), 'DATA QUERY ATTLOG', '{"kind": "history"}',
      'queued', ${now}
    from asked where dialect = 'access')
    select count(*)::int as asked from asked`,
    )
  ).asked;

/** `text` is English; `words` its message where it has values. */
type Alarm = { at: string; op: number; text: string; words?: Message };
/** Returns what the server itself noticed about a terminal. */
export const noticed = (words: Message, now: Date): Alarm => ({
  at: now.toISOString(),
  op: 0,
  text: english(words),
  words,
});
/** Stores menu operations that raise an alarm: the newest twenty are stored with the device. */
export const saveAlarms = (tx: Db, of: Of, alarms: readonly Alarm[]) =>
  tx.run(sql`
    update device set state = jsonb_set(state, '{alarms}', coalesce((
      select jsonb_agg(alarm order by alarm ->> 'at' desc) from (
        select distinct alarm from jsonb_array_elements(coalesce(state -> 'alarms', '[]') || ${JSON.stringify(alarms)}::jsonb) alarm
        order by alarm desc limit 20) newest), '[]'))
    where ${ofDevice(of)}`);
