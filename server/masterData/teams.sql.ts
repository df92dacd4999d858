import { z } from 'zod';
import { correctedEmployee } from '#contract/figures/corrections.ts';
import { TEAM_DIVISIONS, type TeamValue, teamMember } from '#contract/masterData/teams.ts';
import { type Db, sql } from '../platform/db/db.ts';

const member = teamMember.extend({ employee: correctedEmployee.nullable() });
const team = z.object({
  id: z.string(),
  name: z.string(),
  division: z.enum(TEAM_DIVISIONS),
  members: z.array(member),
});
export type TeamRow = z.infer<typeof team>;

/** Returns the teams that are not deleted, by name, with their members in the order in which they were named. */
export const selectTeams = (tx: Db, accountId: string) =>
  tx.rows(
    team,
    sql`select t.team_id as id, t.name, t.division, coalesce((
        select jsonb_agg(m.member || jsonb_build_object('employee', case when e.employee_id is not null then
          jsonb_build_object('_id', e.employee_id, 'number', e.number, 'firstName', e.first_name, 'lastName', e.last_name) end) order by m.nth)
        from jsonb_array_elements(t.members) with ordinality m(member, nth)
        left join employee e on e.account_id = t.account_id and e.employee_id = (m.member->>'employeeId')::uuid), '[]') as members
      from team t where t.account_id = ${accountId} and t.deleted_at is null order by lower(t.name), t.team_id`,
  );
export const upsertTeam = (tx: Db, accountId: string, { id, name, division, members }: TeamValue & { id: string }) =>
  tx.run(sql`insert into team (account_id, team_id, name, division, members)
    values (${accountId}, ${id}, ${name}, ${division}, ${JSON.stringify(members)}::jsonb)
    on conflict (account_id, team_id) do update set name = excluded.name, division = excluded.division, members = excluded.members`);
/** Marks teams as deleted: what they made stays. */
export const deleteTeams = (tx: Db, accountId: string, ids: readonly string[], now: Date) =>
  tx.run(
    sql`update team set deleted_at = ${now} where account_id = ${accountId} and team_id = any(${[...ids]}::uuid[])`,
  );
