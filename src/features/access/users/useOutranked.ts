import type { User } from '#contract/access/users.ts';
import { isAdminRight } from '#contract/platform/permissions.ts';
import { useSession } from '../../../state/session.ts';

/** Returns true if a user is an administrator with permissions that the signed-in user lacks: such a user can only be viewed. */
export function useOutranked(user: User | undefined): boolean {
  const info = useSession()?.info;
  if (user?.role !== 'admin' || user._id === info?.userId) return false;
  return user.permissions.api.some((name) => isAdminRight(name) && !info?.permissions.api.includes(name));
}
