import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';
import classes from './StandalonePage.module.css';
import { StatusStrip } from './StatusStrip.tsx';

/** A page outside the areas: log-in screens, denied, not found. */
export function StandalonePage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <StatusStrip />
      <main className={classes.main}>
        <Trans>
          <div className={classes.brand}>
            <Logo size={36} /> Tallyboard
          </div>
          Attendance and piecework, live
          <div className={classes.card}>{children}</div>
        </Trans>
      </main>
      <Footer />
    </div>
  );
}
