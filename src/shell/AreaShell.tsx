import { Trans } from '@lingui/react/macro';
import '../styles/area.css';
import { VisuallyHidden } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { accountName } from '../lib/accountName.ts';
import { listed } from '../lib/lists.ts';
import { deviceStorage } from '../lib/storage.ts';
import { useOnline } from '../state/reachability.ts';
import { useSession } from '../state/session.ts';
import { Hints } from '../ui/Hints.tsx';
import { Connected } from '../ui/Missing.tsx';
import classes from './AreaShell.module.css';
import { InArea } from './area.ts';
import { DEVICE_ALERTS_KEY } from './deviceAlertsKey.ts';
import { Footer } from './Footer.tsx';
import { LastFigures } from './LastFigures.tsx';
import { Logo } from './Logo.tsx';
import { type Section, SectionTabs } from './SectionTabs.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { ExpiryDialog } from './session/ExpiryDialog.tsx';
import { UserMenu } from './UserMenu.tsx';

type Props = {
  /** Shown only when there are several. */
  sections?: readonly Section[];
  /** The area's own controls in the top bar: reference date, alerts, auto-refresh. */
  controls?: ReactNode;
  children: ReactNode;
};

/** The frame of every page behind the log-in: top bar, one line for offline and upgrade, the page, the footer. */
export function AreaShell({ sections = [], controls, children }: Props) {
  const session = useSession();
  const online = useOnline();
  const router = useRouter();
  const scope = listed(session?.info.scopeNames ?? []);
  useEffect(() => {
    if (deviceStorage.get(DEVICE_ALERTS_KEY))
      void import('./deviceAlerts.ts').then(({ watchDeviceAlerts }) => watchDeviceAlerts(router));
  }, [router]);
  return (
    <Connected value={online}>
      <div className={classes.shell}>
        <header className={classes.bar}>
          <button type="button" className={classes.skip} onClick={() => document.getElementById('main')?.focus()}>
            <Trans>Skip to content</Trans>
          </button>
          <Link to="/" className={classes.brand}>
            <Logo />
            <VisuallyHidden component="span">
              <Trans>Tallyboard home, </Trans>
            </VisuallyHidden>
            <span className={classes.account}>{accountName(session?.info.accountName ?? '')}</span>
            {scope && (
              <>
                {/* Between the words of the link. */} <span className={classes.scope}>{scope}</span>
              </>
            )}
          </Link>
          <SectionTabs sections={sections} />
          <div className={classes.controls}>
            {controls}
            <UserMenu />
          </div>
        </header>
        <StatusStrip age={<LastFigures />} />
        <main className={classes.main} id="main" tabIndex={-1}>
          <InArea value>{children}</InArea>
        </main>
        <Footer />
        <ExpiryDialog />
        <Hints />
      </div>
    </Connected>
  );
}
