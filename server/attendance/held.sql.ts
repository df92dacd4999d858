import { z } from 'zod';
import { type Db, sql } from '../db/db.ts';

type Of = { accountId: string; deviceId: string };

/** Punches of a device that are stored and in no number until somebody accepts them (security.md S-42). */
export const countHeld = async (db: Db, { accountId, deviceId }: Of): Promise<number> =>
  (
    await db.single(
      z.object({ total: z.int() }),
      sql`select count(*)::int as total from clock_record
          where account_id = ${accountId} and device_id = ${deviceId} and standing = 'quarantined'`,
    )
  ).total;

const span = z.object({ employeeId: z.string().nullable(), first: z.string(), last: z.string(), total: z.int() });

/** Lets a device's held punches count: those that another one tells already as duplicates (rule 4). Answers whose, and from when to when. */
export async function releaseHeld(tx: Db, { accountId, deviceId }: Of) {
  await tx.run(sql`
    update clock_record c set standing = 'duplicate'
    where c.account_id = ${accountId} and c.device_id = ${deviceId} and c.standing = 'quarantined' and c.employee_id is not null
      and exists (select 1 from clock_record known where known.account_id = c.account_id and known.employee_id = c.employee_id
        and known.at = c.at and known.direction = c.direction
        and (known.standing in ('counted', 'future-clock')
          or (known.standing = 'quarantined' and known.device_id = c.device_id and known.clock_record_id < c.clock_record_id)))`);
  return tx.rows(
    span,
    sql`with released as (
        update clock_record set standing = 'counted'
        where account_id = ${accountId} and device_id = ${deviceId} and standing = 'quarantined'
        returning employee_id, at)
      select employee_id as "employeeId", min(at) as first, max(at) as last, count(*)::int as total from released group by 1`,
  );
}
