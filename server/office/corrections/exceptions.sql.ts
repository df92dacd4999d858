import { z } from 'zod';
import { corrected, lastSaid, makesFull } from '../../attendance/containers.sql.ts';
import {
  effectiveEntries,
  effectivePunches,
  entryInForce,
  punchInForce,
  untouchedEntry,
  untouchedPunch,
} from '../../attendance/effective.sql.ts';
import { membership } from '../../attendance/facts.sql.ts';
import type { EmployeeDay } from '../../attendance/ledger.sql.ts';
import { PIN_OF_NUMBER } from '../../attendance/records.sql.ts';
import { review, reviewInForce } from '../../attendance/reviewed.sql.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';

/** Statements that find exceptions: a few, whatever the number of employees and days. */

export type Days = { from: LocalDate; to: LocalDate };
const MOST = 5_000;

const doubt = z.tuple([z.string(), z.string(), z.string(), z.int(), z.boolean(), z.string().nullable()]);
const known = z.object({
  employeeId: z.string(),
  ...membership,
  activity: z.array(z.object({ from: z.string().nullable(), isActive: z.boolean() })),
  deletedOn: z.string().nullable(),
  /** The first day on which they count if no start is stated (docs/reference/attendance.md#who-counts); null: every day. */
  knownFrom: z.string().nullable(),
  /** Days with punches: bit n is the n-th day after the first one asked for (31 at most). */
  punched: z.int().nullable(),
  /** The same for days with any record. */
  recorded: z.int().nullable(),
  /**
   * [day, events, records, unclocked, doubtful, before] of the days that may be in doubt; `before`: where there is an unclocked entry, the events of the
   * day before.
   */
  doubts: z.array(doubt).nullable(),
});
export type Known = z.infer<typeof known>;
/**
 * Returns everybody who was in the account on some of these days, which are in order, with the days that may be in doubt; `onlyUngrouped`: only
 * employees who may have no time group.
 */
export const selectKnown = (
  tx: Db,
  accountId: string,
  days: readonly LocalDate[],
  { perhapsWithoutShift = false }: { perhapsWithoutShift?: boolean } = {},
) => {
  const from = days[0];
  return tx.rows(
    known,
    sql`with facts as materialized (
        select f.employee_id, bit_or(1 << (f.day - ${from}::date)) filter (where f.events <> '') as punched,
          bit_or(1 << (f.day - ${from}::date)) as recorded,
          json_agg(json_build_array(f.day::text, f.events, f.records, f.unclocked, f.doubtful,
            case when f.unclocked > 0 then (select y.events from day_fact y where y.account_id = f.account_id and y.employee_id = f.employee_id
              and y.day = f.day - 1) end))
            filter (where f.doubtful or f.unclocked > 0 or f.events like '%o%' or f.events like '%i%'
              -- The last event is an IN: a plus sign, ten digits and perhaps a flag. A regular expression takes three times as long.
              or right(f.events, 12) like '%+%') as doubts
        from day_fact f where f.account_id = ${accountId} and f.day = any(${[...days]}::date[]) group by f.employee_id)
      select e.employee_id as "employeeId", e.time_group_id as "timeGroupId", e.time_groups as "timeGroups", e.activity, (e.deleted_at at time zone a.time_zone)::date::text as "deletedOn",
        case when e.received_at is null or (e.received_at at time zone a.time_zone)::date <= ${from}::date then null
          else least((e.received_at at time zone a.time_zone)::date,
            (select min(d.day) from day_fact d where d.account_id = e.account_id and d.employee_id = e.employee_id and d.own),
            (select (min(c.at) + interval '2 days')::date + 1 from clock_record c where c.account_id = e.account_id
              and c.employee_id = e.employee_id and c.standing = 'counted' and ${untouchedPunch(accountId)}),
            (select (min(p.started_at) + interval '2 days')::date + 1 from piecework_entry p where p.account_id = e.account_id
              and p.employee_id = e.employee_id and p.standing = 'counted' and ${untouchedEntry(accountId)}))::text end as "knownFrom",
        f.punched, f.recorded, f.doubts
      from employee e join account a on a.account_id = e.account_id
      left join facts f on f.employee_id = e.employee_id
      where e.account_id = ${accountId} and (e.deleted_at is null or f.employee_id is not null
        or (e.deleted_at at time zone a.time_zone)::date > ${from}::date)
        ${perhapsWithoutShift ? sql`and (e.time_groups is not null or not exists (select from standard_time s where s.account_id = e.account_id and s.time_group_id = e.time_group_id and s.deleted_at is null))` : empty}`,
  );
};

