import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { DEFAULT_LICENSE, type License } from '#contract/access/accounts.ts';
import { type ModuleName, type Permission, ROLE_DEFAULTS, type Role } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { randomToken, tokenHash } from '#server/platform/secrets/secrets.ts';
import { TEST_NOW } from './testApp.ts';

const id = z.object({ accountId: z.string() });
let serial = 0;
/** Different at each call, so that names and numbers of two documents never collide by accident. */
const next = () => String(++serial);

export type AccountOptions = {
  code?: string;
  name?: string;
  timeZone?: string;
  isActive?: boolean;
  isSystem?: boolean;
  license?: License;
  allowedSystemIds?: string[];
  storeTemplates?: boolean;
  /** The text that employees must agree to before templates of theirs are stored. */
  consentText?: string;
  /** The earliest record that counts; null: nothing was ever recorded. */
  firstRecordAt?: string | null;
};

/** Creates an employer account which by default has recorded for years; returns its id. */
export async function givenAccount(db: Db, options: AccountOptions = {}): Promise<string> {
  const accountId = newId();
  const { code = `acme${next()}`, timeZone = 'Africa/Johannesburg', isActive = true, isSystem = false } = options;
  const {
    name = `Account ${code}`,
    license = DEFAULT_LICENSE,
    allowedSystemIds = [],
    storeTemplates = false,
    firstRecordAt = '2020-01-01T00:00:00Z',
  } = options;
  const holder = {
    firstName: 'Hope',
    lastName: 'Holder',
    contactNo: '+27 21 555 0100',
    emailAddr: `holder@${code}.test`,
  };
  await db.run(sql`
    insert into account (account_id, code, code_key, name, is_system, is_active, holder, license, time_zone, allowed_system_ids,
      store_templates, search_text, created_at, created_by, first_record_at)
    values (${accountId}, ${code}, ${code.toLowerCase()}, ${name}, ${isSystem}, ${isActive}, ${JSON.stringify(holder)},
      ${JSON.stringify(license)}, ${timeZone}, ${allowedSystemIds}, ${storeTemplates},
      ${`${name} ${code}`.toLowerCase()}, ${TEST_NOW}, 'test', ${firstRecordAt})`);
  if (options.consentText !== undefined) {
    await db.run(sql`update account set consent_required = true where account_id = ${accountId}`);
    await db.run(sql`
      insert into consent_text (account_id, consent_text_id, version, text, made_by_name, received_at)
      values (${accountId}, ${newId()}, 1, ${options.consentText}, 'test', ${TEST_NOW})`);
  }
  return accountId;
}

export type UserOptions = {
  role?: Role;
  username?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  isActive?: boolean;
  mustChangePassword?: boolean;
  modules?: readonly ModuleName[];
  permissions?: readonly Permission[];
  /** The people to whom the user is limited. */
  scope?: UserScope | null;
  /** A PHC string; without one nobody can log in with a password. */
  passwordHash?: string;
};

/** Creates a user of an account, who can be found by username and email address; returns the id. */
export async function givenUser(db: Db, accountId: string, options: UserOptions = {}): Promise<string> {
  const userId = newId();
  const { role = 'employer', username = `user${next()}`, isActive = true, mustChangePassword = false } = options;
  const { email = `${username}@example.test`, firstName = 'Uma', lastName = `User ${username}` } = options;
  const { modules = ROLE_DEFAULTS[role].modules, permissions = ROLE_DEFAULTS[role].permissions } = options;
  const search = `${username} ${email} ${firstName} ${lastName}`.toLowerCase();
  await db.run(sql`
    insert into app_user (account_id, user_id, username, email, first_name, last_name, role, is_active, password_hash,
      password_changed_at, must_change_password, modules, permissions, scope, search_text, created_at, created_by)
    values (${accountId}, ${userId}, ${username}, ${email}, ${firstName}, ${lastName}, ${role}, ${isActive},
      ${options.passwordHash ?? null}, ${options.passwordHash ? TEST_NOW : null}, ${mustChangePassword}, ${[...modules]},
      ${[...permissions]}, ${options.scope ? JSON.stringify(options.scope) : null}::jsonb, ${search}, ${TEST_NOW}, 'test')`);
  for (const name of new Set([username.toLowerCase(), email.toLowerCase()]))
    await db.run(
      sql`insert into login_name (name_key, owner_account_id, user_id) values (${name}, ${accountId}, ${userId})`,
    );
  return userId;
}

export type SessionOptions = { browserId?: string; createdAt?: string; ttlSeconds?: number };

/** Creates a session; returns its token. */
export async function givenSession(
  db: Db,
  accountId: string,
  userId: string,
  { browserId = 'test-browser', createdAt = TEST_NOW, ttlSeconds = 43_200 }: SessionOptions = {},
): Promise<string> {
  const token = randomToken();
  await db.run(sql`
    insert into session (token_hash, session_id, owner_account_id, user_id, browser_id, created_at, expires_at)
    values (${tokenHash(token)}, ${newId()}, ${accountId}, ${userId}, ${browserId}, ${createdAt}::timestamptz,
      ${createdAt}::timestamptz + make_interval(secs => ${ttlSeconds}::int))`);
  return token;
}

export type SignedIn = { accountId: string; userId: string; token: string };

/** Creates the account `system` if it is missing, and a logged-in administrator of it. */
export async function givenAdmin(db: Db, options: UserOptions = {}): Promise<SignedIn> {
  await db.run(sql`
    insert into account (account_id, code, code_key, name, is_system, holder, license, time_zone, search_text, created_at)
    values (${newId()}, 'system', 'system', 'system', true, '{"firstName":"","lastName":"","contactNo":"","emailAddr":""}',
      ${JSON.stringify(DEFAULT_LICENSE)}, 'UTC', 'system', ${TEST_NOW})
    on conflict (code_key) do nothing`);
  const { accountId } = await db.single(id, sql`select account_id as "accountId" from account where is_system`);
  return signedIn(db, accountId, { role: 'admin', ...options });
}

/** Creates a logged-in employer, by default of a new account and with every employer permission. */
export async function givenEmployer(
  db: Db,
  { accountId, account, ...options }: UserOptions & { accountId?: string; account?: AccountOptions } = {},
): Promise<SignedIn> {
  return signedIn(db, accountId ?? (await givenAccount(db, account)), { role: 'employer', ...options });
}

async function signedIn(db: Db, accountId: string, options: UserOptions): Promise<SignedIn> {
  const userId = await givenUser(db, accountId, options);
  return { accountId, userId, token: await givenSession(db, accountId, userId) };
}
