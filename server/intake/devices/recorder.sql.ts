import { z } from 'zod';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { deviceOptions, EPOCH_MAKES, type EventFields, epochMeaning, eventFields } from '#contract/intake/terminals.ts';
import { message as wireMessage } from '#contract/platform/message.ts';
import { ID_USED } from '../../attendance/store.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { numbersState } from '../terminals/eventNumbers.ts';
import { epochOf } from '../terminals/terminals.sql.ts';
import { ofDevice } from './devices.sql.ts';

type Of = { accountId: string; deviceId: string };
const instant = z.iso.datetime().nullable();

const facts = z.object({
  createdAt: instant,
  codeSentAt: instant,
  activatedAt: instant,
  firstContact: instant,
  firstRecord: instant,
  lastContact: instant,
  lastData: instant,
  driftMs: z.int().nullable(),
  accepted: z.int(),
  duplicates: z.int(),
  backlog: z.int().nullable(),
  alarms: z.array(z.object({ at: z.string(), op: z.int(), text: z.string(), words: wireMessage.optional() })),
  codeExpiresAt: instant,
  missingRecords: z.array(z.tuple([z.int(), z.int()])),
  /** The terminal's own numbers of its events, and the zone in which its punches are read. */
  numbers: numbersState.nullable(),
  timeZone: z.string(),
  /** False for a make that sends to an address of its own. */
  takesCommands: z.boolean(),
  /** The network of the last call. */
  network: z.string().nullable(),
  waiting: z.object({ count: z.int(), at: z.iso.datetime() }).nullable(),
  /** Records within the last week whose ids other records have. */
  idsUsed: z.int(),
  /** Records of today (UTC) of people whom the account does not have, or that wait. */
  loose: z.int(),
  /** It is asked for everything that it holds, and has not called for that yet. */
  isAskedForAll: z.boolean(),
  /** Since when the state keys that a terminal was found to have are trusted, and of how many punches then. */
  keys: z.object({ from: z.iso.datetime(), keyed: z.int(), punches: z.int() }).nullable(),
  /** Since when its keys are not trusted any more, and how many of them contradicted how many days then. */
  keysDoubt: z.object({ until: z.iso.datetime(), keyed: z.int(), contradicting: z.int(), days: z.int() }).nullable(),
});
export type Facts = z.infer<typeof facts>;

export const selectFacts = (db: Db, of: Of, now: Date) =>
  db.first(
    facts,
    sql`select created_at as "createdAt", code_sent_at as "codeSentAt", activated_at as "activatedAt", first_contact as "firstContact",
          first_record as "firstRecord", last_contact as "lastContact", last_data as "lastData", drift_ms::float8 as "driftMs",
          accepted_count::int as accepted, duplicate_count::int as duplicates,
          case when state #>> '{options,transactioncount}' ~ '^[0-9]{1,8}$'
            then greatest(0, (state #>> '{options,transactioncount}')::int - accepted_count)::int end as backlog, coalesce(state -> 'alarms', '[]') as alarms,
          coalesce(state #> '{sequence,missing}', '[]') as "missingRecords", state -> 'events' as numbers, coalesce(d.dialect, '') <> all(${[...PUSH_MAKES]}::text[]) as "takesCommands",
          coalesce(d.time_zone, (select a.time_zone from account a where a.account_id = d.account_id)) as "timeZone", network,
          case when state #>> '{report,pending}' is not null
            then jsonb_build_object('count', state #> '{report,pending}', 'at', state #> '{report,at}') end as waiting,
          (select count(*)::int from rejected_line r where r.account_id = d.account_id and r.device_id = d.device_id and r.reason = ${ID_USED}
            and r.received_at > ${now}::timestamptz - interval '7 days') as "idsUsed",
          case when state #>> '{loose,day}' = ${now.toISOString().slice(0, 10)} then (state #>> '{loose,count}')::int else 0 end as loose,
          reload_requested or exists (select 1 from terminal_command c where c.account_id = d.account_id and c.device_id = d.device_id
            and c.status = 'queued' and c.payload ->> 'kind' = 'history') as "isAskedForAll",
          case when directions = 'found' and state ? 'keysDoubt' then state -> 'keysDoubt' || jsonb_build_object('until', state -> 'keysUntil') end as "keysDoubt",
          case when directions = 'found' and keys_from is not null and state ? 'keys' and not state ? 'keysDoubt'
            then state -> 'keys' || jsonb_build_object('from', to_char(keys_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as keys,
          (select max(expires_at) from activation_directory a where a.owner_account_id = d.account_id and a.device_id = d.device_id
            and a.used_at is null) as "codeExpiresAt"
        from device d where ${ofDevice(of)} and deleted_at is null`,
  );

