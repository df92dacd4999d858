import { hash } from 'node:crypto';
import { z } from 'zod';
import { type OwnDayFigures, ownDayText } from '#contract/figures/ownDayFigures.ts';
import { MAX_TOLD_DAYS, type OwnDay, ownDayFigures, ownDayWrong } from '#contract/figures/ownDays.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { readEvents } from '../fact.ts';
import { dayKey, type EmployeeDay } from '../ledger.sql.ts';
import { mayKnow } from '../mayKnow.sql.ts';

/** Statements of what employees say of their own days (docs/reference/privacy.md#their-own-day). */

/** Returns the hash by which figures that look the same are the same. */
export const hashOf = (figures: OwnDayFigures) => hash('sha256', ownDayText(figures), 'base64url').slice(0, 22);

const fact = z.object({
  employeeId: z.string(),
  day: z.string(),
  events: z.string(),
  pieces: z.array(
    z.object({ lookup1Code: z.string().nullable(), lookup2Code: z.string().nullable(), units: z.string() }),
  ),
});
const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
/** Returns the figures that the office has of some employees' days now, by `dayKey`: those that a Recorder shows. */
export async function readFigures(
  tx: Db,
  accountId: string,
  days: readonly EmployeeDay[],
): Promise<Map<string, OwnDayFigures>> {
  if (days.length === 0) return new Map();
  const rows = await tx.rows(
    fact,
    sql`select r.employee_id as "employeeId", r.day::text as day, coalesce(f.events, '') as events,
          coalesce((select jsonb_agg(jsonb_build_object('lookup1Code', nullif(w.lookup1_code, ''), 'lookup2Code', nullif(w.lookup2_code, ''),
              'units', trim_scale(w.units)::text) order by w.lookup1_code, w.lookup2_code)
            from piecework_fact w where w.account_id = ${accountId} and w.employee_id = r.employee_id and w.day = r.day and w.units <> 0), '[]') as pieces
        from (select distinct * from unnest(${days.map(({ employeeId }) => employeeId)}::uuid[], ${days.map(({ day }) => day)}::date[])
          as d(employee_id, day)) r
        left join day_fact f on f.account_id = ${accountId} and f.day = r.day and f.employee_id = r.employee_id`,
  );
  return new Map(
    rows.map(({ events: text, pieces, ...of }) => {
      const events = readEvents(text);
      const last = events.at(-1);
      const first = events.find(({ direction }) => direction === 'in');
      return [dayKey(of), { in: iso(first?.at), out: last?.direction === 'out' ? iso(last.at) : null, pieces }];
    }),
  );
}

export type ActRow = {
  id: string;
  employeeNumber: string | null;
  timeId: string | null;
  day: LocalDate;
  wrong: string | null;
  shown: OwnDayFigures;
  shownHash: string;
  at: string;
  /** The device that sent it, and that which recorded it: the same, or one that sends no more. */
  deviceId: string;
  capturedBy: string;
  source: string;
  recordId: string;
  clock: string | null;
  means: string | null;
  proof: string | null;
};
const found = z.object({
  id: z.string(),
  employeeId: z.string().nullable(),
  /** The device may know them, or knew them when they answered. */
  isKnown: z.boolean(),
  sealedPin: z.string().nullable(),
  wrongPins: z.int(),
});
export type Answering = z.infer<typeof found>;
/** Returns the last holder of each of some numbers or PINs: who has it now, else who was deleted last. The account's people are read once, not for each act. */
const lastHolders = (accountId: string, column: Sql, values: readonly (string | null)[]) =>
  sql`(select distinct on (${column}) ${column}, employee_id from employee
    where account_id = ${accountId} and ${column} = any(${values.filter((value) => value !== null)}::text[])
    order by ${column}, deleted_at desc nulls first)`;

/** Returns the employee of each act of a device, found as that of a record is: by number, else by PIN; of those who were deleted the last. */
export const findEmployees = (tx: Db, of: { accountId: string; deviceId: string }, rows: readonly ActRow[]) => {
  const { accountId, deviceId } = of;
  const acts = rows.map(({ id, employeeNumber, timeId, capturedBy, at }) => ({
    id,
    employeeNumber,
    timeId,
    capturedBy,
    at,
  }));
  const numbers = rows.map(({ employeeNumber }) => employeeNumber);
  const timeIds = rows.map(({ timeId }) => timeId);
  return tx.rows(
    found,
    sql`select r.id, e.employee_id as "employeeId", e.own_days_pin as "sealedPin", coalesce(p.wrong_pins, 0) as "wrongPins",
          coalesce(${mayKnow(of)}, false) or exists (select from device_person k where k.account_id = ${accountId}
            and k.device_id in (${deviceId}, r."capturedBy") and k.employee_id = e.employee_id and (k.is_allowed or r.at <= k.changed_at)) as "isKnown"
        from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as r(id uuid, "employeeNumber" text, "timeId" text, "capturedBy" uuid, at timestamptz)
        left join ${lastHolders(accountId, sql`number`, numbers)} n on n.number = r."employeeNumber"
        left join ${lastHolders(accountId, sql`time_id`, timeIds)} t on t.time_id = r."timeId"
        left join employee e on e.account_id = ${accountId} and e.employee_id = coalesce(n.employee_id, t.employee_id)
        left join device_person p on p.account_id = ${accountId} and p.device_id = ${deviceId} and p.employee_id = e.employee_id`,
  );
};

