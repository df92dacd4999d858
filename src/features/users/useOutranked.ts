import { isAdminRight } from '#contract/permissions.ts';
import type { User } from '#contract/users.ts';
import { useSession } from '../../state/session.ts';

/** Whether a user is an administrator who may do what the signed-in user may not: such a one can only be looked at (S-38). */
export function useOutranked(user: User | undefined): boolean {
  const info = useSession()?.info;
  if (user?.role !== 'admin' || user._id === info?.userId) return false;
  return user.permissions.api.some((name) => isAdminRight(name) && !info?.permissions.api.includes(name));
}
