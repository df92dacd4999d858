import '../styles/area.css';
import { VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountName } from '../lib/accountName.ts';
import { useOnline } from '../state/reachability.ts';
import { useSession } from '../state/session.ts';
import { Hints } from '../ui/Hints.tsx';
import { Connected } from '../ui/Missing.tsx';
import classes from './AreaShell.module.css';
import { InArea } from './area.ts';
import { Footer } from './Footer.tsx';
import { LastFigures } from './LastFigures.tsx';
import { Logo } from './Logo.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { ExpiryDialog } from './session/ExpiryDialog.tsx';
import { UserMenu } from './UserMenu.tsx';

export type RouteTab = { label: string; to: NonNullable<LinkProps['to']> };

type Props = {
  /** Shown only when there is more than one. */
  tabs?: readonly RouteTab[];
  /** The area's own controls in the top bar: reference date, alerts, auto-refresh. */
  controls?: ReactNode;
  children: ReactNode;
};

/** The frame of every signed-in page: top bar, one line for offline and update, the page, the footer. */
export function AreaShell({ tabs = [], controls, children }: Props) {
  const session = useSession();
  const online = useOnline();
  return (
    <Connected value={online}>
      <div className={classes.shell}>
        <header className={classes.bar}>
          <Link to="/" className={classes.brand}>
            <Logo />
            <VisuallyHidden component="span">Tallyboard home, </VisuallyHidden>
            <span className={classes.account}>{accountName(session?.info.accountName ?? '')}</span>
          </Link>
          {tabs.length > 1 && (
            <nav className={classes.tabs} aria-label="Sections">
              {tabs.map(({ label, to }) => (
                <Link key={label} to={to} className={classes.tab}>
                  {label}
                </Link>
              ))}
            </nav>
          )}
          <div className={classes.controls}>
            {controls}
            <UserMenu />
          </div>
        </header>
        <StatusStrip age={<LastFigures />} />
        <main className={classes.main} id="main">
          <InArea value>{children}</InArea>
        </main>
        <Footer />
        <ExpiryDialog />
        <Hints />
      </div>
    </Connected>
  );
}
