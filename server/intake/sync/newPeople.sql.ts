import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

/** Names of people whom no employee is yet. */
type Of = { accountId: string; deviceId: string };
export type NewPersonRow = { id: string; pin: string; name: string };

/** A name is forgotten this long after it was given. */
const isOld = (now: Date) => sql`received_at < ${now}::timestamptz - interval '90 days'`;

/** Returns the PINs that a device has named. */
export const selectNamedPins = async (tx: Db, { accountId, deviceId }: Of, now: Date): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows(
        z.object({ pin: z.string() }),
        sql`select pin from new_person where account_id = ${accountId} and device_id = ${deviceId} and not ${isOld(now)}`,
      )
    ).map(({ pin }) => pin),
  );

/** Stores names, the newest of a PIN and device instead of an earlier one; returns whether any is new or another. */
export const saveNames = async (tx: Db, { accountId, deviceId }: Of, rows: readonly NewPersonRow[], now: Date) =>
  (await tx.run(sql`insert into new_person (account_id, new_person_id, pin, name, device_id, received_at)
    select ${accountId}, r.id, r.pin, r.name, ${deviceId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, pin text, name text)
    on conflict (account_id, device_id, pin) do update set name = excluded.name, received_at = excluded.received_at
      where new_person.name <> excluded.name or new_person.received_at < excluded.received_at - interval '1 day'`)) > 0;

/** Deletes the names that are old. */
export const deleteOldNames = (tx: Db, { accountId }: Of, now: Date) =>
  tx.run(sql`delete from new_person where account_id = ${accountId} and ${isOld(now)}`);
