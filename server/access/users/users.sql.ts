import { z } from 'zod';
import { listedUser, type User, user, userWithPassword } from '#contract/access/users.ts';
import type { Language } from '#contract/platform/languages.ts';
import type { ModuleName, Permission, Role } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { type Db, empty, type Sql, sql } from '../../platform/db/db.ts';
import { keepScopes } from '../session/scope.sql.ts';
import { deleteEverythingOf } from '../signIn/options.sql.ts';

const columns = sql`u.user_id as "_id", u.account_id as "accountId", u.first_name as "firstName", u.last_name as "lastName",
  u.is_active as "isActive", u.email, u.username, u.role, jsonb_build_object('api', u.permissions) as permissions, u.modules,
  u.employee_id as "employeeId", u.scope,
  u.created_at as "createdAt", u.created_by as "createdBy", u.modified_at as "modifiedAt", u.modified_by as "modifiedBy"`;

/** Finds a user by id alone; the lookup table of login names knows the account. */
export const findUser = (db: Db, userId: string) =>
  db.first(
    userWithPassword.omit({ invitedUntil: true }),
    sql`select ${columns}, u.password_hash is not null as "hasPassword" from app_user u
        where (u.account_id, u.user_id) = (select owner_account_id, user_id from login_name where user_id = ${userId} limit 1)`,
  );

/** Does the same, and locks the user until the transaction ends. */
export const lockUser = (tx: Db, userId: string) =>
  tx.first(
    user,
    sql`select ${columns} from app_user u
        where (u.account_id, u.user_id) = (select owner_account_id, user_id from login_name where user_id = ${userId} limit 1)
        for update of u`,
  );

type Rows = { offset: number; limit: number };

/** Returns a page of the users of `source`, which calls them `u`, by name, and how many there are in all. */
async function pageOf<T extends User>(db: Db, row: z.ZodType<T>, selected: Sql, source: Sql, { offset, limit }: Rows) {
  const users = await db.rows(
    row,
    sql`select ${selected} from ${source} order by u.last_name, u.first_name, u.user_id limit ${limit} offset ${offset}`,
  );
  const { total } = await db.single(z.object({ total: z.int() }), sql`select count(*)::int as total from ${source}`);
  return { users, lastIndex: total };
}

/** Returns users of all accounts; `patterns` as searchPatterns makes them, none for all: each must occur in the user or in the account. */
export function listAllUsers(db: Db, patterns: readonly string[], rows: Rows) {
  const matching = sql`where (u.search_text || chr(10) || a.search_text) like all (${[...patterns]}::text[])`;
  const source = sql`app_user u join account a using (account_id) ${patterns.length > 0 ? matching : empty}`;
  return pageOf(db, listedUser, sql`${columns}, a.name as "accountName", a.code as "accountCode"`, source, rows);
}

export const listAdministrators = (db: Db, rows: Rows) =>
  pageOf(
    db,
    user,
    columns,
    sql`app_user u where u.account_id = (select account_id from account where is_system) and u.role = 'admin'`,
    rows,
  );

export const listUsersOfAccount = (db: Db, accountId: string, rows: Rows) =>
  pageOf(db, user, columns, sql`app_user u where u.account_id = ${accountId}`, rows);

export type UserRow = {
  accountId: string;
  userId: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  isActive: boolean;
  modules: readonly ModuleName[];
  permissions: readonly Permission[];
  employeeId?: string | null | undefined;
  scope: UserScope | null;
  searchText: string;
  now: Date;
  by: string;
};

type NewUser = UserRow & { role: Role; passwordHash: string | null; mustChange: boolean; language?: Language | null };
export const insertUser = (tx: Db, given: NewUser) =>
  tx.single(
    user,
    sql`insert into app_user as u (account_id, user_id, username, email, first_name, last_name, role, is_active, password_hash,
          password_changed_at, must_change_password, modules, permissions, employee_id, scope, language, search_text, created_at, created_by,
          modified_at, modified_by)
        values (${given.accountId}, ${given.userId}, ${given.username}, ${given.email}, ${given.firstName}, ${given.lastName},
          ${given.role}, ${given.isActive}, ${given.passwordHash}, ${given.passwordHash === null ? null : given.now},
          ${given.mustChange}, ${[...given.modules]}, ${[...given.permissions]}, ${given.employeeId ?? null}::uuid, ${given.scope && JSON.stringify(given.scope)}::jsonb, ${given.language ?? null}, ${given.searchText}, ${given.now}, ${given.by},
          ${given.now}, ${given.by})
        returning ${columns}`,
  );

export const updateUserRow = (tx: Db, given: UserRow) =>
  tx.single(
    user,
    sql`update app_user u set username = ${given.username}, email = ${given.email}, first_name = ${given.firstName},
          last_name = ${given.lastName}, is_active = ${given.isActive}, modules = ${[...given.modules]},
          permissions = ${[...given.permissions]}, employee_id = ${given.employeeId ?? null}::uuid, scope = ${given.scope && JSON.stringify(given.scope)}::jsonb, search_text = ${given.searchText}, modified_at = ${given.now},
          modified_by = ${given.by}
        where account_id = ${given.accountId} and user_id = ${given.userId} returning ${columns}`,
  );

type Scoped = { accountId: string; userId: string; scope: UserScope | null; now: Date; by: string };
export const updateScope = (tx: Db, { accountId, userId, scope, now, by }: Scoped) =>
  tx.run(sql`update app_user set scope = ${scope && JSON.stringify(scope)}::jsonb, modified_at = ${now}, modified_by = ${by}
    where account_id = ${accountId} and user_id = ${userId}`);

