import {
  GRANTABLE,
  isAdminRight,
  type ModuleName,
  type Permission,
  ROLE_DEFAULTS,
  type Role,
} from '#contract/platform/permissions.ts';
import { msg, words } from '#contract/platform/words.ts';
import { conflict, invalid, permissionDenied } from '../../platform/http/errors.ts';

type Actor = { userId: string; permissions: readonly Permission[] };
type Rights = { userId: string; role: Role; permissions: readonly Permission[]; modules: readonly ModuleName[] };

/** Returns the role of a user: employer, or administrator in the system account; a request may name the role but not contradict it. */
export function roleForAccount(account: { isSystem: boolean }, asked: Role | undefined): Role {
  const role = account.isSystem ? 'admin' : 'employer';
  if (asked !== undefined && asked !== role)
    throw invalid(
      'role',
      role === 'admin'
        ? words('A user of this account can only be an administrator')
        : words('A user of this account can only be an employer'),
    );
  return role;
}

/** Returns the rights of a new user when none are sent: the role's set, as far as the creator may grant it. */
export const defaultRights = (actor: Actor, role: Role) => ({
  modules: [...ROLE_DEFAULTS[role].modules],
  permissions: ROLE_DEFAULTS[role].permissions.filter(
    (name) => !isAdminRight(name) || actor.permissions.includes(name),
  ),
});

/**
 * Refuses modules and permissions that the role cannot have (400), and administrators' permissions that the actor lacks. Rights that the user
 * already has may stay.
 */
export function checkGrants(
  actor: Actor,
  role: Role,
  after: { modules: readonly ModuleName[]; permissions: readonly Permission[] },
  before: { modules: readonly ModuleName[]; permissions: readonly Permission[] } = { modules: [], permissions: [] },
) {
  const modules: readonly ModuleName[] = ROLE_DEFAULTS[role].modules;
  const foreign = after.modules.find((name) => !modules.includes(name) && !before.modules.includes(name));
  if (foreign) throw invalid('modules', msg('{foreign} is not a module of this role', { foreign }));
  const granted = after.permissions.filter((name) => !before.permissions.includes(name));
  const ungrantable = granted.find((name) => !GRANTABLE[role].includes(name));
  if (ungrantable)
    throw invalid('permissions.api', msg('{ungrantable} is not a permission of this role', { ungrantable }));
  if (granted.some((name) => isAdminRight(name) && !actor.permissions.includes(name))) throw permissionDenied();
}

/**
 * Refuses a change of an administrator with more rights than the actor: a new password or email address would be a way to become that administrator.
 */
export function checkMayTouch(actor: Actor, target: Rights) {
  if (target.userId === actor.userId || target.role !== 'admin') return;
  if (target.permissions.some((name) => isAdminRight(name) && !actor.permissions.includes(name)))
    throw permissionDenied();
}

/** Keeps users from locking themselves out by accident. */
export function checkSelfChange(
  actor: Actor,
  target: Rights,
  after: { isActive: boolean; permissions: readonly Permission[] },
) {
  if (target.userId !== actor.userId) return;
  if (!after.isActive) throw conflict(words('You cannot deactivate yourself.'));
  if (target.permissions.some((name) => !after.permissions.includes(name)))
    throw conflict(words('You cannot take permissions from yourself.'));
}

type Standing = { isActive: boolean; permissions: readonly Permission[] };
const managesUsers = ({ isActive, permissions }: Standing) => isActive && permissions.includes('User.UPDATE');

/**
 * Keeps at least one active administrator, and one who can manage users, because nobody else could grant that right again. `others`: their numbers
 * besides the user who is changed.
 */
export function checkStillManaged(others: { active: number; managing: number }, before: Standing, after: Standing) {
  if (before.isActive && !after.isActive && others.active === 0)
    throw conflict(words('This is the last active administrator.'));
  if (managesUsers(before) && !managesUsers(after) && others.managing === 0)
    throw conflict(words('This is the last administrator who can manage users.'));
}
