import { z } from 'zod';
import { isActiveOn, mayKnow } from '../../attendance/mayKnow.sql.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { contactAt } from '../terminals/terminals.sql.ts';
import { type SequenceState, sequenceState } from './sequence.ts';

type Of = { accountId: string; deviceId: string };
const ofDevice = ({ accountId, deviceId }: Of) => sql`account_id = ${accountId} and device_id = ${deviceId}`;

type Reported = Partial<Record<'make' | 'model' | 'platform' | 'platformVersion' | 'clientVersion', string>>;

/**
 * Records a contact; returns whether a sync was requested of the device. A day that the device had ended is resumed by it, except by a fetch of lists
 * (`isFetch`). What the device reports about itself replaces what was known.
 */
export const noteContact = (
  tx: Db,
  of: Of,
  { info = {}, driftMs = null, isFetch = false }: { info?: Reported; driftMs?: number | null; isFetch?: boolean },
  now: Date,
) =>
  tx.single(
    z.object({ syncRequested: z.boolean() }),
    sql`update device set last_contact = ${contactAt(now)}, first_contact = coalesce(first_contact, ${now}),
          state = case when ${isFetch} then state else state #- '{report,dayEnded}' end,
          drift_ms = coalesce(${driftMs}::int, drift_ms),
          device_info = jsonb_build_object('make', null, 'model', null, 'platform', null, 'platformVersion', null, 'clientVersion', null)
            || coalesce(device_info, '{}') || ${JSON.stringify(info)}::jsonb
        where ${ofDevice(of)} returning sync_requested_at is not null as "syncRequested"`,
  );

/** Clears the request for a sync, which has now happened. */
export const clearSyncRequest = (tx: Db, of: Of, now: Date) =>
  tx.run(sql`update device set sync_requested_at = null where ${ofDevice(of)} and sync_requested_at <= ${now}`);

const kept = z.object({ sequence: sequenceState.nullable() });
/** Returns the device's sequence state; its row is locked already (lockActivated). */
export const findSequence = async (tx: Db, of: Of) =>
  (await tx.single(kept, sql`select state -> 'sequence' as sequence from device where ${ofDevice(of)}`)).sequence;
export const saveSequence = (tx: Db, of: Of, sequence: SequenceState) =>
  tx.run(sql`
    update device set state = jsonb_set(state, '{sequence}', ${JSON.stringify(sequence)}::jsonb) where ${ofDevice(of)}`);

/** Returns true while the device is activated, and locks its row against deletion until the transaction ends. */
export const lockActivated = async (tx: Db, of: Of): Promise<boolean> =>
  (await tx.first(
    z.object({ found: z.literal(1) }),
    sql`select 1::int as found from device where ${ofDevice(of)} and is_activated and deleted_at is null for no key update`,
  )) !== undefined;

const cursor = z.object({ version: z.number(), seq: z.number() });
/**
 * Updates the people that the device may know (masterData/mayKnow.sql.ts) on the account's date `today`. Returns the account's data version and the
 * device's own sequence, which together are its cursor.
 */
export async function refreshPeople(tx: Db, of: Of, today: string, now: Date): Promise<Cursor> {
  const { accountId, deviceId } = of;
  const known = await tx.single(
    cursor.extend({ isBehind: z.boolean() }),
    sql`select a.data_version::float8 as version, d.people_seq::float8 as seq, d.roster_version is null or coalesce((
          select max(e.changed_version) from employee e where e.account_id = a.account_id) > d.roster_version, false) or exists (
          select 1 from employee e join device_person p on p.account_id = e.account_id and p.device_id = d.device_id
            and p.employee_id = e.employee_id and p.is_allowed
          where e.account_id = a.account_id and e.is_active and e.inactive_from <= ${today}::date) as "isBehind"
        from account a join device d on d.account_id = a.account_id and d.device_id = ${deviceId} where a.account_id = ${accountId}`,
  );
  // The usual case: nobody has changed since the last comparison, however many people the account has.
  if (!known.isBehind) return { version: known.version, seq: known.seq };
  const isKnown = sql`coalesce((select p.is_allowed from device_person p
    where p.account_id = e.account_id and p.device_id = ${deviceId} and p.employee_id = e.employee_id), false)`;
  const isAllowed = sql`(${mayKnow(of)} and ${isActiveOn(today)})`;
  // One index lookup per person: with a join, the planner of a database without statistics would compare everybody with everybody.
  await tx.run(sql`
    with changed as (
      select e.employee_id, true as is_allowed from employee e where e.account_id = ${accountId} and ${isAllowed} and not ${isKnown}
      union all
      select p.employee_id, false from device_person p
      where p.account_id = ${accountId} and p.device_id = ${deviceId} and p.is_allowed
        and not coalesce((select ${isAllowed} from employee e where e.account_id = p.account_id and e.employee_id = p.employee_id), false))
    insert into device_person (account_id, device_id, employee_id, is_allowed, seq, changed_at)
    select ${accountId}, ${deviceId}, c.employee_id, c.is_allowed, ${known.seq + 1}, ${now} from changed c
    on conflict (account_id, device_id, employee_id) do update
      set is_allowed = excluded.is_allowed, seq = excluded.seq, changed_at = excluded.changed_at`);
  await tx.run(
    sql`update device set people_seq = people_seq + 1, roster_version = ${known.version} where ${ofDevice(of)}`,
  );
  return { version: known.version, seq: known.seq + 1 };
}
export type Cursor = z.infer<typeof cursor>;

const employee = z.object({
  _id: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeId: z.string().nullable(),
  isActive: z.boolean(),
  sealedPin: z.string().nullable(),
});
/**
 * Returns the device's employees who changed since a cursor, and those who were taken off it; at the first sync the active ones. Later changes of who was
 * taken off are not for it. While the sequence stays the same, none has changed.
 */
export async function changedEmployees(tx: Db, { accountId, deviceId }: Of, since: Cursor | null, current: Cursor) {
  if (since?.seq === current.seq) return [];
  return tx.rows(
    employee,
    sql`select e.employee_id as "_id", e.number, e.first_name as "firstName", e.last_name as "lastName", e.time_id as "timeId", a.it as "isActive",
          -- Of nobody who is taken off: by it a PIN is guessed.
          case when a.it then e.own_days_pin end as "sealedPin"
        from device_person p cross join lateral (
          select * from employee e where e.account_id = p.account_id and e.employee_id = p.employee_id offset 0) e
          cross join lateral (select p.is_allowed and e.is_active and e.deleted_at is null as it) a
        where p.account_id = ${accountId} and p.device_id = ${deviceId}
          and ${
            since === null
              ? sql`a.it`
              : sql`((p.is_allowed and e.changed_version > ${since.version}) or p.seq > ${since.seq})`
          }
        order by e.number, e.employee_id limit 100000`,
  );
}

const lookup = z.object({
  lookup: z.literal([1, 2]),
  code: z.string(),
  description: z.string(),
  deleted: z.boolean(),
});
/** Returns lookup entries that changed since a data version; at the first sync all that are not deleted. */
export const changedLookups = (tx: Db, accountId: string, since: Cursor | null) =>
  tx.rows(
    lookup,
    sql`select lookup::int as lookup, code, description, deleted_at is not null as deleted from lookup_entry
        where account_id = ${accountId}
          and ${since === null ? sql`deleted_at is null` : sql`changed_version > ${since.version}`}
        order by lookup, code limit 100000`,
  );
