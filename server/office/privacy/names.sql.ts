import { z } from 'zod';
import { type Db, raw, sql } from '../../platform/db/db.ts';

/** Statements of what a person is known by, now and before each change of it: what an erasure looks for (docs/reference/privacy.md#erasing-a-person). */

const knownBy = z.object({
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeId: z.string().nullable(),
  cards: z.array(z.string()),
  /** No other employee has or had the name, or a longer one with it. */
  isOnlyOne: z.boolean(),
  /** Another has or had the name under the same number. */
  hasTwin: z.boolean(),
  /** The number, PIN and cards mean nobody else: what passed to another, or came from one and went on, is theirs too. */
  isOwnNumber: z.boolean(),
  ownTimeId: z.string().nullable(),
  ownCards: z.array(z.string()),
});
export type KnownBy = z.infer<typeof knownBy>;

/** The words of two columns in small letters, each between spaces, so that one name is found in another by whole words. */
const words = (one: string, other: string) =>
  raw(`regexp_replace(concat(' ', lower(${one}), ' ', lower(${other}), ' '), '[[:space:][:punct:]]+', ' ', 'g')`);
const MOST_NAMES = 200;

/** Returns all that a person is and was known by; what they have now first. */
export const selectKnownBy = (tx: Db, accountId: string, employeeId: string) =>
  tx.rows(
    knownBy,
    sql`with known as (
          select employee_id, number, first_name, last_name, time_id, cards, false as is_former from employee where account_id = ${accountId}
          union select employee_id, number, first_name, last_name, time_id, cards, true from former_name where account_id = ${accountId}),
        other as (select * from known where employee_id <> ${employeeId})
        select m.number, m.first_name as "firstName", m.last_name as "lastName", m.time_id as "timeId", to_jsonb(m.cards) as cards,
          not exists (select from other o where strpos(${words('o.first_name', 'o.last_name')}, ${words('m.first_name', 'm.last_name')}) > 0
            or strpos(${words('o.first_name', 'o.last_name')}, ${words('m.last_name', 'm.first_name')}) > 0) as "isOnlyOne",
          exists (select from other o where o.number = m.number
            and ${words('o.first_name', 'o.last_name')} = ${words('m.first_name', 'm.last_name')}) as "hasTwin",
          not exists (select from other o where o.number = m.number and (m.is_former or not o.is_former)) as "isOwnNumber",
          case when not exists (select from other o where o.time_id = m.time_id and (m.is_former or not o.is_former)) then m.time_id end as "ownTimeId",
          to_jsonb(array(select c from unnest(m.cards) c
            where not exists (select from other o where c = any(o.cards) and (m.is_former or not o.is_former)))) as "ownCards"
        from known m where m.employee_id = ${employeeId} order by m.is_former, m.number, m.last_name, m.first_name limit ${MOST_NAMES}`,
  );

export const deleteFormerNames = (accountId: string, employeeId: string) =>
  sql`delete from former_name where account_id = ${accountId} and employee_id = ${employeeId}`;
