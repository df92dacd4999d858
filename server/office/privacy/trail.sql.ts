import { z } from 'zod';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';

/** Entries of the trail whose target is one employee, as 'NUMBER First Last'. */
const OF_ONE = [
  ...['consent.give', 'consent.withdraw', 'ownDays.link', 'ownDays.end', 'ownDays.pin', 'ownDays.pinEnd'],
  'person.export',
];
/** Entries whose target is a list of numbers. */
const OF_NUMBERS = ['correction.make', 'correction.undo'];

type Erasing = {
  accountId: string;
  employeeId: string;
  instead: string;
  /** Their names as texts have them, and their PINs as keys of exceptions do: regular expressions. */
  name: string;
  pin: string;
};

/**
 * Allows changes of the trail's targets and details until the transaction ends, and makes them; returns the entries. An entry about employees has no id
 * of them: it is a person's by the number that they had at its time, and by no number that means something else there, such as '12 employees' or the
 * code of a lookup entry. A detail that changes stays English: its words go. Called before the employee changes.
 */
export async function eraseInTrail(tx: Db, { accountId, employeeId, instead, name, pin }: Erasing): Promise<string[]> {
  await tx.run(sql`select set_config('app.erasing', ${accountId}, true)`);
  // Everybody who had a number like theirs, and from when until when.
  const held = sql`
    with name as (
        select n.*, lag(n.until) over (partition by n.employee_id order by n.until) as changed from (
          select f.employee_id, f.number, f.received_at as until, e.received_at as born from former_name f
            join employee e on e.account_id = f.account_id and e.employee_id = f.employee_id where f.account_id = ${accountId}
          union all select employee_id, number, 'infinity', received_at from employee where account_id = ${accountId}) n),
      held as (
        select employee_id, number, until, changed, coalesce(changed, born, '-infinity') as since from name
        where exists (select from name own where own.employee_id = ${employeeId} and starts_with(name.number, own.number)))`;
  const isTheirs = (matches: (number: Sql) => Sql) => sql`exists (
    select from held h where h.employee_id = ${employeeId} and ${matches(sql`h.number`)}
      and (h.changed is null or a.at >= h.changed) and a.at < h.until
      and not exists (select from held o where o.employee_id <> h.employee_id and ${matches(sql`o.number`)} and a.at >= o.since and a.at < o.until
        and (length(o.number), o.since) > (length(h.number), h.since)))`;
  const entry = z.object({ id: z.string() });
  const ofOne = await tx.rows(
    entry,
    sql`${held} update audit_entry a set target = ${instead}
        where account_id = ${accountId} and (action = any(${OF_ONE}) or action = 'setup.change' and detail ~ '^employee( added|:|$)')
          and ${isTheirs((number) => sql`starts_with(a.target, ${number} || ' ')`)} returning audit_entry_id as id`,
  );
  const isNumber = isTheirs((number) => sql`${number} = regexp_replace(part, '^employee ', '')`);
  const ofNumbers = await tx.rows(
    entry,
    sql`${held} update audit_entry a set target = (
            select string_agg(case when ${isNumber} then ${instead} else part end, ', ' order by nth)
            from unnest(string_to_array(a.target, ', ')) with ordinality as parts(part, nth))
        where account_id = ${accountId}
          and (action = any(${OF_NUMBERS}) or action = 'setup.change' and detail ~ '^(employee deleted|paid by: )')
          and exists (select from unnest(string_to_array(a.target, ', ')) as parts(part) where ${isNumber}) returning audit_entry_id as id`,
  );
  // A key has their id or, unmatched, their PIN; the note is the detail.
  const reviews = await tx.rows(
    entry,
    sql`update audit_entry set target = case when strpos(target, 'unmatched') > 0 then regexp_replace(target, ${pin}, ${instead}, 'g') else target end, detail = null, words = null
        where account_id = ${accountId} and action in ('exception.review', 'exception.review-undo')
          and (strpos(target, ${employeeId}) > 0 and detail is not null or strpos(target, 'unmatched') > 0 and target ~ ${pin}) returning audit_entry_id as id`,
  );
  const inTexts = await tx.rows(
    entry,
    sql`update audit_entry set target = regexp_replace(target, ${name}, ${instead}, 'gi'), detail = regexp_replace(detail, ${name}, ${instead}, 'gi'),
          words = case when detail ~* ${name} or words::text ~* ${name} then null else words end
        where account_id = ${accountId} and (target ~* ${name} or detail ~* ${name} or words::text ~* ${name}) returning audit_entry_id as id`,
  );
  await tx.run(sql`select set_config('app.erasing', '', true)`);
  return [...new Set([ofOne, ofNumbers, reviews, inTexts].flat().map(({ id }) => id))];
}