const named = z.object({
  employeeId: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeId: z.string().nullable(),
  ...membership,
});
export type Named = z.infer<typeof named>;
const namedColumns = sql`e.employee_id as "employeeId", e.number, e.first_name as "firstName", e.last_name as "lastName",
  e.time_id as "timeId", e.time_group_id as "timeGroupId", e.time_groups as "timeGroups"`;
/** Returns some employees, including deleted ones. */
export const selectNamed = (tx: Db, accountId: string, ids: readonly string[]) =>
  tx.rows(
    named,
    sql`select ${namedColumns} from employee e
      where e.account_id = ${accountId} and e.employee_id = any(${[...ids]}::uuid[]) order by e.employee_id`,
  );
/** Returns every employee of the account who is not deleted. */
export const selectPresent = (tx: Db, accountId: string) =>
  tx.rows(
    named,
    sql`select ${namedColumns} from employee e
      where e.account_id = ${accountId} and e.deleted_at is null order by e.employee_id`,
  );
/** Returns the settled events and the hash of the records for those of the given days that have any. */
export const selectFactsOf = (tx: Db, accountId: string, days: readonly EmployeeDay[]) =>
  tx.rows(
    z.object({ employeeId: z.string(), day: z.string(), events: z.string(), records: z.string() }),
    sql`select f.employee_id as "employeeId", f.day::text as day, f.events, f.records
      from unnest(${days.map(({ employeeId }) => employeeId)}::uuid[], ${days.map(({ day }) => day)}::date[]) as r(employee_id, day)
      join day_fact f on f.account_id = ${accountId} and f.day = r.day and f.employee_id = r.employee_id`,
  );

const excuse = z.object({
  excuseId: z.string(),
  employeeId: z.string(),
  judgement: z.string(),
  from: z.string(),
  to: z.string(),
});
/** Returns the excuses in force that include any of the given days. */
export const selectExcuses = (tx: Db, accountId: string, { from, to }: Days) =>
  tx.rows(
    excuse,
    sql`select x.excuse_id as "excuseId", x.employee_id as "employeeId", x.judgement, x.from_day::text as "from", x.to_day::text as "to"
      from excuse x where x.account_id = ${accountId} and x.kind = 'excuse' and x.to_day >= ${from}::date and x.from_day <= ${to}::date
        and not exists (select from excuse u where u.account_id = x.account_id and u.undoes = x.excuse_id)`,
  );

const loose = z.object({
  recordId: z.string(),
  kind: z.enum(['unmatched-pin', 'future-clock', 'unverified-time']),
  isEntry: z.boolean(),
  employeeId: z.string().nullable(),
  timeId: z.string().nullable(),
  at: z.string(),
  receivedAt: z.string(),
  deviceId: z.string().nullable(),
  device: z.string().nullable(),
  /** Of an entry. */
  lookup1: z.string().nullable(),
  /** The name that Recorders gave to the person of an unknown number. */
  name: z.string().nullable(),
});
export type LooseRecord = z.infer<typeof loose>;
/** A condition on the employee of a row, where only some are asked for. */
const isOfThem = (column: Sql, ids: readonly string[] | undefined, otherwise: Sql = empty) =>
  ids ? sql` and (${column} = any(${[...ids]}::uuid[]) ${otherwise})` : empty;
type Loose = { start: Date; end: Date; employeeIds: readonly string[] | undefined };
/**
 * Returns records that wait for a decision: with unknown PINs, with times ahead of their receipt, or with unverified times; of employees, those of some or of all.
 */
