import { z } from 'zod';
import { type Db, sql } from '../../platform/db/db.ts';

const sampled = z.object({
  _id: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  groupId: z.string().nullable(),
  crew: z.string().nullable(),
});
/** Returns some employees with their crew. */
export const selectSampled = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    sampled,
    sql`select e.employee_id as "_id", e.number, e.first_name as "firstName", e.last_name as "lastName", e.employee_group_id as "groupId", g.name as crew
      from employee e left join work_group g on g.account_id = e.account_id and g.group_id = e.employee_group_id
      where e.account_id = ${accountId} and e.employee_id = any(${[...ids]}::uuid[]) order by lower(e.first_name), lower(e.last_name), e.number`,
  );
/** Returns the ids of the employees of a crew. */
export const selectCrewIds = async (tx: Db, accountId: string, groupId: string) =>
  (
    await tx.rows(
      z.object({ id: z.string() }),
      sql`select employee_id as id from employee where account_id = ${accountId} and employee_group_id = ${groupId}`,
    )
  ).map(({ id }) => id);
