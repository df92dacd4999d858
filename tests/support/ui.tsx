import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { DEFAULT_LICENSE } from '#contract/access/accounts.ts';
import type { SessionInfo } from '#contract/access/session.ts';
import { type Permission, ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import { App } from '#src/App.tsx';
import { emptyClient, giveClient } from '#src/api/client.ts';
import { createQueryClient } from '#src/api/queryClient.ts';
import { forgetLastFigures } from '#src/cache/lastFigures.ts';
import { makeRouter } from '#src/router.ts';
import { leaveToLogin } from '#src/shell/leave.ts';
import { Notifications } from '#src/shell/Notifications.tsx';
import { configureLifecycle, startSession } from '#src/shell/session/lifecycle.ts';
import { clearToasts, notify } from '#src/state/notices.ts';
import { theme } from '#src/theme.ts';

export const ACCOUNT_ID = '0199a000-0000-7000-8000-000000000001';
export const USER_ID = '0199a000-0000-7000-8000-000000000002';

/** A session info; an employer with every employer permission unless told otherwise. */
export function sessionInfo(changes: Partial<SessionInfo> = {}): SessionInfo {
  const role = changes.role ?? 'employer';
  return {
    accountId: ACCOUNT_ID,
    accountName: 'Sunny Farm',
    accountCode: 'SUNNY',
    timeZone: 'Africa/Johannesburg',
    license: DEFAULT_LICENSE,
    username: 'ann',
    userId: USER_ID,
    firstName: 'Ann',
    lastName: 'Smith',
    role,
    modules: [...ROLE_DEFAULTS[role].modules],
    permissions: { application: [], api: [...ROLE_DEFAULTS[role].permissions] },
    cacheSecret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
    mustChangePassword: false,
    language: 'en',
    ownLanguage: null,
    rights: 'rights',
    lastFigures: 'proof',
    ttl: 43_200,
    ...changes,
  };
}

/** Signs a user in for this test: `signedIn({ role: 'admin' })`, `signedIn({}, ['Stats.GET_ATTENDANCE_INFORMATION'])`. */
export function signedIn(changes: Partial<SessionInfo> = {}, permissions?: readonly Permission[]) {
  const info = sessionInfo(changes);
  if (permissions) info.permissions = { application: [], api: [...permissions] };
  return startSession('token-1', info.ttl, info);
}

/** One component with Mantine, a query client and the notification area, without a router. */
export function renderWith(element: ReactElement) {
  const queryClient = createQueryClient(notify);
  const wrap = (child: ReactElement) => (
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        {child}
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>
  );
  const shown = render(wrap(element));
  return {
    ...shown,
    rerender: (next: ReactElement) => shown.rerender(wrap(next)),
    user: userEvent.setup(),
    queryClient,
  };
}

/** The whole application at an address. `env`: without layout Mantine would hide every menu, its target being nowhere.
 * `history`: the browser's instead of one that goes back at once. */
export function renderApp(path: string, history: RouterHistory = createMemoryHistory({ initialEntries: [path] })) {
  const queryClient = createQueryClient(notify);
  giveClient(queryClient);
  const router = makeRouter({ history });
  configureLifecycle({
    openCache: async () => undefined,
    closeCache: () => undefined,
    async clearMemory() {
      await emptyClient();
      clearToasts();
    },
    wipeCache: async () => undefined,
    forgetLastFigures,
    tellOtherTabs: () => undefined,
    leave: (message) => leaveToLogin(router, message),
  });
  return { ...render(<App router={router} env="test" />), user: userEvent.setup(), queryClient, router };
}
