import { z } from 'zod';
import { TEAM_DIVISIONS, teamMember } from '#contract/masterData/teams.ts';
import { type Db, type Sql, sql } from '../platform/db/db.ts';
import { corrected } from './containers.sql.ts';
import { inTime } from './deliveries.sql.ts';

export type TeamEntryRow = {
  id: string;
  teamId: string;
  units: string;
  at: string;
  date: string | null;
  lookup1: string | null;
  lookup2: string | null;
  deviceId: string | null;
  source: string;
  recordId: string;
  clock: string | null;
  means: string | null;
  madeBy: string | null;
};
/** Inserts what teams made; returns the ids of what is new. */
export const insertTeamEntries = (tx: Db, accountId: string, receivedAt: Date, rows: readonly TeamEntryRow[]) =>
  tx.rows(
    z.object({ id: z.string() }),
    sql`insert into team_entry (account_id, team_entry_id, team_id, units, at, on_date, lookup1_code, lookup2_code, device_id, source, record_id,
        clock, means, received_at, made_by_name)
      select ${accountId}, r.id, r."teamId", r.units, r.at, r.date, r.lookup1, r.lookup2, r."deviceId", r.source, r."recordId", r.clock, r.means,
        ${receivedAt.toISOString()}::timestamptz, r."madeBy"
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "teamId" uuid, units numeric, at timestamptz, date date, lookup1 text,
        lookup2 text, "deviceId" uuid, source text, "recordId" text, clock text, means text, "madeBy" text)
      on conflict (account_id, source, record_id) do nothing returning team_entry_id as id`,
  );
/** Returns the ids of those rows under whose device and record id another entry is stored. */
export const selectUsedByTeamEntries = (
  tx: Db,
  accountId: string,
  rows: readonly Omit<TeamEntryRow, 'date' | 'madeBy'>[],
) =>
  tx.rows(
    z.object({ id: z.string() }),
    sql`select r.id from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "teamId" uuid, units numeric, at timestamptz, lookup1 text,
        lookup2 text, source text, "recordId" text)
      join team_entry k on k.account_id = ${accountId} and k.source = r.source and k.record_id = r."recordId"
      where (k.team_id, k.units, k.at, k.lookup1_code, k.lookup2_code) is distinct from (r."teamId", r.units, r.at, r.lookup1, r.lookup2)`,
  );
export const setRemoved = (tx: Db, accountId: string, teamEntryId: string, removedAt: Date | null) =>
  tx.run(
    sql`update team_entry set removed_at = ${removedAt} where account_id = ${accountId} and team_entry_id = ${teamEntryId}`,
  );

const part = z.object({
  id: z.string(),
  employeeId: z.string(),
  units: z.string(),
  day: z.string(),
  /** The correction in force of this part: its employee, units and start (epoch ms). A void has neither units nor start. */
  corrected: z
    .object({ employeeId: z.string().nullable(), units: z.string().nullable(), at: z.number().nullable() })
    .nullable(),
  isTakenBack: z.boolean(),
});
type Part = z.infer<typeof part>;
const divided = z.object({
  id: z.string(),
  teamId: z.string(),
  units: z.string(),
  at: z.number(),
  /** Its day where no time is known. */
  date: z.string().nullable(),
  lookup1: z.string().nullable(),
  lookup2: z.string().nullable(),
  deviceId: z.string().nullable(),
  receivedAt: z.string(),
  clock: z.string().nullable(),
  means: z.string().nullable(),
  isRemoved: z.boolean(),
  division: z.enum(TEAM_DIVISIONS),
  members: z.array(teamMember),
  parts: z.array(part),
});
export type TeamWork = z.infer<typeof divided>;
/** Which of what teams made is divided: of some entries, of a team, of all within two instants, or within these of the teams of some employees. */
export type WhichWork =
  | { entryIds: readonly string[] }
  | { teamId: string }
  | { from: Date; to: Date; employeeIds?: readonly string[] };