export const selectRejectCounts = (db: Db, of: Of) =>
  db.rows(
    z.object({ reason: z.string(), count: z.int() }),
    sql`select reason, lines::int as count from rejected_count where ${ofDevice(of)} and lines > 0 order by lines desc, reason limit 100`,
  );
export const selectRecentRejects = (db: Db, of: Of) =>
  db.rows(
    z.object({ at: z.iso.datetime(), reason: z.string(), raw: z.string() }),
    sql`select received_at as at, reason, left(raw, 500) as raw from rejected_line where ${ofDevice(of)}
        order by received_at desc, rejected_line_id desc limit 50`,
  );
/** Returns PINs that match no employee, with the unmatched punches of this device that name them. */
export const selectUnmatchedPins = (db: Db, { accountId, deviceId }: Of) =>
  db.rows(
    z.object({ timeId: z.string(), count: z.int() }),
    sql`select time_id as "timeId", count(*)::int as count from clock_record
        where account_id = ${accountId} and employee_id is null and device_id = ${deviceId} and time_id is not null and standing = 'counted'
        group by time_id order by count(*) desc, time_id limit 100`,
  );

const command = z.object({
  id: z.string(),
  command: z.string(),
  status: z.enum(['queued', 'sent', 'done', 'failed', 'expired']),
  returnCode: z.int().nullable(),
  errorText: z.string().nullable(),
  at: z.iso.datetime(),
});
export const selectCommands = (db: Db, of: Of) =>
  db.rows(
    command,
    sql`select command_id as id, command, status, return_code::int as "returnCode", error_text as "errorText", coalesce(finished_at, sent_at, queued_at) as at
        from terminal_command where ${ofDevice(of)} order by queued_at desc, command_id desc limit 50`,
  );
