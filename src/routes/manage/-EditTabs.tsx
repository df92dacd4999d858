import { type LinkProps, Outlet, useMatchRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { PageTabs } from '../../shell/PageTabs.tsx';
import { mayCall, useSession } from '../../state/session.ts';
import { Permitted } from './-Permitted.tsx';

export type EditTab = {
  label: string;
  link: Pick<LinkProps, 'to' | 'params'> | null;
  /** A user who may make one of these calls sees the tab. */
  calls: readonly Endpoint[];
};

/** The tabs of an account or user, above their panel; `link` null: disabled until the document is saved. Tabs that the user may not see are left out. */
export function EditTabs({ label, tabs, children }: { label: string; tabs: readonly EditTab[]; children: ReactNode }) {
  const session = useSession();
  const matches = useMatchRoute();
  const seen = tabs.filter(({ calls }) => calls.some((each) => mayCall(session, each)));
  return (
    <>
      <PageTabs
        label={label}
        tabs={seen.map((tab) => ({
          ...tab,
          isShown: tab.link !== null && matches({ ...tab.link, fuzzy: true }) !== false,
        }))}
      />
      <div role="tabpanel" aria-label={label}>
        {children}
      </div>
    </>
  );
}

/** Renders the page of the tab in the address, if the user may see it. */
export function TabOutlet({ tabs }: { tabs: readonly EditTab[] }) {
  const matches = useMatchRoute();
  const shown = tabs.find(({ link }) => link && matches({ ...link, fuzzy: true }));
  if (!shown) return <Outlet />; // an index route, about to redirect to the first tab
  return (
    <Permitted calls={shown.calls}>
      <Outlet />
    </Permitted>
  );
}