/** Returns whether an employee is one of the account's, deleted or not. */
export const isEmployeeOf = async (tx: Db, accountId: string, employeeId: string): Promise<boolean> =>
  (await tx.run(sql`select 1 from employee where account_id = ${accountId} and employee_id = ${employeeId}`)) > 0;

type Rights = { accountId: string; userId: string; permissions: readonly Permission[]; now: Date; by: string };
/** Sets a user's permissions, and the scope unless it is undefined; returns whether they differ from before. */
export const saveRights = async (tx: Db, { scope, ...given }: Rights & { scope: UserScope | null | undefined }) => {
  const wanted = scope === undefined ? sql`scope` : sql`${scope && JSON.stringify(scope)}::jsonb`;
  const changed = await tx.run(sql`
    update app_user set permissions = ${[...given.permissions]}, scope = ${wanted}, modified_at = ${given.now}, modified_by = ${given.by}
    where account_id = ${given.accountId} and user_id = ${given.userId}
      and (permissions is distinct from ${[...given.permissions]}::text[] or scope is distinct from ${wanted})`);
  return changed > 0;
};

export async function deleteUserRow(tx: Db, { accountId, userId }: { accountId: string; userId: string }) {
  await tx.run(sql`delete from login_name where owner_account_id = ${accountId} and user_id = ${userId}`);
  await tx.run(sql`delete from known_network where owner_account_id = ${accountId} and caller_id = ${userId}`);
  await deleteEverythingOf(tx, { accountId, userId });
  await keepScopes(tx, accountId, userId);
  await tx.run(sql`delete from app_user where account_id = ${accountId} and user_id = ${userId}`);
}

/**
 * Sets the names with which a user logs in. Returns those that belong to another user, or look like one that does (look_key: аdmin in Cyrillic and
 * admin); then the caller must not store anything.
 */
export async function claimNames(
  tx: Db,
  { accountId, userId }: { accountId: string; userId: string },
  nameKeys: readonly string[],
): Promise<string[]> {
  const keys = [...new Set(nameKeys)].sort();
  await tx.run(sql`
    delete from login_name where owner_account_id = ${accountId} and user_id = ${userId}
      and name_key <> all(${keys}::text[])`);
  await tx.run(sql`
    insert into login_name (name_key, owner_account_id, user_id)
    select key, ${accountId}::uuid, ${userId}::uuid from unnest(${keys}::text[]) key
    on conflict (name_key) do nothing`);
  // Of two users who take similar names at once, the second waits here and then sees the first one's.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('name ' || look, 0))
    from (select distinct look_key(key) as look from unnest(${keys}::text[]) key order by 1) looks`);
  return takenNames(tx, keys, userId);
}

/** Returns those of some names that belong to another user, or look like one that does. */
export async function takenNames(tx: Db, keys: readonly string[], userId: string): Promise<string[]> {
  const taken = await tx.rows(
    z.object({ key: z.string() }),
    sql`select key from unnest(${[...keys]}::text[]) key where exists (
          select 1 from login_name n where look_key(n.name_key) = look_key(key) and n.user_id <> ${userId})`,
  );
  return taken.map(({ key }) => key);
}

/**
 * Locks the system account, so that two administrators cannot remove each other, or each other's rights, at once. Returns how many active ones there
 * are besides `userId`, and how many of them may change users. Must be the first lock of every change to a user.
 */
export async function lockOtherAdministrators(tx: Db, userId: string): Promise<{ active: number; managing: number }> {
  await tx.run(sql`select 1 from account where is_system for update`);
  return tx.single(
    z.object({ active: z.int(), managing: z.int() }),
    sql`select count(*)::int as active, (count(*) filter (where 'User.UPDATE' = any(u.permissions)))::int as managing
        from app_user u join account a on a.account_id = u.account_id
        where a.is_system and u.role = 'admin' and u.is_active and u.user_id <> ${userId}`,
  );
}

const reportRow = z.object({
  codeKey: z.string(),
  userId: z.string(),
  accountCode: z.string(),
  accountName: z.string(),
  accountActive: z.boolean(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  isActive: z.boolean(),
  createdAt: z.string().nullable(),
});
export type ReportRow = z.infer<typeof reportRow>;
export type ReportFilter = { employersOnly: boolean; inactiveAccounts: boolean; inactiveUsers: boolean };

/** Returns the next batch of the user list after a place in it, by account code. */
export const reportRowsAfter = (db: Db, filter: ReportFilter, after: ReportRow | null, limit: number) =>
  db.rows(
    reportRow,
    sql`select a.code_key as "codeKey", u.user_id as "userId", a.code as "accountCode", a.name as "accountName",
          a.is_active as "accountActive", u.username, u.first_name as "firstName", u.last_name as "lastName", u.email, u.role,
          u.is_active as "isActive", u.created_at as "createdAt"
        from app_user u join account a on a.account_id = u.account_id
        where (not ${filter.employersOnly}::boolean or u.role = 'employer')
          and (${filter.inactiveAccounts}::boolean or a.is_active)
          and (${filter.inactiveUsers}::boolean or u.is_active)
          and (${after === null}::boolean or (a.code_key, u.user_id) > (${after?.codeKey ?? null}::text, ${after?.userId ?? null}::uuid))
        order by a.code_key, u.user_id limit ${limit}`,
  );
