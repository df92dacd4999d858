import { z } from 'zod';
import { type PeriodLock, periodLock } from '#contract/office/periodLocks.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** Statements for periods that payroll has taken: locking is one row, re-opening another. */

const columns = sql`l.lock_id as "_id", l.from_day::text as "from", l.to_day::text as "to", l.received_at as at, l.made_by_name as by,
  l.to_fix as "toFix", l.to_decide as "toDecide",
  case when u.lock_id is null then null else json_build_object('at', to_char(u.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', u.made_by_name, 'reason', u.note) end as reopened`;
const source = sql`period_lock l left join period_lock u on u.account_id = l.account_id and u.undoes = l.lock_id`;

export const selectLockList = (tx: Db, accountId: string): Promise<PeriodLock[]> =>
  tx.rows(
    periodLock,
    sql`select ${columns} from ${source} where l.account_id = ${accountId} and l.kind = 'lock'
      order by l.received_at desc, l.lock_id desc limit 100`,
  );
export const selectLock = (tx: Db, accountId: string, lockId: string) =>
  tx.first(
    periodLock,
    sql`select ${columns} from ${source} where l.account_id = ${accountId} and l.kind = 'lock' and l.lock_id = ${lockId}`,
  );

type Made = { lockId: string; madeBy: string; madeByName: string; now: Date };
/** `daysBefore` and `daysAfter`: the most days before and after it that can move one of its own (server/masterData/daysMoved.ts). */
type NewLock = Made & {
  from: string;
  to: string;
  toFix: number;
  toDecide: number;
  daysBefore: number;
  daysAfter: number;
};
/**
 * Inserts a lock with a hash of each day's facts, which shows later whether records changed the day, and of the days around it that can move one of its own.
 */
export const insertLock = (tx: Db, accountId: string, lock: NewLock) =>
  tx.run(sql`insert into period_lock (account_id, lock_id, kind, from_day, to_day, to_fix, to_decide, facts, data_version, made_by,
      made_by_name, received_at)
    select ${accountId}, ${lock.lockId}, 'lock', ${lock.from}::date, ${lock.to}::date, ${lock.toFix}, ${lock.toDecide},
      coalesce((select json_object_agg(day, facts)::jsonb from (${dayHashes(accountId, lock)}
        union all select d.on_day::text, coalesce(w.facts, '') from (select ${lock.from}::date - n as on_day from generate_series(1, ${lock.daysBefore}) n
          union all select ${lock.to}::date + n from generate_series(1, ${lock.daysAfter}) n) d
        cross join lateral (select ${hashOfFacts} as facts from day_fact f where f.account_id = ${accountId} and f.day = d.on_day) w) h), '{}'),
      a.data_version,
      ${lock.madeBy}, ${lock.madeByName}, ${lock.now}
    from account a where a.account_id = ${accountId}`);
export const insertReopening = (tx: Db, accountId: string, opened: Made & { undoes: string; reason: string }) =>
  tx.run(sql`insert into period_lock (account_id, lock_id, kind, undoes, note, made_by, made_by_name, received_at)
    values (${accountId}, ${opened.lockId}, 'reopen', ${opened.undoes}, ${opened.reason}, ${opened.madeBy}, ${opened.madeByName},
      ${opened.now})`);

const hashOfFacts = sql`md5(string_agg(concat_ws(' ', f.employee_id::text, f.records, f.events, f.units::text, f.worked_ms::text),
    ',' order by f.employee_id))`;
const dayHashes = (accountId: string, { from, to }: { from: string; to: string }) => sql`
  select f.day::text as day, ${hashOfFacts} as facts
  from day_fact f where f.account_id = ${accountId} and f.day between ${from}::date and ${to}::date group by f.day`;

/** The most days before a lock that can have a hash in it: eight weeks less a day. */
export const MOST_DAYS_BEFORE = 55;
/** The most days after a lock that can have one: of a month and the week in which it ends. */
const MOST_DAYS_AFTER = 36;
const moved = z.object({
  lockId: z.string(),
  /** The first day of the lock. */
  from: z.string(),
  to: z.string(),
  by: z.string(),
  at: z.string(),
  day: z.string(),
  byRecords: z.boolean(),
  version: z.string(),
});
/** Returns the days that have changed since a lock of theirs, or of another day that they can move: by records, or by a sync that changed hours or activity. */
export const selectMoved = (tx: Db, accountId: string, days: { from: string; to: string }) =>
  tx.rows(
    moved,
    sql`select l.lock_id as "lockId", l.from_day::text as "from", l.to_day::text as "to", l.made_by_name as by, l.received_at as at, c.day::text as day,
        coalesce(h.facts, '') is distinct from coalesce(l.facts->>(c.day::text), '') as "byRecords",
        concat_ws(' ', h.facts, case when c.rejudged_version > l.data_version then c.rejudged_version end) as version
      from period_lock l
      join day_change c on c.account_id = l.account_id and c.day between l.from_day - ${MOST_DAYS_BEFORE}::int and l.to_day + ${MOST_DAYS_AFTER}::int
        and c.version > l.data_version and least(greatest(c.day, l.from_day), l.to_day) between ${days.from}::date and ${days.to}::date
        and (c.day between l.from_day and l.to_day or l.facts ? (c.day::text))
      -- Only for days that changed after they were locked: hashing every day of a large account takes seconds.
      cross join lateral (select ${hashOfFacts} as facts from day_fact f where f.account_id = ${accountId} and f.day = c.day) h
      where l.account_id = ${accountId} and l.kind = 'lock'
        and not exists (select from period_lock u where u.account_id = l.account_id and u.undoes = l.lock_id)
        and (c.rejudged_version > l.data_version or coalesce(h.facts, '') is distinct from coalesce(l.facts->>(c.day::text), ''))
      order by c.day`,
  );
