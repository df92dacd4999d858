import { z } from 'zod';
import {
  APPROVED,
  type ApprovedTime,
  CORRECTION_REASONS,
  type Correction,
  correctionReason,
  EXCUSED,
  excuseKind,
} from '#contract/figures/corrections.ts';
import { english, type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import { type Db, empty, raw, sql } from '../platform/db/db.ts';
import { Units } from '../platform/units.ts';
import { clockTime, type LocalDate, localDateOf, type Zone } from '../platform/zone.ts';
import { excuseSubject } from './ledger.sql.ts';

/** Statements that list the ledger (docs/reference/corrections.md): every row except undos, with its effect in words. */

const side = z.object({
  at: z.string().nullable(),
  direction: z.enum(['in', 'out', 'auto']).nullable(),
  units: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Of an entry of which no time is known. */
  date: z.string().nullable(),
  /** Of an entry: its code of lookup 1. */
  lookup1: z.string().nullable(),
});
type Side = z.infer<typeof side>;
const row = z.object({
  correctionId: z.string(),
  actId: z.string(),
  table: z.enum(['punch', 'entry', 'excuse']),
  kind: z.enum(['add', 'void', 'replace', 'excuse']),
  recordId: z.string().nullable(),
  at: z.string(),
  by: z.string(),
  employeeId: z.string().nullable(),
  /** The employee whose day the basis is computed from; null: the day of the record. */
  subjectId: z.string().nullable(),
  number: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** The employee who had the record before, and their number where it is another one. */
  formerId: z.string().nullable(),
  formerNumber: z.string().nullable(),
  days: z.array(z.string()),
  was: side,
  now: side,
  judgement: excuseSubject.nullable(),
  excusedAs: excuseKind.nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string(),
  note: z.string().nullable(),
  inBulk: z.boolean(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  total: z.int(),
  /** Of all rows, how many nobody has undone. */
  inForce: z.int(),
});
export type ListedRow = z.infer<typeof row>;

/** The employee that a correction concerns: the one it names, or the one whose record it changed. */
export type Which = {
  from: LocalDate;
  to: LocalDate;
  employeeId?: string | undefined;
  /** Of any of these employees; with `lookup1`, of entries only those at one of these codes, before or now. */
  employeeIds?: readonly string[] | undefined;
  lookup1?: ReadonlySet<string> | undefined;
  offset: number;
  limit: number;
};
/** Renders a record or a change as JSON, from columns named in this file. */
const sides = (
  at: string,
  direction: string,
  units: string,
  started: string,
  ended: string,
  lookup1 = 'null',
  date = 'null',
) =>
  raw(`json_build_object('at', (${at})::text, 'direction', ${direction}, 'units', (${units})::text,
    'startedAt', (${started})::text, 'endedAt', (${ended})::text, 'lookup1', ${lookup1}, 'date', ${date})`);
const NO_TIME = 'null::timestamptz';
const punchSide = (at: string, direction: string) => sides(at, direction, 'null::numeric', NO_TIME, NO_TIME);
const entrySide = (of: string) =>
  sides(NO_TIME, 'null', `${of}.units`, `${of}.started_at`, `${of}.ended_at`, `${of}.lookup1_code`, `${of}.on_date`);
const NOTHING = sides(NO_TIME, 'null', 'null::numeric', NO_TIME, NO_TIME);

const ofSome = ({ employeeIds, lookup1 }: Pick<Which, 'employeeIds' | 'lookup1'>) => {
  const ids = sql`any(${[...(employeeIds ?? [])]}::uuid[])`;
  const codes = sql`any(${[...(lookup1 ?? [])]}::text[])`;
  return sql`${employeeIds ? sql` and (l.employee_id = ${ids} or l.former_id = ${ids})` : empty}${
    lookup1 ? sql` and (l.table <> 'entry' or l.was->>'lookup1' = ${codes} or l.now->>'lookup1' = ${codes})` : empty
  }`;
};

export const selectListed = (db: Db, accountId: string, { from, to, employeeId, offset, limit, ...whose }: Which) => {
  const days = sql`array(select d::date::text from generate_series(${from}::date, ${to}::date, interval '1 day') d)`;
  const since = sql`k.received_at >= ${from}::date - interval '2 days'`;
  return db.rows(
    row,
    sql`with ledger as (
        select k.correction_id, k.act_id, 'punch' as table, k.kind, k.clock_record_id as record_id, k.received_at, k.made_by_name,
          coalesce(k.employee_id, c.employee_id) as employee_id, k.employee_id as subject_id, c.employee_id as former_id, k.days, k.reason, k.note, k.in_bulk,
          ${punchSide('c.at', 'c.direction')} as was,
          ${punchSide('coalesce(k.at, c.at)', 'coalesce(k.direction, c.direction)')} as now,
          null as judgement, null as excused_as, null::date as from_day, null::date as to_day,
          u.received_at as undone_at, u.made_by_name as undone_by
        from punch_correction k
        left join clock_record c on c.account_id = k.account_id and c.clock_record_id = k.clock_record_id
        left join punch_correction u on u.account_id = k.account_id and u.undoes = k.correction_id
        where k.account_id = ${accountId} and k.kind <> 'undo' and ${since} and k.days && ${days}
        union all
        select k.correction_id, k.act_id, 'entry', k.kind, k.piecework_entry_id, k.received_at, k.made_by_name,
          coalesce(k.employee_id, p.employee_id), k.employee_id, p.employee_id, k.days, k.reason, k.note, k.in_bulk,
          ${entrySide('p')},
          ${entrySide('k')},
          null, null, null, null, u.received_at, u.made_by_name
        from entry_correction k
        left join piecework_entry p on p.account_id = k.account_id and p.piecework_entry_id = k.piecework_entry_id
        left join entry_correction u on u.account_id = k.account_id and u.undoes = k.correction_id
        where k.account_id = ${accountId} and k.kind <> 'undo' and ${since} and k.days && ${days}
        union all
        select k.excuse_id, k.act_id, 'excuse', k.kind, null, k.received_at, k.made_by_name, k.employee_id, k.employee_id, k.employee_id, k.days,
          k.reason, k.note, k.in_bulk, ${NOTHING}, ${NOTHING}, k.judgement, k.excused_as, k.from_day, k.to_day,
          u.received_at, u.made_by_name
        from excuse k left join excuse u on u.account_id = k.account_id and u.undoes = k.excuse_id
        where k.account_id = ${accountId} and k.kind = 'excuse' and k.to_day >= ${from}::date and k.from_day <= ${to}::date)
      select l.correction_id as "correctionId", l.act_id as "actId", l.table, l.kind, l.record_id as "recordId", l.received_at as at,
        l.made_by_name as by, l.employee_id as "employeeId", l.subject_id as "subjectId", e.number, e.first_name as "firstName", e.last_name as "lastName",
        l.former_id as "formerId", f.number as "formerNumber", l.days, l.was, l.now, l.judgement, l.excused_as as "excusedAs", l.from_day::text as "from",
        l.to_day::text as "to", l.reason, l.note, l.in_bulk as "inBulk", l.undone_at as "undoneAt", l.undone_by as "undoneBy",
        (count(*) over ())::int as total, (count(*) filter (where l.undone_at is null) over ())::int as "inForce"
      from ledger l
      left join employee e on e.account_id = ${accountId} and e.employee_id = l.employee_id
      left join employee f on f.account_id = ${accountId} and f.employee_id = l.former_id and f.employee_id <> l.employee_id
      where ${employeeId ? sql`${employeeId}::uuid in (l.employee_id, l.former_id)` : sql`true`}${ofSome(whose)}
      order by l.received_at desc, l.correction_id desc limit ${limit} offset ${offset}`,
  );
};

/** Returns the effect of a row in English, and as messages: 'OUT 16:10', '40 units 08:00 to 10:00', 'Absence'. */
export function wordsOf(listed: ListedRow, zone: Zone): Pick<Correction, 'was' | 'is' | 'words'> {
  const words = effectOf(listed, zone);
  return { was: words.was && english(words.was), is: words.is && english(words.is), words };
}

/** Returns the effect of a row as messages, on the account's clock. */
export function effectOf(listed: ListedRow, zone: Zone): { was: Message | null; is: Message | null } {
  const { table, kind, was, now, judgement, from, to, formerNumber, recordId, number } = listed;
  if (table === 'excuse') {
    if (judgement === null) return { was: null, is: null };
    return {
      was: null,
      is: isApproval(judgement) ? toMessage(APPROVED[judgement]) : excused(EXCUSED[judgement], from, to),
    };
  }
  const told = (one: Side, owner: string | null) => {
    const record = sideMessage(one, zone, listed.days);
    return owner ? msg('{record} of {number}', { record, number: owner }) : record;
  };
  return {
    was: kind === 'add' || !recordId ? null : told(was, formerNumber),
    is: kind === 'void' ? null : told(now, formerNumber && number),
  };
}
const excused = (what: string, from: string | null, to: string | null) =>
  from === to || from === null || to === null
    ? msg('{what} excused', { what: toMessage(what) })
    : msg('{what} excused {from} to {to}', { what: toMessage(what), from, to });
/** Tells approved time from a judgement that is excused. */
export const isApproval = (judgement: string): judgement is ApprovedTime => judgement in APPROVED;

function sideMessage(
  { at, direction, units, startedAt, endedAt, date }: Side,
  zone: Zone,
  days: readonly LocalDate[],
): Message {
  const clock = (text: string) => {
    const instant = Date.parse(text);
    const day = localDateOf(zone, instant);
    const time = clockTime(zone, instant);
    return days.includes(day) || days.length === 0 ? time : msg('{time} on {day}', { time, day });
  };
  if (at) return directed(direction, clock(at));
  if (units === null || startedAt === null) return msg('A record that is gone');
  if (date !== null) return msg('{units} units', { units: new Units(units).toFixed() });
  const from = { units: new Units(units).toFixed(), from: clock(startedAt) };
  return endedAt
    ? msg('{units} units {from} to {to}', { ...from, to: clock(endedAt) })
    : msg('{units} units {from}', from);
}
/** Returns a punch as a message: 'IN 07:05'. */
export const directed = (direction: Side['direction'], time: string | Message) => DIRECTED[direction ?? 'none'](time);
const DIRECTED: Record<NonNullable<Side['direction']> | 'none', (time: string | Message) => Message> = {
  in: (time) => msg('IN {time}', { time }),
  out: (time) => msg('OUT {time}', { time }),
  auto: (time) => msg('AUTO {time}', { time }),
  none: (time) => ({ id: ' {time}', values: { time } }),
};

/** Returns a row in the form of the contract; `knows`: the reader may see notes and kinds of excuse. */
export function correctionOf(listed: ListedRow, zone: Zone, basis: string | null, knows: boolean): Correction {
  const { employeeId, number, firstName, lastName, undoneAt, undoneBy, table, kind } = listed;
  const known = correctionReason.safeParse(listed.reason);
  const approves = listed.judgement !== null && isApproval(listed.judgement);
  return {
    _id: listed.correctionId,
    actId: listed.actId,
    do: approves ? 'approve' : table === 'excuse' || kind === 'excuse' ? 'excuse' : (`${kind}-${table}` as const),
    at: listed.at,
    by: listed.by,
    employee:
      employeeId === null
        ? null
        : { _id: employeeId, number: number ?? '', firstName: firstName ?? '', lastName: lastName ?? '' },
    days: listed.days,
    ...wordsOf(listed, zone),
    reason: approves
      ? words('Approved')
      : table === 'excuse'
        ? words('Excused')
        : known.success
          ? CORRECTION_REASONS[known.data]
          : listed.reason,
    note: knows ? listed.note : null,
    excuseKind: knows ? listed.excusedAs : null,
    inBulk: listed.inBulk,
    undone: undoneAt === null ? null : { at: undoneAt, by: undoneBy ?? '' },
    basis: undoneAt === null ? basis : null,
  };
}
