import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type ConsentState, type ConsentWay, consentState } from '#contract/office/privacy.ts';
import { type Db, sql } from '../../platform/db/db.ts';

const MAX_ENTRIES = 50;

/** Returns what an employee said about the use of their biometric data; undefined where the account has no such employee. */
export const selectConsents = (tx: Db, accountId: string, employeeId: string): Promise<ConsentState | undefined> =>
  tx.first(
    consentState,
    sql`select a.consent_required as "isRequired",
          (select jsonb_build_object('version', t.version, 'text', t.text) from consent_text t
            where t.account_id = a.account_id order by t.version desc limit 1) as text,
          may_hold_templates(a.account_id, e.employee_id) as "mayHoldTemplates",
          coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'version', c.version, 'how', c.how, 'by', c.made_by_name,
              'at', to_char(c.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by c.received_at desc, c.consent_id desc)
            from (select * from consent where account_id = a.account_id and employee_id = e.employee_id
              order by received_at desc, consent_id desc limit ${MAX_ENTRIES}) c), '[]') as entries
        from account a join employee e on e.account_id = a.account_id and e.employee_id = ${employeeId} and e.deleted_at is null
        where a.account_id = ${accountId}`,
  );

/** The instant of an entry: later than the employee's last one, so that their order is never in doubt. */
const after = (accountId: string, employee: ReturnType<typeof sql>, now: Date) => sql`greatest(${now}::timestamptz,
  (select max(c.received_at) + interval '1 millisecond' from consent c where c.account_id = ${accountId} and c.employee_id = ${employee}))`;

/** The user who records it, and when. */
export type RecordedBy = { userId: string | null; name: string; now: Date };
/** Records that employees agreed to the present text. */
export const insertConsents = (
  tx: Db,
  accountId: string,
  { employeeIds, version, how }: { employeeIds: readonly string[]; version: number; how: ConsentWay },
  { userId, name, now }: RecordedBy,
) => {
  const rows = employeeIds.map((employeeId) => ({ id: uuidv7({ msecs: now.getTime() }), employeeId }));
  return tx.run(sql`
    insert into consent (account_id, consent_id, employee_id, kind, version, how, made_by, made_by_name, received_at)
    select ${accountId}, r.id, r."employeeId", 'given', ${version}, ${how}, ${userId}, ${name}, ${after(accountId, sql`r."employeeId"`, now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "employeeId" uuid)`);
};

/**
 * Records that an employee withdrew, deletes the stored templates, and asks every terminal to delete what it has of them (docs/reference/privacy.md#templates): also
 * where none is stored here, because a terminal that enrolled them has their fingers nevertheless.
 */
export async function insertWithdrawal(
  tx: Db,
  accountId: string,
  employeeId: string,
  { userId, name, now }: RecordedBy,
) {
  await tx.run(sql`
    insert into consent (account_id, consent_id, employee_id, kind, made_by, made_by_name, received_at)
    values (${accountId}, ${uuidv7({ msecs: now.getTime() })}, ${employeeId}, 'withdrawn', ${userId}, ${name},
      ${after(accountId, sql`${employeeId}::uuid`, now)})`);
  await tx.run(sql`
    select erase_templates(account_id, array[employee_id], false, ${now}), ask_terminals_to_forget(account_id, employee_id, time_id, ${now})
    from employee where account_id = ${accountId} and employee_id = ${employeeId}`);
}

const said = z.object({
  employeeId: z.string(),
  isValid: z.boolean(),
  kind: z.enum(['given', 'withdrawn']),
  version: z.int().nullable(),
  how: z.enum(['paper', 'recorder', 'screen']).nullable(),
  by: z.string(),
  at: z.coerce.date(),
});
export type Said = z.infer<typeof said>;
/** Returns what each employee said last, of those who said anything. `isValid`: they agreed to the present text. */
export const selectLastSaid = (tx: Db, accountId: string) =>
  tx.rows(
    said,
    sql`select distinct on (c.employee_id) c.employee_id as "employeeId", c.kind, c.version, c.how, c.made_by_name as by, c.received_at as at,
          c.kind = 'given' and c.version = (select max(t.version) from consent_text t where t.account_id = ${accountId}) as "isValid"
        from consent c where c.account_id = ${accountId} order by c.employee_id, c.received_at desc, c.consent_id desc`,
  );

/** Returns the version of the present text; null where the account has none. */
export const presentVersion = async (tx: Db, accountId: string): Promise<number | null> =>
  (
    await tx.single(
      z.object({ version: z.int().nullable() }),
      sql`select max(version) as version from consent_text where account_id = ${accountId}`,
    )
  ).version;

/** Adds a text: it asks everybody anew. */
export const insertText = (tx: Db, accountId: string, text: string, by: string, now: Date) =>
  tx.run(sql`
    insert into consent_text (account_id, consent_text_id, version, text, made_by_name, received_at)
    select ${accountId}, ${uuidv7({ msecs: now.getTime() })}, coalesce(max(version), 0) + 1, ${text}, ${by}, ${now}
    from consent_text where account_id = ${accountId}`);

/** Erases the stored templates of all who may not have any, here and on the terminals. */
export const eraseWithoutConsent = (tx: Db, accountId: string, now: Date) =>
  tx.run(sql`select erase_templates_without_consent(${accountId}, ${now})`);
