import { z } from 'zod';
import { corrected } from '../attendance/containers.sql.ts';
import { type Db, sql } from '../platform/db/db.ts';
import { dayBounds, type LocalDate, type Zone } from '../platform/zone.ts';

const teamPart = z.object({
  employeeId: z.string(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  teams: z.string(),
  units: z.string(),
});

/** Returns the names of the teams of which employees have parts of a work day, and the units of these, by employee and lookup pair, as corrected. */
export const selectTeamParts = (tx: Db, accountId: string, zone: Zone, day: LocalDate) => {
  const { start, end } = dayBounds(zone, day);
  return tx.rows(
    teamPart,
    sql`select s.employee_id as "employeeId", s.lookup1, s.lookup2, string_agg(distinct s.name, ', ' order by s.name) as teams,
        trim_scale(sum(s.units))::text as units
      from (
        select t.name, coalesce(k.employee_id, p.employee_id) as employee_id, coalesce(k.units, p.units) as units,
          case when k.kind = 'replace' then k.lookup1_code else p.lookup1_code end as lookup1,
          case when k.kind = 'replace' then k.lookup2_code else p.lookup2_code end as lookup2
        from team_entry x
        join team t on t.account_id = x.account_id and t.team_id = x.team_id
        join piecework_entry p on p.account_id = x.account_id and p.team_entry_id = x.team_entry_id ${corrected}
        where x.account_id = ${accountId} and p.standing = 'counted' and k.kind is distinct from 'void'
          -- A work day lies within two days of its records.
          and x.at between ${new Date(start)}::timestamptz - interval '2 days' and ${new Date(end)}::timestamptz + interval '2 days'
          and case when k.kind = 'replace' then coalesce(k.on_date, (k.started_at at time zone ${zone.name})::date) else p.on_date end = ${day}::date) s
      where s.units <> 0
      group by s.employee_id, s.lookup1, s.lookup2`,
  );
};