export const countOpenCommands = async (db: Db, of: Of): Promise<number> =>
  (
    await db.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from terminal_command where ${ofDevice(of)} and status in ('queued', 'sent')`,
    )
  ).total;

export const selectOptions = (db: Db, of: Of) =>
  db.first(
    storedOptions,
    sql`select case when dialect = any(${[...PUSH_MAKES]}::text[]) then dialect else 'adms' end as make, directions, keys_from is not null and not state ? 'keysUntil' as "sendsDirections", time_zone as "timeZone", secret_path_hash is not null as "hasSecretPath",
          case when dialect = 'json' then coalesce(state -> 'fields', '{}') end as fields,
          case when dialect = any(${[...EPOCH_MAKES]}::text[]) then ${epochOf(sql`device`)} end as epoch
        from device where ${ofDevice(of)} and deleted_at is null`,
  );
const storedOptions = deviceOptions
  .omit({ secretPath: true, fields: true, epoch: true })
  .extend({ fields: eventFields.nullable(), epoch: epochMeaning.nullable() })
  .transform(({ fields, epoch, ...options }) => ({ ...options, ...(fields && { fields }), ...(epoch && { epoch }) }));
type SavedOptions = Pick<z.infer<typeof storedOptions>, 'directions' | 'timeZone'>;
/** Saves what a device that sends JSON calls the fields of its events. */
export const saveFields = (tx: Db, of: Of, fields: EventFields) =>
  tx.run(
    sql`update device set state = jsonb_set(state, '{fields}', ${JSON.stringify(fields)}::jsonb) where ${ofDevice(of)}`,
  );
export const saveEpoch = (tx: Db, of: Of, epoch: z.infer<typeof epochMeaning>) =>
  tx.run(sql`update device set state = state || jsonb_build_object('epoch', ${epoch}::text) where ${ofDevice(of)}`);
/** Saves a terminal's options; `secretPathHash` undefined leaves it unchanged. */
export const saveOptions = (
  tx: Db,
  of: Of,
  { directions, timeZone, secretPathHash }: SavedOptions & { secretPathHash?: Buffer | null | undefined },
) =>
  tx.run(sql`
    update device set directions = ${directions}, time_zone = ${timeZone},
      secret_path_hash = case when ${secretPathHash !== undefined}::boolean then ${secretPathHash ?? null}::bytea else secret_path_hash end
    where ${ofDevice(of)}`);
const sighting = z.object({
  serialNumber: z.string(),
  model: z.string().nullable(),
  address: z.string(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  attempts: z.int(),
});
/** Returns terminals that called within a day without being enrolled. */
export const selectSightings = (db: Db, now: Date) =>
  db.rows(
    sighting,
    sql`select serial_number as "serialNumber", model, address, first_seen as "firstSeen", last_seen as "lastSeen", attempts::int
        from terminal_sighting s where last_seen > ${now}::timestamptz - interval '1 day'
          and not exists (select 1 from terminal_directory t where t.serial_number = s.serial_number)
        order by last_seen desc, serial_number limit 200`,
  );

const deletion = z.object({
  timeId: z.string(),
  employee: z.object({ _id: z.string(), number: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  requestedAt: z.iso.datetime(),
  deleted: z.int(),
  of: z.int(),
  waiting: z.array(
    z.object({
      deviceId: z.string(),
      deviceName: z.string(),
      silentSince: z.string().nullable(),
      returnCode: z.int().nullable(),
    }),
  ),
});
/** Returns what terminals were told to delete, by person: those that not every terminal has confirmed first. */
export const selectDeletionsByPerson = (db: Db, accountId: string) =>
  db.rows(
    deletion,
    sql`select t.time_id as "timeId", case when e.employee_id is null then null else
            jsonb_build_object('_id', e.employee_id, 'number', e.number, 'firstName', e.first_name, 'lastName', e.last_name) end as employee,
          max(t.requested_at) as "requestedAt", count(t.answered_at)::int as deleted, count(*)::int as of,
          coalesce(jsonb_agg(jsonb_build_object('deviceId', d.device_id, 'deviceName', d.description || case when d.deleted_at is null then '' else ' (removed)' end,
              'silentSince', to_char(d.last_contact at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'returnCode', t.return_code)
            order by d.description, d.device_id) filter (where t.answered_at is null), '[]') as waiting
        from terminal_deletion t
        join device d on d.account_id = t.account_id and d.device_id = t.device_id
        left join employee e on e.account_id = t.account_id and e.employee_id = t.employee_id
        where t.account_id = ${accountId}
        group by t.time_id, t.employee_id, e.employee_id, e.number, e.first_name, e.last_name
        order by bool_and(t.answered_at is not null), max(t.requested_at) desc, t.time_id limit 200`,
  );

/** The device number in the lines of the terminal's last USB file; null where none was read, or it had several. */
export const selectUsbNumber = async (db: Db, of: Of): Promise<number | null> =>
  (
    await db.first(
      z.object({ usbNumber: z.int().nullable() }),
      sql`select (state ->> 'usbNumber')::int as "usbNumber" from device where ${ofDevice(of)}`,
    )
  )?.usbNumber ?? null;
export const saveUsbNumber = (db: Db, of: Of, usbNumber: number | null) =>
  db.run(
    sql`update device set state = state || jsonb_build_object('usbNumber', ${usbNumber}::int) where ${ofDevice(of)}`,
  );

/** Returns those of the PINs that an employee of the account has. */
export const selectHeldPins = async (tx: Db, accountId: string, pins: readonly string[]): Promise<string[]> =>
  (
    await tx.rows(
      z.object({ pin: z.string() }),
      sql`select time_id as pin from employee where account_id = ${accountId} and deleted_at is null and time_id = any(${pins}::text[])`,
    )
  ).map(({ pin }) => pin);
