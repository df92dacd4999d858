import { v7 as uuidv7 } from 'uuid';
import type { Language } from '#contract/platform/languages.ts';
import {
  GRANTABLE,
  isAdminRight,
  type ModuleName,
  type Permission,
  permission,
  ROLE_DEFAULTS,
} from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { msg, words } from '#contract/platform/words.ts';
import { invite } from '../../access/session/passwords.ts';
import { nameKey } from '../../access/session/rules.ts';
import { hasLostWayBack } from '../../access/session/signOn.sql.ts';
import { endTicketsOfAccount } from '../../access/session/tickets.sql.ts';
import { settleRestoredUsers } from '../../access/signIn/options.sql.ts';
import { claimNames, insertUser, isEmployeeOf } from '../../access/users/users.sql.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/errors.ts';
import { searchTextOf } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { isOurs } from './manifest.ts';
import type { RestoreRow } from './restores.sql.ts';
import type { UserLine } from './rows.ts';
import {
  deleteEmployers,
  type EmployerBefore,
  lockUserRestores,
  selectActor,
  selectEmployers,
  selectIdsElsewhere,
  selectStagedUsers,
} from './swap.sql.ts';

export type Restoring = Pick<Services, 'db' | 'config' | 'secrets'>;
export type UsersSwap = {
  accountId: string;
  accountName: string;
  job: Pick<RestoreRow, 'restoreJobId' | 'strategy' | 'manifest' | 'actor'>;
  now: Date;
};
/** Undoes one user whose username or email address signs in another user. */
class NameTaken extends Error {}

/**
 * Restores the users of the file as users of the account, within the swap. A merge only adds missing ones: an old file does not take back
 * today's rights. Nobody gets a right that the person who started the restore lacks now, an id that another account has, or a password of another
 * installation; users of the latter are invited. Each user who is added, changed or deleted is a line of the trail. Throws when the person who
 * started it may not do this any more.
 */
export async function restoreUsers(tx: Db, services: Restoring, swap: UsersSwap): Promise<void> {
  const { accountId, job, now } = swap;
  await lockUserRestores(tx);
  const actor = job.actor && (await selectActor(tx, job.actor));
  const needed: Permission[] = [
    'Restore.RUN',
    'User.CREATE',
    ...(job.strategy === 'replace' ? ['User.DELETE' as const] : []),
  ];
  if (!actor || needed.some((name) => !actor.permissions.includes(name)))
    throw conflict(words('the user who started the restore may not restore users any more.'));
  const trail = { accountId, at: now, actor: actor.username, address: job.actor?.address, detail: msg('restored') };

  const before = new Map((await selectEmployers(tx, accountId)).map((user) => [user.userId, user]));
  if (job.strategy === 'replace') {
    await endTicketsOfAccount(tx, accountId);
    await deleteEmployers(tx, accountId);
  }
  const lines = await selectStagedUsers(tx, accountId, job.restoreJobId);
  const elsewhere = new Set(await selectIdsElsewhere(tx, accountId, lines));
  const restored = new Set<string>();
  for (const line of lines) {
    if (job.strategy === 'merge' && before.has(line.user_id)) continue;
    const userId = elsewhere.has(line.user_id) ? uuidv7({ msecs: now.getTime() }) : line.user_id;
    const known = before.get(userId);
    const rights = rightsOf(line, actor.permissions, known);
    const isIn = await tx
      .tx((step) =>
        insertOne(step, services, swap, {
          line,
          userId,
          rights,
          scope: line.scope === undefined ? (known?.scope ?? null) : line.scope,
          language: line.language === undefined ? (known?.language ?? null) : line.language,
          by: actor.username,
        }),
      )
      .then(() => true, unlessTaken);
    if (!isIn) continue;
    restored.add(userId);
    await audit(tx, { ...trail, action: known ? 'user.update' : 'user.create', target: line.username });
  }
  if (job.strategy === 'replace' && (await hasLostWayBack(tx, accountId)))
    throw new Error(
      'the user who keeps a password, while single sign-on is required, would be gone or without it. Choose another one in the settings of the account, or restore without users.',
    );
  await settleRestoredUsers(tx, accountId);
  if (job.strategy === 'replace')
    for (const { userId, username } of before.values())
      if (!restored.has(userId)) await audit(tx, { ...trail, action: 'user.delete', target: username });
}

type Rights = { permissions: Permission[]; modules: ModuleName[] };

/** Returns, of the rights in the file, those that an employer may have and that the actor may give or the user had before. */
function rightsOf(line: UserLine, actors: readonly string[], known: EmployerBefore | undefined): Rights {
  const permissions = line.permissions.flatMap((name) => permission.safeParse(name).data ?? []);
  const mayGive = (name: Permission) =>
    GRANTABLE.employer.includes(name) &&
    (!isAdminRight(name) || actors.includes(name) || known?.permissions.includes(name));
  return {
    permissions: [...new Set(permissions.filter(mayGive))],
    modules: ROLE_DEFAULTS.employer.modules.filter((name) => line.modules.includes(name)),
  };
}

/** `scope` and `language`: those of the file, or the present ones where the file is from before users had them. */
type One = {
  line: UserLine;
  userId: string;
  rights: Rights;
  scope: UserScope | null;
  language: Language | null;
  by: string;
};

async function insertOne(tx: Db, services: Restoring, { accountId, accountName, job, now }: UsersSwap, one: One) {
  const { line, userId, rights, scope, language, by } = one;
  const isKnown = line.employee_id ? await isEmployeeOf(tx, accountId, line.employee_id) : false;
  const user = {
    accountId,
    userId,
    employeeId: isKnown ? line.employee_id : null,
    username: line.username,
    email: line.email,
    firstName: line.first_name,
    lastName: line.last_name,
    isActive: line.is_active,
    scope,
    language,
  };
  const names = [nameKey(user.username), nameKey(user.email)];
  if ((await claimNames(tx, user, names)).length > 0) throw new NameTaken();
  const searchText = searchTextOf(user.username, user.email, `${user.firstName} ${user.lastName}`);
  const passwordHash = line.password_hash;
  await insertUser(tx, { ...user, ...rights, role: 'employer', passwordHash, mustChange: false, searchText, now, by });
  const isForeign = !job.manifest || !isOurs(services.secrets, job.manifest);
  if (isForeign && user.isActive) await invite(tx, services, { ...user, accountName }, now);
}

function unlessTaken(error: unknown): false {
  if (error instanceof NameTaken) return false;
  throw error;
}
