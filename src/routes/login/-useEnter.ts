import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { safeRedirect } from '../../shell/session/guard.ts';
import { homeOf, type Session } from '../../state/session.ts';

/**
 * Returns the function that leaves the log-in page: for the password change if one is required, else to the requested page of the user's own area,
 * else home.
 */
export function useEnter(redirect?: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  return useCallback(
    (session: Session) => {
      const wanted = safeRedirect(redirect);
      const home = homeOf(session);
      if (session.info.mustChangePassword)
        return void navigate({ to: '/login/change-password', search: redirect ? { redirect } : {}, replace: true });
      if (wanted && home.to !== '/nologin' && wanted.startsWith(home.to)) return history.replace(wanted);
      void navigate({ ...home, replace: true });
    },
    [redirect, navigate, history],
  );
}
