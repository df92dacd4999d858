import { z } from 'zod';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import { msg } from '#contract/platform/words.ts';
import { type Db, empty, type Sql, sql } from '../platform/db/db.ts';
import { Refusal } from '../platform/http/errors.ts';
import { dayBounds, type LocalDate, type Zone } from '../platform/zone.ts';
import { corrected, wasCounted } from './containers.sql.ts';
import { inTime, sentAgain } from './deliveries.sql.ts';

export type SampleRow = {
  id: string;
  container: string;
  at: string;
  pieces: number;
  /** Of how many pieces each defect was found, by its id. */
  found: Record<string, number>;
  deviceId: string;
  source: string;
  recordId: string;
  clock: string | null;
  means: string | null;
};
const id = z.object({ id: z.string() });

/** Returns the ids of the defects of the account that some samples name, deleted ones too. */
export const selectKnownDefects = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    id,
    sql`select defect_id as id from defect where account_id = ${accountId} and defect_id = any(${[...ids]}::uuid[])`,
  );
/** Returns all defects that the account ever had, by name. */
export const selectAllDefects = (tx: Db, accountId: string) =>
  tx.rows(
    z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() }),
    sql`select defect_id as id, name, deleted_at is not null as "isDeleted" from defect where account_id = ${accountId} order by lower(name), defect_id`,
  );
/** Inserts samples; returns the ids of those that are new. */
export const insertSamples = (tx: Db, accountId: string, receivedAt: Date, rows: readonly SampleRow[]) =>
  tx.rows(
    id,
    sql`insert into quality_sample (account_id, sample_id, container, at, pieces, found, device_id, source, record_id, clock, means, received_at)
      select ${accountId}, r.id, r.container, r.at, r.pieces, r.found, r."deviceId", r.source, r."recordId", r.clock, r.means,
        ${receivedAt.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, container text, at timestamptz, pieces int, found jsonb,
        "deviceId" uuid, source text, "recordId" text, clock text, means text)
      on conflict (account_id, source, record_id) do nothing returning sample_id as id`,
  );
/** Returns the ids of those rows under whose device and record id another sample is stored. */
export const selectUsedBySamples = (tx: Db, accountId: string, rows: readonly SampleRow[]) =>
  tx.rows(
    id,
    sql`select r.id from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, container text, at timestamptz, pieces int, found jsonb,
        source text, "recordId" text)
      join quality_sample k on k.account_id = ${accountId} and k.source = r.source and k.record_id = r."recordId"
      where (k.container, k.at, k.pieces, k.found) is distinct from (r.container, r.at, r.pieces, r.found)`,
  );

/** Samples together: how many, the pieces that were looked at, and of how many of them each defect was found, by its id. */
const together = { samples: z.int(), pieces: z.int(), found: z.record(z.string(), z.int()) };
export type SamplesTogether = z.infer<z.ZodObject<typeof together>>;
type Within = { start: Date; end: Date };
/**
 * Selects the samples between two instants, each with the entry that counted its container last in the week before: its id, and the employee and product of its
 * correction; null where the container was not counted. Each is looked up by the index of its container.
 */
const countedSamples = (accountId: string, { start, end }: Within, only: Sql = empty) => sql`
  select s.sample_id, s.at, s.pieces, s.found, p.piecework_entry_id as entry_id, p.started_at as counted_at, p.owner_id, p.first_code
  from quality_sample s left join lateral (
    select p.*, coalesce(k.employee_id, p.employee_id) as owner_id, case when k.kind = 'replace' then k.lookup1_code else p.lookup1_code end as first_code
    from piecework_entry p ${corrected}
    where p.account_id = ${accountId} and p.container = s.container and p.started_at <= s.at
      and p.started_at >= s.at - ${CONTAINER_HOURS.most} * interval '1 hour' and p.units > 0 and ${wasCounted}
    order by p.started_at desc, p.source desc, p.record_id desc limit 1) p on true
  where s.account_id = ${accountId} and s.at >= ${start} and s.at < ${end} and ${inTime(sql`s`)} ${only}`;
