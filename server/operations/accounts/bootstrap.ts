import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import { ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import { hasSystemAccount, insertAccount } from '../../access/accounts/accounts.sql.ts';
import type { PasswordHasher } from '../../access/session/passwordHash.ts';
import { readablePassword } from '../../access/session/readablePassword.ts';
import { claimNames, insertUser } from '../../access/users/users.sql.ts';
import { audit } from '../../platform/audit/audit.ts';
import { searchTextOf } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { accountSearchText } from './accounts.ts';

const HOLDER = { firstName: '', lastName: '', contactNo: '', emailAddr: '' };

/**
 * Creates the account `system` and its user `admin` at the first start, with `ADMIN_PASSWORD` or a random password, to be changed at the first log-in
 *. Returns the random password, which must be printed because it is stored nowhere; undefined when there is nothing to print. When several
 * processes start at once, one of them does it.
 */
export async function bootstrap(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  passwords: PasswordHasher,
): Promise<string | undefined> {
  if (await hasSystemAccount(db)) return undefined;
  const password = config.adminPassword ?? readablePassword();
  const passwordHash = await passwords.hash(password);
  const now = clock.now();
  const accountId = uuidv7({ msecs: now.getTime() });
  const userId = uuidv7({ msecs: now.getTime() });
  const made = await db.tx(async (tx) => {
    const system = { code: 'system', name: 'system', holder: HOLDER };
    const account = await insertAccount(tx, {
      ...system,
      accountId,
      now,
      isActive: true,
      codeKey: 'system',
      isSystem: true,
      license: DEFAULT_LICENSE,
      timeZone: config.timeZone,
      searchText: accountSearchText(system),
      by: 'system',
    });
    if (!account) return false;
    const admin = {
      username: 'admin',
      email: 'admin@localhost.localdomain',
      firstName: 'System',
      lastName: 'Administrator',
    };
    await insertUser(tx, {
      ...admin,
      accountId,
      userId,
      now,
      isActive: true,
      passwordHash,
      mustChange: true,
      by: 'system',
      role: 'admin',
      scope: null,
      ...ROLE_DEFAULTS.admin,
      searchText: searchTextOf(...Object.values(admin)),
    });
    await claimNames(tx, { accountId, userId }, [admin.username, admin.email]);
    await audit(tx, { accountId, actor: 'system', action: 'user.create', target: admin.username, at: now });
    return true;
  });
  return made && !config.adminPassword ? password : undefined;
}
