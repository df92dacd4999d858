import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { PRESETS, type Preset } from '#contract/access/presets.ts';
import { type User, type UserInput, userInput } from '#contract/access/users.ts';
import { passwordProblem } from '#contract/platform/password.ts';
import {
  GRANTABLE,
  isAdminRight,
  type ModuleName,
  type Permission,
  ROLE_DEFAULTS,
  type Role,
} from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { translated } from '../../../lib/words.tsx';
import { checkedBy } from '../../../ui/checkedBy.ts';

export const ROLE_LABEL: Record<Role, MessageDescriptor> = {
  admin: msg`System Administrator`,
  employer: msg`Employer`,
  device: msg`Device`,
};

export type UserValues = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  isActive: boolean;
  /** Null: no employee. Absent for users that cannot have one. */
  employeeId?: string | null;
  /** Null: everybody. Absent for users that cannot have one. */
  scope?: UserScope | null;
};
/** Users need their present password to change their own email address. */
export type UserChange = UserValues & { currentPassword?: string };

/** New users start active (spec section 6). */
export const userValues = (user: User | undefined, role: Role): UserValues => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  username: user?.username ?? '',
  email: user?.email ?? '',
  isActive: user?.isActive ?? true,
  ...(role === 'employer' && { employeeId: user?.employeeId ?? null, scope: user?.scope ?? null }),
});

export const userErrors = checkedBy(
  userInput.pick({
    firstName: true,
    lastName: true,
    username: true,
    email: true,
    isActive: true,
    employeeId: true,
    scope: true,
  }),
);

/** Returns the permissions that a user with `mine` may give: an administrator's only if they have it. */
export const grantable = (permissions: readonly Permission[], mine: readonly Permission[]) =>
  permissions.filter((name) => !isAdminRight(name) || mine.includes(name));

/** Returns a new user with the modules and permissions of the role or, for an employer, of a preset, as far as a user with `mine` may give them. */
export const newUser = (
  values: UserValues,
  { accountId, role, preset }: { accountId: string; role: 'admin' | 'employer'; preset: Preset },
  mine: readonly Permission[],
): UserInput => ({
  accountId,
  ...values,
  role,
  modules: [...ROLE_DEFAULTS[role].modules],
  permissions: { api: grantable(role === 'admin' ? ROLE_DEFAULTS.admin.permissions : PRESETS[preset].api, mine) },
});

export type Grants = { modules: ModuleName[]; api: Permission[] };

export const defaultGrants = (role: Role): Grants => ({
  modules: [...ROLE_DEFAULTS[role].modules],
  api: [...ROLE_DEFAULTS[role].permissions],
});

/** Returns the permissions offered for a role, with those that the user already holds. */
export const offered = (user: User): Grants => ({
  modules: [...new Set([...ROLE_DEFAULTS[user.role].modules, ...user.modules])],
  api: [...new Set([...GRANTABLE[user.role], ...user.permissions.api])],
});

/** Groups permissions by the subject that their names begin with: 'Account' of Account.GET; those of alerts, such as GET_ALL_ALERTS, have none. */
export function bySubject(permissions: readonly Permission[]): [subject: string | null, permissions: Permission[]][] {
  const groups = new Map<string | null, Permission[]>();
  for (const permission of permissions) {
    const subject = permission.includes('.') ? permission.slice(0, permission.indexOf('.')) : null;
    groups.set(subject, [...(groups.get(subject) ?? []), permission]);
  }
  return [...groups];
}

export const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each));

/** `currentPassword`: for the user's own password only. */
export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string };

/** The rules of setting a password (spec section 5); `personal`: names others know. */
export function passwordErrors(
  { currentPassword, newPassword, confirmPassword }: PasswordValues,
  { personal, isSelf }: { personal: readonly string[]; isSelf: boolean },
) {
  const errors: Partial<Record<keyof PasswordValues, string>> = {};
  if (isSelf && currentPassword === '') errors.currentPassword = t`Password is required`;
  const problem = newPassword === '' ? t`Password is required` : passwordProblem(newPassword, personal);
  if (problem) errors.newPassword = translated(problem);
  if (confirmPassword === '') errors.confirmPassword = t`Confirm password`;
  else if (confirmPassword !== newPassword) errors.confirmPassword = t`Passwords don't match. `;
  return errors;
}
