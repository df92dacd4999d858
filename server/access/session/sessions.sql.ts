import { hash } from 'node:crypto';
import { z } from 'zod';
import { license } from '#contract/access/accounts.ts';
import { language } from '#contract/platform/common.ts';
import { moduleName, permission, role } from '#contract/platform/permissions.ts';
import { type Db, named, type Sql, sql } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { liveScope, scopeOfUser } from './scope.sql.ts';

/** A user of one account, by which all statements about people start. */
export type UserKey = { accountId: string; userId: string };

const caller = z.object({
  sessionId: z.string(),
  userId: z.string(),
  accountId: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  modules: z.array(moduleName),
  permissions: z.array(permission),
  scope: liveScope.nullable(),
  mustChangePassword: z.boolean(),
  passwordChangedAt: z.coerce.date().nullable(),
  accountName: z.string(),
  accountCode: z.string(),
  isSystemAccount: z.boolean(),
  lastFigures: z.boolean(),
  license,
  timeZone: z.string(),
  language: language.catch('en'),
  ownLanguage: language.nullable().catch(null),
  dataVersion: z.int(),
  browserId: z.string(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
  hasFactor: z.boolean(),
  provedAt: z.coerce.date().nullable(),
  isReplaced: z.boolean(),
  isActive: z.boolean(),
});

const figuresOwner = caller.pick({
  accountId: true,
  userId: true,
  role: true,
  modules: true,
  permissions: true,
  scope: true,
  passwordChangedAt: true,
  lastFigures: true,
});

/** SQL: of a user `u` in an account `a`, what a caller has in a session. */
const ofUser = (sessionId: Sql) => sql`'userId', u.user_id, 'accountId', u.account_id, 'username', u.username,
          'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'role', u.role, 'modules', u.modules,
          'permissions', u.permissions, 'scope', ${scopeOfUser}, 'mustChangePassword', u.must_change_password
            and not exists (select from sign_on_session o where o.session_id = ${sessionId}),
          'passwordChangedAt', u.password_changed_at, 'accountName', a.name, 'accountCode', a.code,
          'isSystemAccount', a.is_system, 'lastFigures', a.last_figures, 'license', a.license, 'timeZone', a.time_zone,
          'language', coalesce(u.language, a.language), 'ownLanguage', u.language, 'dataVersion', a.data_version,
          'isActive', u.is_active and a.is_active`;

/** A session and its user, as long as it is not replaced and neither user nor account is inactive. */
export type FoundSession = ReturnType<typeof sessionOfText>;

/** Throws for a text that no session can have: that request fails, and no other one that was read with it. */
export function sessionOfText(text: string) {
  const parsed = caller.safeParse(JSON.parse(text));
  // A plain error, so that it is not taken for a refused request.
  if (!parsed.success) throw new Error(`A session is not what its schema says: ${parsed.error.message}`);
  const { isReplaced, isActive, ...session } = parsed.data;
  const fullName = `${session.firstName} ${session.lastName}`.trim() || session.username;
  return {
    isReplaced,
    isActive,
    caller: { kind: 'user' as const, fullName, rights: rightsOf(session), ...session },
  };
}

const rightsOf = ({
  role,
  modules,
  permissions,
  lastFigures,
}: Pick<UserCaller, 'role' | 'modules' | 'permissions' | 'lastFigures'>) =>
  hash('sha1', JSON.stringify([role, modules, permissions, lastFigures]), 'base64url');

/** `tokenHash` (hex) tells for which of the tokens a text was found. */
const found = z.object({ tokenHash: z.string(), text: z.string() });

/** Returns the sessions of some tokens with everything that a request needs, in one indexed read; `sessionOfText` parses each. */
export const findSessionTexts = (db: Db, tokenHashes: readonly Buffer[]) =>
  db.rows(
    found,
    named(
      'find-sessions',
      sql`select encode(s.token_hash, 'hex') as "tokenHash", json_build_object(
          'sessionId', s.session_id, ${ofUser(sql`s.session_id`)}, 'browserId', s.browser_id, 'createdAt', s.created_at, 'expiresAt', s.expires_at,
          'hasFactor', u.has_factor, 'provedAt', s.proved_at,
          'isReplaced', s.replaced_at is not null)::text as text
        from session s
        join app_user u on u.account_id = s.owner_account_id and u.user_id = s.user_id
        join account a on a.account_id = s.owner_account_id
        where s.token_hash = any(${[...tokenHashes]}::bytea[])`,
    ),
  );

const reader = z.object({
  text: z.string(),
  name: z.string(),
  permissions: z.array(permission),
  lastUsedAt: z.coerce.date().nullable(),
});
/**
 * Returns a key that reads figures, as a session of the user who made it (its id is the key's), with what the key was given. Undefined when it is revoked,
 * or its maker deleted.
 */
export const findReader = (db: Db, keyHash: Buffer) =>
  db.first(
    reader,
    sql`select k.description as name, k.permissions, k.last_used_at as "lastUsedAt", json_build_object(
          'sessionId', k.sync_key_id, ${ofUser(sql`k.sync_key_id`)}, 'browserId', '', 'createdAt', k.created_at, 'expiresAt', '9999-12-31',
          'hasFactor', true, 'provedAt', null, 'isReplaced', false)::text as text
        from sync_key_directory d
        join sync_key k on k.account_id = d.owner_account_id and k.sync_key_id = d.sync_key_id
        join app_user u on u.account_id = k.account_id and u.user_id = k.made_by
        join account a on a.account_id = k.account_id
        where d.key_hash = ${keyHash} and k.rights = 'read' and k.revoked_at is null`,
  );

/** Returns a user with everything by which a device may show their last figures before log-in (lastFigures.ts); undefined for an inactive one. */
export async function findFiguresOwner(db: Db, { accountId, userId }: UserKey) {
  const row = await db.first(
    z.object({ user: figuresOwner.extend({ isActive: z.boolean() }) }),
    sql`select json_build_object(${ofUser(sql`null::uuid`)}) as user
        from app_user u join account a on a.account_id = u.account_id
        where u.account_id = ${accountId} and u.user_id = ${userId}`,
  );
  return row?.user.isActive ? { ...row.user, rights: rightsOf(row.user) } : undefined;
}

/** Returns the rights of a session, unchanged until the transaction ends; undefined when the session has ended (hold_session). */
export const holdSession = (tx: Db, sessionId: string, now: Date) =>
  tx.first(
    caller.pick({ role: true, modules: true, permissions: true }),
    sql`select role, modules, permissions from hold_session(${sessionId}::uuid, ${now}::timestamptz)`,
  );

const liveSession = z.object({ sessionId: z.string(), browserId: z.string() });
export const liveSessions = (tx: Db, { accountId, userId }: UserKey, now: Date) =>
  tx.rows(
    liveSession,
    sql`select session_id as "sessionId", browser_id as "browserId" from session
        where owner_account_id = ${accountId} and user_id = ${userId} and replaced_at is null and expires_at > ${now}
        order by created_at desc, session_id desc`,
  );

/** Tells, for a locked user, whether a session that was admitted has not been ended or replaced since. */
export const isLiveSession = async (tx: Db, sessionId: string): Promise<boolean> =>
  (await tx.run(sql`select 1 from session where session_id = ${sessionId} and replaced_at is null`)) > 0;

export type NewSession = UserKey & {
  sessionId: string;
  tokenHash: Buffer;
  browserId: string;
  createdAt: Date;
  expiresAt: Date;
  provedAt: Date | null;
};
export const insertSession = (tx: Db, session: NewSession) =>
  tx.run(sql`
    insert into session (token_hash, session_id, owner_account_id, user_id, browser_id, created_at, expires_at, proved_at)
    values (${session.tokenHash}, ${session.sessionId}, ${session.accountId}, ${session.userId}, ${session.browserId},
      ${session.createdAt}, ${session.expiresAt}, ${session.provedAt})`);

/** Records that the session's user has just proved who they are. */
export const noteProof = (tx: Db, sessionId: string, now: Date) =>
  tx.run(sql`update session set proved_at = ${now} where session_id = ${sessionId}`);

export const replaceSessions = (tx: Db, sessionIds: readonly string[], now: Date) =>
  tx.run(sql`update session set replaced_at = ${now} where session_id = any(${[...sessionIds]}::uuid[])`);

/** Extends a session; returns when it ends now, undefined when it no longer exists. */
export const extendSessionRow = (db: Db, sessionId: string, wanted: Date, longest: { hours: number }) =>
  db.first(
    z.object({ expiresAt: z.coerce.date() }),
    sql`update session set expires_at = greatest(expires_at,
          least(${wanted}::timestamptz, created_at + make_interval(hours => ${longest.hours}::int)))
        where session_id = ${sessionId} and replaced_at is null returning expires_at as "expiresAt"`,
  );

export const deleteSession = (db: Db, sessionId: string) =>
  db.run(sql`delete from session where session_id = ${sessionId}`);

/** Ends sessions by the SHA-256 of their tokens; returns whose they were. */
export const deleteSessionsByHash = (tx: Db, tokenHashes: readonly Buffer[]) =>
  tx.rows(
    z.object({
      accountId: z.string(),
      userId: z.string(),
      username: z.string(),
      browserId: z.string(),
      expiresAt: z.coerce.date(),
    }),
    sql`with ended as (delete from session where token_hash = any(${[...tokenHashes]}::bytea[])
          returning owner_account_id, user_id, browser_id, expires_at)
        select u.account_id::text as "accountId", u.user_id::text as "userId", u.username, ended.browser_id as "browserId",
          ended.expires_at as "expiresAt"
        from ended join app_user u on u.account_id = ended.owner_account_id and u.user_id = ended.user_id`,
  );

/** Ends the sessions of a user, except the one that asked for it. */
export const deleteSessionsOf = (tx: Db, { accountId, userId }: UserKey, exceptSessionId?: string) =>
  tx.run(sql`
    delete from session where owner_account_id = ${accountId} and user_id = ${userId}
      and session_id is distinct from ${exceptSessionId ?? null}::uuid`);

export const deleteSessionsOfAccount = (tx: Db, accountId: string) =>
  tx.run(sql`delete from session where owner_account_id = ${accountId}`);

/** Deletes replaced or expired sessions after a day, in which their tabs can still be told why they ended. */
export const deleteOldSessions = (db: Db, now: Date) =>
  db.run(sql`
    delete from session where expires_at < ${now}::timestamptz - interval '1 day'
      or replaced_at < ${now}::timestamptz - interval '1 day'`);