/** Stores how many wrong proofs of each employee's PIN a device has sent. */
export const saveWrongPins = (
  tx: Db,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  wrong: ReadonlyMap<string, number>,
) =>
  tx.run(sql`insert into device_person (account_id, device_id, employee_id, is_allowed, seq, changed_at, wrong_pins)
    select ${accountId}, ${deviceId}, employee_id, false, 0, '-infinity', wrong
    from unnest(${[...wrong.keys()]}::uuid[], ${[...wrong.values()]}::int[]) as w(employee_id, wrong)
    on conflict (account_id, device_id, employee_id) do update set wrong_pins = excluded.wrong_pins`);

const stored = z.object({ source: z.string(), recordId: z.string() });
/** Returns which of some acts are stored, by the device that recorded them and its id of them. */
export const selectStored = (tx: Db, accountId: string, rows: readonly ActRow[]) =>
  tx.rows(
    stored,
    sql`select a.source, a.record_id as "recordId"
      from unnest(${rows.map(({ source }) => source)}::text[], ${rows.map(({ recordId }) => recordId)}::text[]) as r(source, record_id)
      join own_day_act a on a.account_id = ${accountId} and a.source = r.source and a.record_id = r.record_id`,
  );
const counted = z.object({ employeeId: z.string(), day: z.string(), acts: z.int() });
/** Returns how many acts are stored of some days of employees. */
export const countActsOf = (tx: Db, accountId: string, days: readonly EmployeeDay[]) =>
  tx.rows(
    counted,
    sql`select a.employee_id as "employeeId", a.day::text as day, count(*)::int as acts
      from (select distinct * from unnest(${days.map(({ employeeId }) => employeeId)}::uuid[], ${days.map(({ day }) => day)}::date[])
        as d(employee_id, day)) r
      join own_day_act a on a.account_id = ${accountId} and a.employee_id = r.employee_id and a.day = r.day
      group by a.employee_id, a.day`,
  );
/** Returns how many acts a device has sent since an instant, and the bytes of what they show. */
export const countActsFrom = (tx: Db, { accountId, deviceId }: { accountId: string; deviceId: string }, since: Date) =>
  tx.single(
    z.object({ acts: z.int(), bytes: z.int() }),
    sql`select count(*)::int as acts, coalesce(sum(pg_column_size(shown)), 0)::int as bytes from own_day_act
      where account_id = ${accountId} and device_id = ${deviceId} and received_at > ${since}`,
  );

type Held = ActRow & { employeeId: string; officeHash: string };
/** Stores new acts, and returns the ids of their rows. */
export const insertActs = (tx: Db, accountId: string, receivedAt: Date, rows: readonly Held[]) =>
  tx.rows(
    z.object({ id: z.string() }),
    sql`insert into own_day_act (account_id, act_id, employee_id, day, wrong, shown, shown_checksum, office_checksum, at, device_id, source, record_id, clock,
          means, proof, received_at)
        select ${accountId}, r.id, r."employeeId", r.day, r.wrong, r.shown, r."shownHash", r."officeHash", r.at, r."deviceId", r.source, r."recordId",
          r.clock, r.means, r.proof, ${receivedAt}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "employeeId" uuid, day date, wrong text, shown jsonb, "shownHash" text,
          "officeHash" text, at timestamptz, "deviceId" uuid, source text, "recordId" text, clock text, means text, proof text)
        on conflict do nothing returning act_id as id`,
  );
/** Returns the ids of those acts whose own id, or whose proof, another act has. */
export const selectUsed = (tx: Db, accountId: string, rows: readonly Held[]) =>
  tx.rows(
    z.object({ id: z.string() }),
    sql`select r.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(id uuid, day date, wrong text, "shownHash" text, source text, "recordId" text, proof text)
        where exists (select from own_day_act a where a.account_id = ${accountId} and a.source = r.source and a.record_id = r."recordId"
            and (a.day, a.wrong, a.shown_checksum) is distinct from (r.day, r.wrong, r."shownHash"))
          or exists (select from own_day_act a where a.account_id = ${accountId} and a.proof = r.proof
            and (a.source, a.record_id) is distinct from (r.source, r."recordId"))`,
  );