function within(which: WhichWork): Sql {
  if ('entryIds' in which) return sql`x.team_entry_id = any(${[...which.entryIds]}::uuid[])`;
  if ('teamId' in which) return sql`x.team_id = ${which.teamId}`;
  const { from, to, employeeIds } = which;
  const span = sql`x.at between ${from} and ${to}`;
  return employeeIds
    ? sql`${span} and (exists (select from jsonb_array_elements(t.members) m where (m->>'employeeId')::uuid = any(${[...employeeIds]}::uuid[]))
        or exists (select from piecework_entry p where p.account_id = x.account_id and p.team_entry_id = x.team_entry_id
          and p.employee_id = any(${[...employeeIds]}::uuid[])))`
    : span;
}
export const selectTeamWork = (tx: Db, accountId: string, which: WhichWork) =>
  tx.rows(
    divided,
    sql`select x.team_entry_id as id, x.team_id as "teamId", trim_scale(x.units)::text as units, extract(epoch from x.at)::float8 * 1000 as at, x.on_date::text as date,
        x.lookup1_code as lookup1, x.lookup2_code as lookup2, x.device_id as "deviceId", x.received_at::text as "receivedAt", x.clock, x.means,
        x.removed_at is not null as "isRemoved", t.division, t.members,
        coalesce((select jsonb_agg(jsonb_build_object('id', p.piecework_entry_id, 'employeeId', p.employee_id,
            'units', trim_scale(p.units)::text, 'day', p.on_date::text, 'isTakenBack', p.standing = 'taken-back',
            'corrected', case when k.kind is not null then jsonb_build_object('employeeId', k.employee_id, 'units', trim_scale(k.units)::text,
              'at', extract(epoch from k.started_at)::float8 * 1000) end))
          from piecework_entry p ${corrected} where p.account_id = x.account_id and p.team_entry_id = x.team_entry_id), '[]') as parts
      from team_entry x join team t on t.account_id = x.account_id and t.team_id = x.team_id
      where x.account_id = ${accountId} and ${inTime(sql`x`)} and ${within(which)}
      order by x.at, x.team_entry_id`,
  );

export type NewPart = Pick<Part, 'id' | 'employeeId' | 'units' | 'day'> & {
  id: string;
  midnight: string;
  work: TeamWork;
};
/** Inserts parts, or gives those that there are other units and days. A part is of a day and takes no time (docs/reference/piecework.md#work-day-of-an-entry). */
export const upsertParts = (tx: Db, accountId: string, parts: readonly NewPart[]) =>
  tx.run(sql`insert into piecework_entry (account_id, piecework_entry_id, employee_id, lookup1_code, lookup2_code, units, started_at, on_date,
      device_id, source, record_id, received_at, clock, means, counting, team_entry_id)
    select ${accountId}, r.id, r."employeeId", r.lookup1, r.lookup2, r.units, r.midnight, r.day, r."deviceId", concat('team:', r."teamEntryId"), r."employeeId",
      r."receivedAt", r.clock, r.means, 'team', r."teamEntryId"
    from json_to_recordset(${JSON.stringify(
      parts.map(({ work, ...own }) => {
        const { id: teamEntryId, lookup1, lookup2, deviceId, receivedAt, clock, means } = work;
        return { ...own, teamEntryId, lookup1, lookup2, deviceId, receivedAt, clock, means };
      }),
    )}::json) as r(id uuid, "employeeId" uuid, lookup1 text, lookup2 text, units numeric, midnight timestamptz, day date, "deviceId" uuid,
      "teamEntryId" uuid, "receivedAt" timestamptz, clock text, means text)
    on conflict (account_id, source, record_id) do update set units = excluded.units, started_at = excluded.started_at, on_date = excluded.on_date`);
/** Deletes parts that are none any more; one that was corrected stays, of 0 units. */
export const dropParts = async (tx: Db, accountId: string, ids: readonly string[]) => {
  const isCorrected = sql`exists (select from entry_correction k where k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id)`;
  const dropped = sql`p.account_id = ${accountId} and p.piecework_entry_id = any(${[...ids]}::uuid[])`;
  await tx.run(sql`update piecework_entry p set units = 0 where ${dropped} and ${isCorrected}`);
  await tx.run(sql`delete from piecework_entry p where ${dropped} and not ${isCorrected}`);
};

/** Sets the standing of all parts, corrected ones included: 'taken-back' where the team's entry was taken back, else 'counted'. */
export const settleParts = (tx: Db, accountId: string, teamEntryIds: readonly string[]) =>
  tx.run(sql`update piecework_entry p set standing = case when x.removed_at is null then 'counted' else 'taken-back' end
    from team_entry x
    where x.account_id = ${accountId} and x.team_entry_id = any(${[...teamEntryIds]}::uuid[])
      and p.account_id = x.account_id and p.team_entry_id = x.team_entry_id
      and p.standing = case when x.removed_at is null then 'taken-back' else 'counted' end`);
