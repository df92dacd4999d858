import { z } from 'zod';
import { auditSample } from '#contract/office/auditSamples.ts';
import { type Db, raw, sql } from '../../platform/db/db.ts';

/** Statements of auditors' samples (docs/reference/records.md#an-auditors-sample). */

const period = z.object({ from: z.string(), to: z.string(), of: z.int(), people: z.array(z.string()) });
/** A pay period with the ids of the people drawn among `of`. */
export type DrawnPeriod = z.infer<typeof period>;

const columns = raw(`sample_id as "_id", name, seed, from_day::text as "from", to_day::text as "to",
  (select coalesce(sum(jsonb_array_length(p -> 'people')), 0)::int from jsonb_array_elements(periods) p) as people,
  made_at as "madeAt", made_by as "madeBy", ends_at as "endsAt", last_opened_at as "lastOpenedAt"`);

/** Returns the samples whose links have not ended, the newest first. */
export const listSamples = (tx: Db, accountId: string, now: Date) =>
  tx.rows(
    auditSample,
    sql`select ${columns} from audit_sample where account_id = ${accountId} and ended_at is null and ends_at > ${now}
      order by made_at desc, sample_id`,
  );

export type NewSample = {
  accountId: string;
  sampleId: string;
  tokenHash: Buffer;
  name: string;
  seed: string;
  from: string;
  to: string;
  periods: readonly DrawnPeriod[];
  now: Date;
  by: string;
  endsAt: Date;
};
/** On the system path: the directory is no tenant's. */
export async function insertSample(tx: Db, sample: NewSample) {
  const made = await tx.single(
    auditSample,
    sql`insert into audit_sample (account_id, sample_id, name, seed, from_day, to_day, periods, made_at, made_by, ends_at)
      values (${sample.accountId}, ${sample.sampleId}, ${sample.name}, ${sample.seed}, ${sample.from}, ${sample.to},
        ${JSON.stringify(sample.periods)}::jsonb, ${sample.now}, ${sample.by}, ${sample.endsAt}) returning ${columns}`,
  );
  await tx.run(sql`insert into audit_sample_directory (token_hash, owner_account_id, sample_id)
    values (${sample.tokenHash}, ${sample.accountId}, ${sample.sampleId})`);
  return made;
}

/** Openings of one link in the trail of 24 hours at most: an address may be anybody's, and there are many. */
const MOST_OPENINGS = 100;
/** Returns true for an opening that the trail needs no line of: it has one of this address within the hour, or very many of the day. */
export const isKnownOpening = async (
  tx: Db,
  accountId: string,
  { name, address, now }: { name: string; address: string; now: Date },
): Promise<boolean> => {
  const { isKnown } = await tx.single(
    z.object({ isKnown: z.boolean() }),
    sql`select count(*) filter (where address = ${address} and at > ${now}::timestamptz - interval '1 hour') > 0 or count(*) >= ${MOST_OPENINGS} as "isKnown"
      from audit_entry where account_id = ${accountId} and at > ${now}::timestamptz - interval '24 hours' and action = 'sample.open' and target = ${name}`,
  );
  return isKnown;
};

/** Ends a link on the system path; returns its name, undefined when none is in force. */
export async function endSample(tx: Db, accountId: string, sampleId: string, now: Date) {
  const ended = await tx.first(
    z.object({ name: z.string() }),
    sql`update audit_sample set ended_at = ${now}
      where account_id = ${accountId} and sample_id = ${sampleId} and ended_at is null and ends_at > ${now} returning name`,
  );
  if (ended)
    await tx.run(
      sql`delete from audit_sample_directory where owner_account_id = ${accountId} and sample_id = ${sampleId}`,
    );
  return ended;
}

const opened = auditSample.extend({
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  dataVersion: z.number(),
  periods: z.array(period),
  /** How many samples the account had drawn of any of these days, this one included. */
  drawn: z.int(),
});
export type OpenedSample = z.infer<typeof opened>;
/** Finds the sample of a link that has not ended, of an active account, and notes that it was opened; on the system path. */
export const openSample = (tx: Db, tokenHash: Buffer, now: Date) =>
  tx.first(
    opened,
    sql`update audit_sample s set last_opened_at = ${now}
      from audit_sample_directory d join account a on a.account_id = d.owner_account_id
      where d.token_hash = ${tokenHash} and s.account_id = d.owner_account_id and s.sample_id = d.sample_id and a.is_active
        and s.ended_at is null and s.ends_at > ${now}
      returning s.sample_id as "_id", s.name, s.seed, s.from_day::text as "from", s.to_day::text as "to", 0 as people, s.made_at as "madeAt",
        s.made_by as "madeBy", s.ends_at as "endsAt", s.last_opened_at as "lastOpenedAt", s.account_id as "accountId",
        a.name as "accountName", a.time_zone as "timeZone", a.data_version::float8 as "dataVersion", s.periods,
        (select count(*)::int from audit_sample o where o.account_id = s.account_id and (o.made_at, o.sample_id) <= (s.made_at, s.sample_id)
          and o.from_day <= s.to_day and o.to_day >= s.from_day) as drawn`,
  );
