import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './-manage.module.css';

export type EditTab = { label: string; link: Pick<LinkProps, 'to' | 'params'> | null };

/**
 * The tabs of an account or user over their panel. Each is an address, so that a link or reload returns to it; `link` null:
 * disabled until the document is saved.
 */
export function EditTabs({ label, tabs, children }: { label: string; tabs: readonly EditTab[]; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On a phone the selected tab may lie outside the strip.
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);

  return (
    <>
      <div ref={strip} className={classes.tabs} role="tablist" aria-label={label}>
        {tabs.map(({ label: name, link }) =>
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
