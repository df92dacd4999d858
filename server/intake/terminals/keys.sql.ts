import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';
import { keyTrust, keyTrustAt } from './terminals.sql.ts';

/** Terminals whose keys are found out, and the days against which they are held (keys.ts). */

type Of = { accountId: string; deviceId: string };

const candidate = z.object({
  accountId: z.string(),
  deviceId: z.string(),
  timeZone: z.string(),
  keyTrust,
  /** The local date on which its keys were looked at last. */
  askedOn: z.string().nullable(),
});
/** Returns the terminals of all accounts whose keys are found out. */
export const selectCandidates = (db: Db) =>
  db.rows(
    candidate,
    sql`select d.account_id as "accountId", d.device_id as "deviceId", a.time_zone as "timeZone",
          ${keyTrustAt(sql`'infinity'::timestamptz`)} as "keyTrust", d.state ->> 'keysAskedOn' as "askedOn"
        from device d join account a on a.account_id = d.account_id
        where d.device_type = 'ADMS' and d.directions = 'found' and d.deleted_at is null and a.is_active and d.last_contact is not null`,
  );

/** The most punches and days that are looked at. */
const MOST = 20_000;
const day = z.object({ person: z.string(), day: z.string(), events: z.string() });
/** Returns the days of a range of the people who clocked on a terminal, with their settled events. */
export const selectDays = (tx: Db, { accountId, deviceId }: Of, { from, to }: { from: string; to: string }) =>
  tx.rows(
    day,
    sql`select f.employee_id as person, f.day::text as day, f.events from day_fact f
        where f.account_id = ${accountId} and f.day between ${from}::date and ${to}::date and f.events <> ''
          and f.employee_id in (select employee_id from clock_record
            where account_id = ${accountId} and device_id = ${deviceId} and standing = 'counted' and received_at >= ${from}::date)
        order by f.day desc, f.employee_id limit ${MOST}`,
  );
const key = z.object({ person: z.string(), at: z.number(), status: z.int() });
/** Returns the keys of the punches that a terminal sent since a date, with their times (epoch seconds). */
export const selectKeys = (tx: Db, { accountId, deviceId }: Of, from: string) =>
  tx.rows(
    key,
    sql`select employee_id as person, extract(epoch from at)::float8 as at, sent_status as status from clock_record
        where account_id = ${accountId} and received_at >= ${from}::date and device_id = ${deviceId} and standing = 'counted'
          and employee_id is not null and sent_status is not null
        order by received_at desc limit ${4 * MOST}`,
  );

const noted = (today: string) => sql`state || jsonb_build_object('keysAskedOn', ${today}::text)`;
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;
/** Notes that its keys were looked at. */
export const noteAsked = (tx: Db, of: Of, today: string) =>
  tx.run(sql`update device set state = ${noted(today)} where ${ofDevice(of)}`);
/** Trusts a terminal's keys from an instant on. */
export const trustKeys = (
  tx: Db,
  of: Of,
  today: string,
  { keyed, punches }: { keyed: number; punches: number },
  now: Date,
) =>
  tx.run(sql`update device set keys_from = ${now}, state = ${noted(today)} - 'keysUntil' - 'keysDoubt'
      || jsonb_build_object('keys', jsonb_build_object('keyed', ${keyed}::int, 'punches', ${punches}::int)) where ${ofDevice(of)}`);
/** Trusts none of them from an instant on; what was stored before stays as it is. */
export const doubtKeys = (
  tx: Db,
  of: Of,
  today: string,
  { keyed, contradicting, badDays }: { keyed: number; contradicting: number; badDays: number },
  now: Date,
) =>
  tx.run(sql`update device set state = ${noted(today)} || jsonb_build_object('keysUntil', ${now.toISOString()}::text,
      'keysDoubt', jsonb_build_object('keyed', ${keyed}::int, 'contradicting', ${contradicting}::int, 'days', ${badDays}::int))
    where ${ofDevice(of)}`);
