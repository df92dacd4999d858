import { Link, type LinkProps, Outlet, useLocation, useMatchRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { mayCall, useSession } from '../../state/session.ts';
import classes from './-manage.module.css';
import { Permitted } from './-Permitted.tsx';

export type EditTab = {
  label: string;
  link: Pick<LinkProps, 'to' | 'params'> | null;
  /** Whoever may make one of them sees the tab. */
  calls: readonly Endpoint[];
};

/**
 * The tabs of an account or user over their panel. Each is an address, so that a link or reload returns to it; `link` null:
 * disabled until the document is saved. Tabs that are not permitted are not there.
 */
export function EditTabs({ label, tabs, children }: { label: string; tabs: readonly EditTab[]; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const session = useSession();
  useEffect(() => {
    // On a phone the selected tab may lie outside the strip.
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);

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

/** The page of the tab that the address names, where that tab is permitted. */
export function TabOutlet({ tabs }: { tabs: readonly EditTab[] }) {
  const matches = useMatchRoute();
  const shown = tabs.find(({ link }) => link && matches({ ...link, fuzzy: true }));
  if (!shown) return <Outlet />; // an index, about to lead to the first tab
  return (
    <Permitted calls={shown.calls}>
      <Outlet />
    </Permitted>
  );
}