const last = z.object({
  employeeId: z.string(),
  day: z.string(),
  at: z.coerce.date(),
  wrong: ownDayWrong.nullable(),
  shownHash: z.string(),
  officeHash: z.string(),
});
/**
 * The condition that a dispute, a row `a`, is not taken back: by an agreement afterwards from the same device, or with a proof of the employee's PIN. Another
 * device may be in anybody's hands.
 */
const isOpen = (accountId: string) => sql`(a.wrong is not null and not exists (select from own_day_act l
  where l.account_id = ${accountId} and l.employee_id = a.employee_id and l.day = a.day and l.wrong is null
    and (l.device_id = a.device_id or l.proof is not null) and (l.at, l.act_id) > (a.at, a.act_id)))`;

/** Returns the last word of an employee on each of some days: a dispute that is not taken back, else the newest. */
export const selectLastOf = (
  tx: Db,
  accountId: string,
  employeeId: string,
  { from, to }: { from: LocalDate; to: LocalDate },
) =>
  tx.rows(
    last,
    sql`select distinct on (day) employee_id as "employeeId", day::text as day, at, wrong, shown_checksum as "shownHash", office_checksum as "officeHash"
        from own_day_act a where account_id = ${accountId} and employee_id = ${employeeId} and day between ${from}::date and ${to}::date
        order by day, ${isOpen(accountId)} desc, at desc, act_id desc`,
  );
/** Returns how a last word compares with the figures that the office has now. */
export function stateOf({ wrong, shownHash, officeHash }: z.infer<typeof last>, now: OwnDayFigures): OwnDay['state'] {
  if (wrong !== null) return 'disputed';
  const present = hashOf(now);
  if (present === shownHash) return 'agreed';
  return present === officeHash ? 'other' : 'changed';
}

/**
 * Returns the last words of all people of a device on the days since one, the newest days first, if they agreed. `isTold`: to what the office had then, or with
 * a proof of their PIN, so that the present figures may be told; a device that only guesses learns nothing.
 */
export const selectAgreedOn = (
  tx: Db,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  since: LocalDate,
) =>
  tx.rows(
    last.extend({ isTold: z.boolean() }),
    sql`select * from (
          select distinct on (a.employee_id, a.day) a.employee_id as "employeeId", a.day::text as day, a.at, a.wrong, a.shown_checksum as "shownHash",
            a.office_checksum as "officeHash", a.device_id = ${deviceId} and (a.shown_checksum = a.office_checksum or a.proof is not null) as "isTold"
          from device_person p cross join lateral (
            -- One index lookup per person: an account has acts of years, and a planner without statistics would compare everybody with everybody.
            select * from own_day_act where account_id = p.account_id and employee_id = p.employee_id and day >= ${since}::date offset 0) a
          where p.account_id = ${accountId} and p.device_id = ${deviceId} and p.is_allowed
          order by a.employee_id, a.day, ${isOpen(accountId)} desc, a.at desc, a.act_id desc) l
        where wrong is null order by day desc, "employeeId" limit ${MAX_TOLD_DAYS * 10}`,
  );

const dispute = z.object({
  actId: z.string(),
  employeeId: z.string(),
  day: z.string(),
  at: z.coerce.date(),
  wrong: ownDayWrong,
  shown: ownDayFigures,
  /** An agreement from another device came afterwards, which does not take it back. */
  isAgreedElsewhere: z.boolean(),
});
const MOST_DISPUTES = 5_000;
type Disputed = { from: LocalDate; to: LocalDate; employeeIds: readonly string[] | undefined };
/** Returns what is wrong with some days, the last of a kind of an employee's day, as long as it is not taken back. */
export const selectDisputes = (tx: Db, accountId: string, { from, to, employeeIds }: Disputed) =>
  tx.rows(
    dispute,
    sql`select distinct on (a.employee_id, a.day, a.wrong) a.act_id as "actId", a.employee_id as "employeeId", a.day::text as day, a.at, a.wrong, a.shown,
          exists (select from own_day_act l where l.account_id = ${accountId} and l.employee_id = a.employee_id and l.day = a.day and l.wrong is null
            and (l.at, l.act_id) > (a.at, a.act_id)) as "isAgreedElsewhere"
        from own_day_act a
        where a.account_id = ${accountId} and ${isOpen(accountId)} and a.day between ${from}::date and ${to}::date
          and (${employeeIds === undefined}::boolean or a.employee_id = any(${[...(employeeIds ?? [])]}::uuid[]))
        order by a.employee_id, a.day, a.wrong, a.at desc, a.act_id desc limit ${MOST_DISPUTES}`,
  );