export const selectLoose = (tx: Db, accountId: string, { start: from, end: to, employeeIds }: Loose) => {
  const isTheirs = (column: Sql) => isOfThem(column, employeeIds, sql`or ${column} is null`);
  return tx.rows(
    loose,
    sql`select c.clock_record_id as "recordId", false as "isEntry", c.employee_id as "employeeId", c.time_id as "timeId", c.at::text as at,
          c.received_at::text as "receivedAt", c.device_id as "deviceId", d.description as device,
          case when c.standing = 'future-clock' then 'future-clock' when c.employee_id is null then 'unmatched-pin'
            else 'unverified-time' end as kind, null as lookup1,
          case when c.employee_id is null then (select string_agg(distinct n.name, ' or ') from new_person n
            where n.account_id = c.account_id and n.pin = c.time_id) end as name
        -- Three sets, each from an index of its own, because an account has years of punches.
        from (select * from clock_record where account_id = ${accountId} and standing = 'future-clock'
              and received_at >= ${from} and received_at < ${to}
            union all select * from clock_record where account_id = ${accountId} and standing = 'counted'
              and employee_id is null and at >= ${from} and at < ${to}
            union all select * from clock_record where account_id = ${accountId} and standing = 'counted'
              and clock = 'unverified' and employee_id is not null and at >= ${from} and at < ${to}) c
        left join device d on d.account_id = c.account_id and d.device_id = c.device_id
        where ${untouchedPunch(accountId)}${isTheirs(sql`c.employee_id`)}
        union all
        select p.piecework_entry_id, true, p.employee_id, p.time_id, p.started_at::text, p.received_at::text, p.device_id, d.description, 'unverified-time',
          p.lookup1_code, null
        from piecework_entry p left join device d on d.account_id = p.account_id and d.device_id = p.device_id
        where p.account_id = ${accountId} and p.clock = 'unverified' and p.standing = 'counted' and p.employee_id is not null
          and p.started_at >= ${from} and p.started_at < ${to} and ${untouchedEntry(accountId)}${isTheirs(sql`p.employee_id`)}
        union all
        -- Piecework that was ahead of its receipt.
        select p.piecework_entry_id, true, p.employee_id, p.time_id, p.started_at::text, p.received_at::text, p.device_id, d.description, 'future-clock',
          p.lookup1_code, null
        from piecework_entry p left join device d on d.account_id = p.account_id and d.device_id = p.device_id
        where p.account_id = ${accountId} and p.standing = 'future-clock' and p.employee_id is not null
          and p.received_at >= ${from} and p.received_at < ${to} and ${untouchedEntry(accountId)}${isTheirs(sql`p.employee_id`)}
        union all
        -- Piecework of a number or PIN that nobody has.
        select p.piecework_entry_id, true, null, u.pin, p.started_at::text, p.received_at::text, p.device_id, d.description, 'unmatched-pin',
          p.lookup1_code, (select string_agg(distinct n.name, ' or ') from new_person n where n.account_id = p.account_id and n.pin = u.pin)
        from piecework_entry p cross join lateral (select coalesce(p.time_id, ${PIN_OF_NUMBER}::text || p.employee_number) as pin) u
        left join device d on d.account_id = p.account_id and d.device_id = p.device_id
        where p.account_id = ${accountId} and p.employee_id is null and p.standing = 'counted'
          and p.started_at >= ${from} and p.started_at < ${to} and ${untouchedEntry(accountId)}
        order by at, "recordId" limit ${MOST}`,
  );
};

const countedTwice = z.object({
  recordId: z.string(),
  employeeId: z.string(),
  at: z.string(),
  /** Its date where only that is known. */
  date: z.string().nullable(),
  units: z.string(),
  lookup1: z.string().nullable(),
  container: z.string(),
  kind: z.string().nullable(),
  /** The entry before it that counts, if there is one still. */
  firstAt: z.string().nullable(),
  receivedAt: z.string(),
});
/** Returns the entries of containers that were full, of some employees or of all, of which nobody has decided. */
export const selectCountedTwice = (tx: Db, accountId: string, { start: from, end: to, employeeIds }: Loose) =>
  tx.rows(
    countedTwice,
    sql`select p.piecework_entry_id as "recordId", coalesce(k.employee_id, p.employee_id) as "employeeId", coalesce(k.started_at, p.started_at)::text as at,
          case when k.kind = 'replace' then k.on_date else p.on_date end::text as date,
          trim_scale(coalesce(k.units, p.units))::text as units, case when k.kind is null then p.lookup1_code else k.lookup1_code end as lookup1,
          p.container, n.name as kind, p.received_at::text as "receivedAt",
          (select max(f.started_at)::text from piecework_entry f where f.account_id = p.account_id and f.container = p.container
            and f.standing = 'counted' and f.units > 0 and f.started_at <= p.started_at and f.full_until > p.started_at
            and not exists (select from entry_correction k where k.account_id = f.account_id and k.piecework_entry_id = f.piecework_entry_id
              and k.kind = 'void' and ${entryInForce})) as "firstAt"
        from piecework_entry p
        ${corrected}
        left join container_kind n on n.account_id = p.account_id and n.container_kind_id = p.container_kind_id
        where p.account_id = ${accountId} and p.container is not null and p.standing = 'duplicate' and coalesce(k.employee_id, p.employee_id) is not null
          and coalesce(k.started_at, p.started_at) >= ${from} and coalesce(k.started_at, p.started_at) < ${to}
          and (k.kind is null or k.kind = 'replace' and not k.counts_again)
          and p.units > 0
          ${isOfThem(sql`coalesce(k.employee_id, p.employee_id)`, employeeIds)}
        order by p.started_at, p.piecework_entry_id limit ${MOST}`,
  );

