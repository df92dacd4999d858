import { Link, type LinkProps, Outlet, useLocation, useMatchRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { mayCall, useSession } from '../../state/session.ts';
import { useTabInView } from '../../ui/useTabInView.ts';
import classes from './-manage.module.css';
import { Permitted } from './-Permitted.tsx';

export type EditTab = {
  label: string;
  link: Pick<LinkProps, 'to' | 'params'> | null;
  /** A user who may make one of these calls sees the tab. */
  calls: readonly Endpoint[];
};

/**
 * The tabs of an account or user, above their panel. Each is an address, so that a link or reload returns to it; `link` null: disabled until the
 * document is saved. Tabs that the user may not see are left out.
 */
export function EditTabs({ label, tabs, children }: { label: string; tabs: readonly EditTab[]; children: ReactNode }) {
  const { pathname } = useLocation();
  const session = useSession();
  const strip = useTabInView(pathname);

  return (
    <>
      <div ref={strip} className={classes.tabs} role="tablist" aria-label={label}>
        {tabs
          .filter(({ calls }) => calls.some((each) => mayCall(session, each)))
          .map(({ label: name, link }) =>
            link ? (
              <Link
                key={name}
                className={classes.tab}
                role="tab"
                activeProps={{ 'aria-selected': true }}
                inactiveProps={{ 'aria-selected': false }}
                {...link}
              >
                {name}
              </Link>
            ) : (
              <button key={name} type="button" className={classes.tab} role="tab" aria-selected={false} disabled>
                {name}
              </button>
            ),
          )}
      </div>
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