/** Adds samples up by some columns of {@link countedSamples}. */
const addedUp = (samples: Sql, by: Sql) => sql`
  select ${by}, max(samples)::int as samples, (sum(n) filter (where defect = ''))::int as pieces,
    coalesce(jsonb_object_agg(defect, n) filter (where defect <> ''), '{}') as found
  from (
    select ${by}, defect, sum(n) as n, count(*) filter (where defect = '') as samples
    from (${samples}) s cross join lateral (
      select '' as defect, s.pieces as n union all select key, value::int from jsonb_each_text(s.found)) d
    group by ${by}, defect) s
  group by ${by}`;

const ofDay = z.object({
  ...together,
  /** The local days of the samples, and of the entry. */
  day: z.string(),
  countedOn: z.string().nullable(),
  employeeId: z.string().nullable(),
  lookup1: z.string().nullable(),
});
export type SamplesOfDay = z.infer<typeof ofDay>;
const dayIn = (zone: Zone, at: Sql) => sql`(${at} at time zone ${zone.name})::date`;
/** The most days of employees that are answered. */
const MOST = 50_000;
/**
 * Returns the samples between two instants, of some employees or of all and of none, added up by day, employee, product, and day of the entry; by day.
 * TOO_LARGE above the most that are answered.
 */
export async function selectSampleDays(
  tx: Db,
  accountId: string,
  zone: Zone,
  { employeeIds, ...within }: Within & { employeeIds?: readonly string[] | undefined },
) {
  const samples = sql`select ${dayIn(zone, sql`at`)} as day, ${dayIn(zone, sql`counted_at`)} as counted_on, owner_id, first_code, pieces, found
    from (${countedSamples(accountId, within)}) s where ${employeeIds ? sql`owner_id = any(${[...employeeIds]}::uuid[])` : sql`true`}`;
  const days = await tx.rows(
    ofDay,
    sql`select day::text as day, counted_on::text as "countedOn", owner_id as "employeeId", first_code as lookup1, samples, pieces, found
      from (${addedUp(samples, sql`day, counted_on, owner_id, first_code`)}) a order by a.day, owner_id limit ${MOST + 1}`,
  );
  if (days.length <= MOST) return days;
  throw new Refusal('TOO_LARGE', msg('More than {most} days of employees. Choose fewer days.', { most: MOST }));
}

/** Returns the samples of some containers between two instants, added up by the entry that counted them. */
export const selectEntrySamples = (tx: Db, accountId: string, within: Within, containers: readonly string[]) =>
  tx.rows(
    z.object({ ...together, entryId: z.string() }),
    sql`select entry_id as "entryId", samples, pieces, found
      from (${addedUp(countedSamples(accountId, within, sql`and s.container = any(${[...containers]}::text[])`), sql`entry_id`)}) a
      where entry_id is not null`,
  );

/**
 * Returns the last samples of each employee who has one on the last day, by time. They are the last of each product and day of the entry, so that a caller who
 * sees only some of those still has the last of what they see.
 */
export const selectLastSamples = (
  tx: Db,
  accountId: string,
  zone: Zone,
  { lastDay, last, ...within }: Within & { lastDay: LocalDate; last: number },
) =>
  tx.rows(
    ofDay.extend({ employeeId: z.string(), countedOn: z.string() }),
    sql`with s as materialized (${countedSamples(accountId, within)}),
      placed as (select s.*, ${dayIn(zone, sql`at`)} as day, ${dayIn(zone, sql`counted_at`)} as counted_on from s where owner_id is not null),
      ranked as (
        select placed.*, row_number() over (partition by owner_id, first_code, counted_on order by at desc, sample_id desc) as nth,
          max(day) over (partition by owner_id) as last_day
        from placed)
      select day::text as day, counted_on::text as "countedOn", owner_id as "employeeId", first_code as lookup1, 1 as samples, pieces, found
      from ranked where nth <= ${last} and last_day = ${lastDay}::date order by at, sample_id`,
  );
/** Returns how many samples were received on some days and set aside for their time: they are in no figure. */
export const countSamplesSetAside = async (
  tx: Db,
  accountId: string,
  zone: Zone,
  { from, to }: { from: LocalDate; to: LocalDate },
) =>
  (
    await tx.single(
      z.object({ samples: z.int() }),
      sql`select count(*)::int as samples from quality_sample s
        where s.account_id = ${accountId} and s.received_at >= ${new Date(dayBounds(zone, from).start)} and s.received_at < ${new Date(dayBounds(zone, to).end)}
          and not ${inTime(sql`s`)} and not ${sentAgain(sql`quality_sample`, sql`s`)}`,
    )
  ).samples;
