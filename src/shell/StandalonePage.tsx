import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';
import classes from './StandalonePage.module.css';
import { StatusStrip } from './StatusStrip.tsx';

/** A page outside the areas: log-in screens, denied, not found. `below`: what follows the card. */
export function StandalonePage({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={classes.page}>
      <StatusStrip />
      <main className={classes.main}>
        <div className={classes.brand}>
          <Logo size={36} /> Tallyboard
        </div>
        <Trans>Attendance and piecework, live</Trans>
        <div className={classes.card}>{children}</div>
        {below}
      </main>
      <Footer />
    </div>
  );
}