const rejectedContainer = z.object({
  recordId: z.string(),
  employeeId: z.string(),
  at: z.string(),
  date: z.string().nullable(),
  lookup1: z.string().nullable(),
  container: z.string(),
  kind: z.string().nullable(),
  deliveryId: z.string(),
  deliveredAt: z.string(),
  receivedAt: z.string(),
  reason: z.string().nullable(),
  /** A correction that made the entry what it is. */
  former: z.string().nullable(),
});
/**
 * Returns the entries of which it was last said at delivery that their container is rejected, of kinds that do not count then, of which nobody has decided. Begins with the
 * few that were rejected since: a container is delivered after it was counted.
 */
export const selectRejectedContainers = (tx: Db, accountId: string, { start: from, end: to, employeeIds }: Loose) =>
  tx.rows(
    rejectedContainer,
    sql`select p.piecework_entry_id as "recordId", p.owner_id as "employeeId", p.counted_at::text as at, p.counted_on::text as date, p.first_code as lookup1, p.container,
          n.name as kind, d.delivery_id as "deliveryId", d.at::text as "deliveredAt", d.received_at::text as "receivedAt", d.reason, p.correction_id as former
        from container_delivery d
        cross join lateral (
          select p.*, k.correction_id, coalesce(k.employee_id, p.employee_id) as owner_id, coalesce(k.started_at, p.started_at) as counted_at,
            case when k.kind = 'replace' then k.on_date else p.on_date end as counted_on,
            case when k.kind is null then p.lookup1_code else k.lookup1_code end as first_code
          from piecework_entry p ${corrected}
          where p.account_id = d.account_id and p.container = d.container and p.started_at <= d.at and p.units > 0 and ${makesFull}
          order by p.started_at desc, p.piecework_entry_id desc limit 1) p
        left join container_kind n on n.account_id = p.account_id and n.container_kind_id = p.container_kind_id
        where d.account_id = ${accountId} and d.verdict = 'reject' and d.at >= ${from} and p.counted_at >= ${from} and p.counted_at < ${to}
          and p.owner_id is not null and not coalesce(n.keeps_rejected, false)
          and d.delivery_id = (${lastSaid(accountId, sql`p`)})${isOfThem(sql`p.owner_id`, employeeIds)}
        order by p.started_at, p.piecework_entry_id limit ${MOST}`,
  );

const overtaken = z.object({
  correctionId: z.string(),
  employeeId: z.string(),
  day: z.string(),
  /** The settled events of the day. */
  events: z.string(),
  at: z.string(),
  direction: z.enum(['in', 'out']),
  recordId: z.string(),
  recordAt: z.string(),
});
export type OvertakenRow = z.infer<typeof overtaken>;
/** Of some employees or of all, returns added punches with the records that arrived later, lie within a day of them and have the same direction or none. */
export const selectOvertaken = (
  tx: Db,
  accountId: string,
  { from, to }: Days,
  employeeIds: readonly string[] | undefined,
) =>
  tx.rows(
    overtaken,
    // Starts from the few late records: without statistics of the ledger the planner would read every day fact.
    sql`with late as materialized (
        select k.correction_id, k.employee_id, k.days, k.at, k.direction, c.clock_record_id, c.at as record_at
        from punch_correction k
        join clock_record c on c.account_id = k.account_id and c.employee_id = k.employee_id and c.standing = 'counted'
          and c.at between k.at - interval '24 hours' and k.at + interval '24 hours' and c.received_at > k.received_at
          and c.direction in (k.direction, 'auto') and ${untouchedPunch(accountId)}
        where k.account_id = ${accountId} and k.kind = 'add' and ${punchInForce}
          and exists (select from unnest(k.days) d where d between ${from} and ${to})${isOfThem(sql`k.employee_id`, employeeIds)}
        order by k.correction_id, c.at limit ${MOST})
      select l.correction_id as "correctionId", l.employee_id as "employeeId", f.day::text as day, f.events, l.at::text as at,
        l.direction, l.clock_record_id as "recordId", l.record_at::text as "recordAt"
      from late l cross join lateral unnest(l.days) d(day)
      join day_fact f on f.account_id = ${accountId} and f.employee_id = l.employee_id and f.day = d.day::date
      where d.day between ${from} and ${to}
      order by l.correction_id, l.record_at`,
  );

