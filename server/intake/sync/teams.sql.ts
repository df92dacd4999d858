import { z } from 'zod';
import { teamMember } from '#contract/masterData/teams.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const members = z.array(teamMember);
/** Returns the members of some teams, deleted ones too. */
export const selectTeamMembers = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    z.object({ id: z.string(), members }),
    sql`select team_id as id, members from team where account_id = ${accountId} and team_id = any(${[...ids]}::uuid[])`,
  );

/**
 * Returns the teams that are not deleted, by name, with the members whose membership is not over and who have not left, where a device may know all of
 * these; without any, a team is not for it.
 */
export const selectTeamsTold = (
  tx: Db,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  today: string,
) =>
  tx.rows(
    z.object({ _id: z.string(), name: z.string(), members }),
    sql`select t.team_id as "_id", t.name, m.members from team t cross join lateral (
        select jsonb_agg(m.member order by m.nth) as members, bool_and(coalesce(p.is_allowed, false)) as "isAllowed"
        from jsonb_array_elements(t.members) with ordinality m(member, nth)
        join employee e on e.account_id = t.account_id and e.employee_id = (m.member->>'employeeId')::uuid
          and e.is_active and e.deleted_at is null and (e.inactive_from is null or e.inactive_from > ${today}::date)
        left join device_person p on p.account_id = t.account_id and p.device_id = ${deviceId} and p.employee_id = e.employee_id
        where coalesce(m.member->>'to', ${today}) >= ${today}) m
      where t.account_id = ${accountId} and t.deleted_at is null and m."isAllowed"
      order by lower(t.name), t.team_id`,
  );
