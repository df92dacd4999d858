import { z } from 'zod';
import { signOnSettings } from '#contract/access/singleSignOn.ts';
import { role } from '#contract/platform/permissions.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import type { UserKey } from '../session/sessions.sql.ts';

const link = z.object({
  issuer: z.string(),
  subject: z.string(),
  label: z.string(),
  linkedAt: z.coerce.date(),
  linkedBy: z.string(),
  isMapped: z.boolean(),
  lastUsedAt: z.coerce.date().nullable(),
});
export type SignOnLink = z.infer<typeof link>;

/** Returns a user's log-ins at providers. */
export const linksOf = (db: Db, { accountId, userId }: UserKey) =>
  db.rows(
    link,
    sql`select issuer, subject, label, linked_at as "linkedAt", linked_by as "linkedBy", is_mapped as "isMapped",
          last_used_at as "lastUsedAt"
        from sign_on_link where owner_account_id = ${accountId} and user_id = ${userId} order by issuer`,
  );

const linked = z.object({
  accountId: z.string(),
  userId: z.string(),
  username: z.string(),
  role,
  isActive: z.boolean(),
});
const columns = sql`u.account_id as "accountId", u.user_id as "userId", u.username, u.role, u.is_active and a.is_active as "isActive"`;

type Key = Pick<SignOnLink, 'issuer' | 'subject'>;

/** Returns the user of a log-in at a provider. `isMapped`: their rights follow the account's mapping, by this log-in or another. */
export const findLinked = (db: Db, { issuer, subject }: Key) =>
  db.first(
    linked.extend({ isMapped: z.boolean() }),
    sql`select ${columns}, exists (select 1 from sign_on_link m
            where m.owner_account_id = u.account_id and m.user_id = u.user_id and m.is_mapped) as "isMapped"
        from sign_on_link l
        join app_user u on u.account_id = l.owner_account_id and u.user_id = l.user_id
        join account a on a.account_id = u.account_id
        where l.issuer = ${issuer} and l.subject = ${subject}`,
  );

/** Returns two at most of the active users who have an email address, as written but for case. `isFound`: their account finds users of this provider by it. */
export const findByEmail = (db: Db, issuer: string, email: string) =>
  db.rows(
    linked.extend({ isFound: z.boolean() }),
    sql`select ${columns}, coalesce(a.sign_on ->> 'issuer' = ${issuer} and (a.sign_on ->> 'linkByEmail')::boolean, false) as "isFound"
        from account a join app_user u on u.account_id = a.account_id
        where a.is_active and u.is_active and u.role <> 'device' and lower(u.email) = lower(${email}) limit 2`,
  );

/**
 * Links a log-in to a locked user, who has no other one of the same provider. Of a user whose rights follow a mapping, one at the provider of the
 * account's mapping is mapped as well. Returns false when it is another user's.
 */
export async function insertLink(
  tx: Db,
  { accountId, userId }: UserKey,
  given: Omit<SignOnLink, 'lastUsedAt'>,
): Promise<boolean> {
  const { issuer, subject } = given;
  const inserted = await tx.run(sql`
    insert into sign_on_link (issuer, subject, label, owner_account_id, user_id, linked_at, linked_by, is_mapped)
    values (${issuer}, ${subject}, ${given.label}, ${accountId}, ${userId}, ${given.linkedAt}, ${given.linkedBy},
      ${given.isMapped} or exists (select 1 from sign_on_link l join account a on a.account_id = l.owner_account_id
        where l.owner_account_id = ${accountId} and l.user_id = ${userId} and l.is_mapped
          and a.sign_on ->> 'issuer' = ${issuer} and jsonb_typeof(a.sign_on -> 'createUsers') = 'object'))
    on conflict (issuer, subject) do update set label = excluded.label
      where sign_on_link.owner_account_id = excluded.owner_account_id and sign_on_link.user_id = excluded.user_id`);
  return inserted > 0;
}

/** Returns the users of an account whose rights follow a mapping. */
export const mappedUsers = (db: Db, accountId: string): Promise<UserKey[]> =>
  db.rows(
    z.object({ accountId: z.string(), userId: z.string() }),
    sql`select distinct owner_account_id as "accountId", user_id as "userId" from sign_on_link
        where owner_account_id = ${accountId} and is_mapped`,
  );

/** Removes a user's log-in at one provider; returns false when there is none. */
export const deleteLink = async (tx: Db, { accountId, userId }: UserKey, issuer: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from sign_on_link where owner_account_id = ${accountId} and user_id = ${userId} and issuer = ${issuer}`)) >
  0;

/** Tells whether a user has a log-in at a provider. */
export const hasLinkAt = async (db: Db, { accountId, userId }: UserKey, issuer: string): Promise<boolean> =>
  (await db.run(
    sql`select 1 from sign_on_link where owner_account_id = ${accountId} and user_id = ${userId} and issuer = ${issuer}`,
  )) > 0;

export const noteLinkUse = (tx: Db, { issuer, subject }: Key, now: Date) =>
  tx.run(sql`update sign_on_link set last_used_at = ${now} where issuer = ${issuer} and subject = ${subject}`);

/** Returns how an account uses single sign-on; null: not at all. */
export const findSettings = async (db: Db, accountId: string) =>
  (
    await db.first(
      z.object({ settings: signOnSettings.nullable() }),
      sql`select sign_on as settings from account where account_id = ${accountId}`,
    )
  )?.settings ?? null;

export const saveSettings = (tx: Db, accountId: string, settings: z.infer<typeof signOnSettings> | null) =>
  tx.run(sql`
    update account set sign_on = ${settings && JSON.stringify(settings)}::jsonb where account_id = ${accountId}`);

/** Makes an account no longer require single sign-on; undefined for one that did not. */
export const liftRequirement = (tx: Db, codeKey: string) =>
  tx.first(
    z.object({ accountId: z.string(), code: z.string() }),
    sql`update account set sign_on = sign_on || '{"isRequired": false}'
        where code_key = ${codeKey} and (sign_on ->> 'isRequired')::boolean returning account_id as "accountId", code`,
  );

/** Returns the names of the claims by which accounts create users of a provider. */
export const mappedClaims = async (db: Db, issuer: string): Promise<string[]> =>
  (
    await db.rows(
      z.object({ claim: z.string() }),
      sql`select distinct sign_on -> 'createUsers' ->> 'claim' as claim from account
          where sign_on ->> 'issuer' = ${issuer} and jsonb_typeof(sign_on -> 'createUsers') = 'object'`,
    )
  ).map(({ claim }) => claim);

/** Returns the active accounts that create users of a provider; never the System Account. */
export const accountsThatCreate = (db: Db, issuer: string) =>
  db.rows(
    z.object({ accountId: z.string(), settings: signOnSettings }),
    sql`select account_id as "accountId", sign_on as settings from account
        where sign_on ->> 'issuer' = ${issuer} and jsonb_typeof(sign_on -> 'createUsers') = 'object' and is_active and not is_system
        order by account_id`,
  );
