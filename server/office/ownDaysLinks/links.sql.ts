import { z } from 'zod';
import { ownDaysLink } from '#contract/office/ownDaysLinks.ts';
import { type Db, raw, type Sql, sql } from '../../platform/db/db.ts';

/** Statements of the links by which employees read their own days (docs/reference/privacy.md#their-own-day). */

/**
 * The condition that an employee, a row `e`, has not left their account, a row `a`. `inactive_from` alone does not tell: one who left and will return
 * has none.
 */
function isThere(now: Date): Sql {
  const today = sql`(${now}::timestamptz at time zone a.time_zone)::date`;
  return sql`(e.deleted_at is null and (e.inactive_from is null or e.inactive_from > ${today})
    and coalesce((select (c.change ->> 'isActive')::boolean from jsonb_array_elements(e.activity) with ordinality as c(change, nth)
      where c.change ->> 'from' is null or (c.change ->> 'from')::date <= ${today} order by c.nth desc limit 1), true))`;
}

const columns = raw(`made_at as "madeAt", made_by as "madeBy", ends_at as "endsAt", last_opened_at as "lastOpenedAt"`);

/** Returns the link of an employee who has not left, if it has not ended. */
export const selectLink = (tx: Db, accountId: string, employeeId: string, now: Date) =>
  tx.first(
    ownDaysLink,
    sql`select ${columns} from own_days_link
      where account_id = ${accountId} and employee_id = ${employeeId} and ends_at > ${now}
        and exists (select from employee e join account a on a.account_id = e.account_id
          where e.account_id = ${accountId} and e.employee_id = ${employeeId} and ${isThere(now)})`,
  );

/** Returns the number and name of an employee who is not deleted, whether they have not left, and their PIN. */
export const selectNamed = (tx: Db, accountId: string, employeeId: string, now: Date) =>
  tx.first(
    z.object({ name: z.string(), isThere: z.boolean(), sealedPin: z.string().nullable() }),
    sql`select e.number || ' ' || e.first_name || ' ' || e.last_name as name, ${isThere(now)} as "isThere", e.own_days_pin as "sealedPin"
      from employee e join account a on a.account_id = e.account_id
      where e.account_id = ${accountId} and e.employee_id = ${employeeId} and e.deleted_at is null`,
  );

export type NewLink = {
  accountId: string;
  employeeId: string;
  tokenHash: Buffer;
  shows: Shown;
  now: Date;
  by: string;
  endsAt: Date;
};
/** The parts of a day that the page of a link shows, by the same rights as on the screens. */
export type Shown = { attendance: boolean; piecework: boolean };

/** Writes a link in the place of the one before it, on the system path: the directory is no tenant's. */
export async function replaceLink(tx: Db, { accountId, employeeId, tokenHash, shows, now, by, endsAt }: NewLink) {
  await deleteLink(tx, accountId, employeeId);
  const made = await tx.single(
    ownDaysLink,
    sql`insert into own_days_link (account_id, employee_id, shows_attendance, shows_work, made_at, made_by, ends_at)
      values (${accountId}, ${employeeId}, ${shows.attendance}, ${shows.piecework}, ${now}, ${by}, ${endsAt})
      returning ${columns}`,
  );
  await tx.run(sql`insert into own_days_link_directory (token_hash, owner_account_id, employee_id)
    values (${tokenHash}, ${accountId}, ${employeeId})`);
  return made;
}

/** Deletes the link of an employee; returns the number of links. */
export const deleteLink = (tx: Db, accountId: string, employeeId: string): Promise<number> =>
  tx.run(sql`delete from own_days_link where account_id = ${accountId} and employee_id = ${employeeId}`);

/** Stores the PIN of an employee, or none, as a change that is told to Recorders: the caller raises the account's data version. */
export async function savePin(tx: Db, accountId: string, employeeId: string, sealed: string | null): Promise<void> {
  await tx.run(sql`update device_person set wrong_pins = 0
    where account_id = ${accountId} and employee_id = ${employeeId} and wrong_pins > 0`);
  await tx.run(sql`update employee set own_days_pin = ${sealed},
      changed_version = (select data_version + 1 from account where account_id = ${accountId})
    where account_id = ${accountId} and employee_id = ${employeeId}`);
}

const opened = z.object({
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  dataVersion: z.number(),
  employeeId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  endsAt: z.string(),
  attendance: z.boolean(),
  piecework: z.boolean(),
});
export type OpenedLink = z.infer<typeof opened>;
/**
 * Finds the link of an employee who has not left, in an active account, and notes that it was opened; on the system path. A link that has ended is
 * not found.
 */
export const openLink = (tx: Db, tokenHash: Buffer, now: Date) =>
  tx.first(
    opened,
    sql`update own_days_link l set last_opened_at = ${now}
      from own_days_link_directory d join account a on a.account_id = d.owner_account_id
        join employee e on e.account_id = d.owner_account_id and e.employee_id = d.employee_id
      where d.token_hash = ${tokenHash} and l.account_id = d.owner_account_id and l.employee_id = d.employee_id and l.ends_at > ${now}
        and a.is_active and ${isThere(now)}
      returning l.account_id as "accountId", a.name as "accountName", a.time_zone as "timeZone", a.data_version::float8 as "dataVersion",
        l.employee_id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", l.ends_at as "endsAt",
        l.shows_attendance as attendance, l.shows_work as piecework`,
  );