const reviewOfAct = review.extend({ reviewId: z.string(), isInForce: z.boolean() });
/** Returns the reviews of one act. */
export const selectReviewsOfAct = (tx: Db, accountId: string, actId: string) =>
  tx.rows(
    reviewOfAct,
    sql`select r.review_id as "reviewId", r.key, r.evidence, (${reviewInForce}) as "isInForce" from exception_review r
      where r.account_id = ${accountId} and r.act_id = ${actId} and r.undoes is null order by r.review_id`,
  );
/** Returns the reviews in force among some, with their acts: what they hide is as it was when they were made. */
export const selectReviewsInForce = (tx: Db, accountId: string, items: readonly { key: string; evidence: string }[]) =>
  tx.rows(
    review.extend({ actId: z.string() }),
    sql`select r.key, r.evidence, r.act_id as "actId" from exception_review r
      where r.account_id = ${accountId} and ${reviewInForce} and (r.key, r.evidence) in (
        select key, evidence from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(key text, evidence text))
      order by r.review_id`,
  );
type Reviewer = { actId: string; madeBy: string; madeByName: string; now: Date };
export const insertReviews = (
  tx: Db,
  accountId: string,
  rows: readonly { id: string; key: string; evidence: string; note?: string | undefined; undoes?: string }[],
  { actId, madeBy, madeByName, now }: Reviewer,
) =>
  tx.run(sql`insert into exception_review (account_id, review_id, act_id, key, evidence, note, undoes, in_bulk, made_by, made_by_name, received_at)
    select ${accountId}, id, ${actId}, key, evidence, nullif(note, ''), undoes, ${rows.length > 1}, ${madeBy}, ${madeByName}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, key text, evidence text, note text, undoes uuid)`);

export type Span = { employeeId: string; from: number; to: number };
const spansOf = (spans: readonly Span[]) => sql`unnest(${spans.map(({ employeeId }) => employeeId)}::uuid[],
  ${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
  ${spans.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as r(employee_id, first, last)`;
const within = (accountId: string) => ({
  accountId,
  employeeId: sql`r.employee_id`,
  from: sql`r.first`,
  to: sql`r.last`,
});

const punch = z.object({ employeeId: z.string(), at: z.string(), recordId: z.string().nullable() });
/** Returns the effective punches of some employees, each within a span; added punches have no record. */
export const selectPunchesIn = (tx: Db, accountId: string, spans: readonly Span[]) =>
  tx.rows(
    punch,
    sql`select r.employee_id as "employeeId", e.at::text as at, e.clock_record_id as "recordId"
      from ${spansOf(spans)} cross join lateral ${effectivePunches(within(accountId))} e where e.correction_id is null limit ${MOST}`,
  );
const piece = z.object({
  employeeId: z.string(),
  startedAt: z.string(),
  date: z.string().nullable(),
  endedAt: z.string().nullable(),
  lookup1: z.string().nullable(),
  recordId: z.string().nullable(),
});
export const selectEntriesIn = (tx: Db, accountId: string, spans: readonly Span[]) =>
  tx.rows(
    piece,
    sql`select r.employee_id as "employeeId", e.started_at::text as "startedAt", e.on_date::text as date, e.ended_at::text as "endedAt", e.lookup1_code as lookup1,
        case when e.correction_id is null then e.piecework_entry_id end as "recordId"
      from ${spansOf(spans)} cross join lateral ${effectiveEntries(within(accountId))} e order by e.started_at limit ${MOST}`,
  );

