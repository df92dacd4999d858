import { z } from 'zod';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import { msg } from '#contract/platform/words.ts';
import { type Db, empty, sql } from '../platform/db/db.ts';
import { Refusal } from '../platform/http/errors.ts';
import { dayBounds, type LocalDate, type Zone } from '../platform/zone.ts';
import { corrected, wasCounted } from './containers.sql.ts';
import { inTime } from './deliveries.sql.ts';

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

const found = z.object({
  at: z.iso.datetime(),
  pieces: z.int(),
  found: z.record(z.string(), z.int()),
  /** The entry that filled the container, with the employee and product of its correction; null: it was not counted. */
  entryId: z.string().nullable(),
  countedAt: z.iso.datetime().nullable(),
  employeeId: z.string().nullable(),
  lookup1: z.string().nullable(),
});
export type FoundSample = z.infer<typeof found>;
type Within = { start: Date; end: Date; containers?: readonly string[] };
/** The most samples that are looked through. */
const MOST = 50_000;
/**
 * Returns the samples between two instants, of some containers or of all, each with the last entry of its container in the week before; by time. TOO_LARGE
 * above the most that are looked through.
 */
export async function selectSamples(tx: Db, accountId: string, { start, end, containers }: Within) {
  const samples = await tx.rows(
    found,
    sql`select s.at, s.pieces, s.found, p.piecework_entry_id as "entryId", p.started_at as "countedAt",
        p.owner_id as "employeeId", p.first_code as lookup1
      from quality_sample s left join lateral (
        select p.*, coalesce(k.employee_id, p.employee_id) as owner_id, case when k.kind = 'replace' then k.lookup1_code else p.lookup1_code end as first_code
        from piecework_entry p ${corrected}
        where p.account_id = ${accountId} and p.container = s.container and p.started_at <= s.at
          and p.started_at >= s.at - ${CONTAINER_HOURS.most} * interval '1 hour' and p.units > 0 and ${wasCounted}
        order by p.started_at desc, p.source desc, p.record_id desc limit 1) p on true
      where s.account_id = ${accountId} and s.at >= ${start} and s.at < ${end} and ${inTime(sql`s`)}
        ${containers ? sql`and s.container = any(${[...containers]}::text[])` : empty}
      order by s.at, s.sample_id limit ${MOST + 1}`,
  );
  if (samples.length <= MOST) return samples;
  throw new Refusal('TOO_LARGE', msg('More than {most} samples were taken. Choose fewer days.', { most: MOST }));
}
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
          and not ${inTime(sql`s`)}`,
    )
  ).samples;
