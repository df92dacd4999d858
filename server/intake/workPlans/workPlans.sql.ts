import { z } from 'zod';
import { type ChangedWork, changedWork, type WorkReport } from '#contract/intake/workPlans.ts';
import { MAX_LISTED_PLANS } from '#contract/platform/limits.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

/** Statements of planned work. */
type Of = { accountId: string; deviceId: string };

const plan = z.object({
  _id: z.string(),
  deviceId: z.string(),
  day: z.string(),
  time: z.string(),
  lookup1Code: z.string().nullable(),
  lookup2Code: z.string().nullable(),
  unitsPerScan: z.string(),
  by: z.string(),
  takenAt: z.string().nullable(),
  changed: changedWork.nullable(),
});
export type StoredPlan = z.infer<typeof plan>;

const columns = sql`p.plan_id as "_id", p.device_id as "deviceId", p.day::text as day, p.start_time as time,
  p.lookup1_code as "lookup1Code", p.lookup2_code as "lookup2Code", trim_scale(p.units_per_scan)::text as "unitsPerScan", p.made_by_name as by,
  p.taken_at as "takenAt", p.changed`;
/** The newest day of a device before another that has plans: its last is in force until the first of that day. */
const lastDayBefore = (day: LocalDate) => sql`(select max(q.day) from work_plan q
  where q.account_id = p.account_id and q.device_id = p.device_id and q.day < ${day}::date)`;

/** Returns the plans of some devices since a day, with those of the last day before it, the latest first, at most `limit`. */
export const selectPlans = (
  tx: Db,
  accountId: string,
  deviceIds: readonly string[],
  from: LocalDate,
  limit = MAX_LISTED_PLANS,
) =>
  tx.rows(
    plan,
    sql`select ${columns} from work_plan p where p.account_id = ${accountId} and p.device_id = any(${[...deviceIds]}::uuid[])
      and (p.day >= ${from}::date or p.day = ${lastDayBefore(from)}) 
      order by p.day desc, p.start_time desc, p.plan_id limit ${limit}`,
  );
export const selectPlan = (tx: Db, accountId: string, planId: string) =>
  tx.first(plan, sql`select ${columns} from work_plan p where p.account_id = ${accountId} and p.plan_id = ${planId}`);

const groupOf = z.object({ deviceId: z.string(), groupId: z.string() });
/** Returns the employee groups of the people who are assigned to some devices. */
export const selectGroupsOf = (tx: Db, accountId: string, deviceIds: readonly string[]) =>
  tx.rows(
    groupOf,
    sql`select distinct de.device_id as "deviceId", e.employee_group_id as "groupId"
      from device_employee de join employee e on e.account_id = de.account_id and e.employee_id = de.employee_id
      where de.account_id = ${accountId} and de.device_id = any(${[...deviceIds]}::uuid[])
        and e.deleted_at is null and e.is_active and e.employee_group_id is not null`,
  );

type Work = {
  day: LocalDate;
  time: string;
  lookup1Code: string | null;
  lookup2Code: string | null;
  unitsPerScan: string;
};
export const insertPlan = (tx: Db, { accountId, deviceId }: Of, made: Work & { id: string; by: string; now: Date }) =>
  tx.run(sql`
    insert into work_plan (account_id, plan_id, device_id, day, start_time, lookup1_code, lookup2_code, units_per_scan, made_by_name, received_at)
    values (${accountId}, ${made.id}, ${deviceId}, ${made.day}::date, ${made.time}, ${made.lookup1Code}, ${made.lookup2Code},
      ${made.unitsPerScan}::numeric, ${made.by}, ${made.now})`);
export const deletePlan = (tx: Db, accountId: string, planId: string) =>
  tx.run(sql`delete from work_plan where account_id = ${accountId} and plan_id = ${planId}`);
/** Deletes the plans before a day of devices that have later ones before it, so that none in force goes. */
export const deletePlansBefore = (tx: Db, accountId: string, first: LocalDate) =>
  tx.run(sql`delete from work_plan p where p.account_id = ${accountId} and p.day < ${lastDayBefore(first)}`);

/** Returns whether lookups have an entry of a code; true where one has no entries, so that codes are typed. */
export const hasCodes = async (tx: Db, accountId: string, codes: { lookup: 1 | 2; code: string | null }[]) =>
  (await tx.first(
    z.object({ found: z.literal(1) }),
    sql`select 1::int as found from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as r(lookup int, code text)
      where r.code is not null
        and exists (select from lookup_entry l where l.account_id = ${accountId} and l.lookup = r.lookup and l.deleted_at is null)
        and not exists (select from lookup_entry l
          where l.account_id = ${accountId} and l.lookup = r.lookup and l.deleted_at is null and l.code = r.code) limit 1`,
  )) === undefined;

/** Stores what a device reports of its plans; a time that is still to come is that of the report. */
export async function saveWorkReport(tx: Db, { accountId, deviceId }: Of, { taken, changed }: WorkReport, now: Date) {
  if (taken.length > 0)
    await tx.run(sql`update work_plan set taken_at = ${now}
      where account_id = ${accountId} and device_id = ${deviceId} and taken_at is null and plan_id = any(${taken}::uuid[])`);
  const rows = changed.map(({ planId, ...to }) => ({ planId, to: notAfter(to, now) }));
  if (rows.length > 0)
    await tx.run(sql`update work_plan p set changed = r."to"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("planId" uuid, "to" jsonb)
      where p.account_id = ${accountId} and p.device_id = ${deviceId} and p.plan_id = r."planId" and p.changed is distinct from r."to"`);
}
const notAfter = (work: ChangedWork, now: Date): ChangedWork =>
  Date.parse(work.at) > now.getTime() ? { ...work, at: now.toISOString() } : work;