const conflict = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  pin: z.string(),
  employeeId: z.string(),
  employeeName: z.string(),
  /** The name that the terminal has uploaded for the PIN. */
  name: z.string().nullable(),
  isElsewhere: z.boolean(),
  /** The punches of these days that count for the employee, with their times. */
  punches: z.array(z.object({ recordId: z.string(), at: z.string() })),
});
export type Conflict = z.infer<typeof conflict>;
/** Returns the punches of some days whose PIN a terminal may have given to another person than the employee. */
export const selectConflicts = (tx: Db, accountId: string, { start: from, end: to, employeeIds }: Loose) =>
  tx.rows(
    conflict,
    // From the few PINs that were noticed. What was sent to the terminal since is not another's name any more, and what was assigned since is no other place.
    sql`select f.device_id as "deviceId", d.description as "deviceName", f.time_id as pin, f.employee_id as "employeeId",
          e.first_name || ' ' || e.last_name as "employeeName",
          case when not exists (select from terminal_user u where u.account_id = f.account_id and u.device_id = f.device_id and u.time_id = f.time_id
            and u.employee_id = f.employee_id and u.sent_at > f.noticed_at) then f.name end as name,
          f.is_elsewhere and exists (select from device_employee a where a.account_id = f.account_id and a.device_id = f.device_id)
            and exists (select from device_employee a where a.account_id = f.account_id and a.employee_id = f.employee_id)
            and not exists (select from device_employee a where a.account_id = f.account_id and a.device_id = f.device_id
              and a.employee_id = f.employee_id) as "isElsewhere",
          p.punches
        from pin_conflict f
        join employee e on e.account_id = f.account_id and e.employee_id = f.employee_id and e.time_id = f.time_id and e.deleted_at is null
        join device d on d.account_id = f.account_id and d.device_id = f.device_id and d.deleted_at is null
        cross join lateral (select json_agg(json_build_object('recordId', c.clock_record_id, 'at', c.at::text) order by c.at) as punches
          from clock_record c where c.account_id = f.account_id and c.employee_id = f.employee_id and c.device_id = f.device_id and c.time_id = f.time_id
            and c.standing = 'counted' and c.at >= ${from} and c.at < ${to} and ${untouchedPunch(accountId)}) p
        where f.account_id = ${accountId} and (f.name is not null or f.is_elsewhere) and p.punches is not null${isOfThem(sql`f.employee_id`, employeeIds)}
        order by f.device_id, f.time_id limit ${MOST}`,
  );

const doubted = z.object({
  deviceId: z.string(),
  device: z.string(),
  until: z.iso.datetime(),
  keyed: z.int(),
  contradicting: z.int(),
  days: z.int(),
});
/** Returns the terminals whose keys are trusted no longer because they contradicted the days, and of which nobody has decided yet. */
export const selectDoubtedKeys = (tx: Db, accountId: string) =>
  tx.rows(
    doubted,
    sql`select device_id as "deviceId", description as device, state ->> 'keysUntil' as until, (state #>> '{keysDoubt,keyed}')::int as keyed,
          (state #>> '{keysDoubt,contradicting}')::int as contradicting, (state #>> '{keysDoubt,days}')::int as days
        from device where account_id = ${accountId} and deleted_at is null and directions = 'found' and state ? 'keysDoubt' and state ? 'keysUntil'
        order by device_id limit ${MOST}`,
  );

/** The most rows of quarantined punches that are read. */
const MOST_QUARANTINED = 500;
const quarantined = z.object({
  employeeId: z.string().nullable(),
  timeId: z.string().nullable(),
  count: z.int(),
  deviceId: z.string(),
  deviceName: z.string(),
  /** 'age', or the network. */
  origin: z.string(),
  address: z.string().nullable(),
  lastReceived: z.iso.datetime(),
});
type Waiting = { start: Date; end: Date; employeeIds: readonly string[] | undefined };
/** Returns the quarantined punches of some days, by person and origin: with a PIN that nobody has, or of some employees or of all. */
export const selectQuarantined = (db: Db, accountId: string, { start: from, end: to, employeeIds }: Waiting) =>
  db.rows(
    quarantined,
    sql`select q.*, d.description as "deviceName", n.address from (
        select employee_id as "employeeId", case when employee_id is null then time_id end as "timeId", count(*)::int as count,
          device_id as "deviceId", split_part(source, '@', 2) as origin, max(received_at) as "lastReceived"
        from clock_record
        where account_id = ${accountId} and standing = 'quarantined' and device_id is not null and at >= ${from} and at < ${to}${isOfThem(sql`employee_id`, employeeIds)}
        group by 1, 2, 4, 5 order by 4, 5, 1, 2 limit ${MOST_QUARANTINED}) q
      join device d on d.account_id = ${accountId} and d.device_id = q."deviceId"
      left join terminal_network n on n.account_id = ${accountId} and n.device_id = q."deviceId" and n.network = q.origin`,
  );
