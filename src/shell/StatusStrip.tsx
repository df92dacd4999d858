import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOnline } from '../state/reachability.ts';
import { useUpgrade } from '../state/upgrade.ts';
import classes from './AreaShell.module.css';

/** One line under the top bar: offline with the age of the figures, or the upgrade under way. Always in the document. */
export function StatusStrip({ age }: { /** Of the figures on show, while offline. */ age?: ReactNode }) {
  const online = useOnline();
  const upgrade = useUpgrade();
  return (
    <div
      className={classes.strip}
      role="status"
      aria-live={upgrade ? 'assertive' : 'polite'}
      data-upgrade={upgrade ? true : undefined}
    >
      {upgrade ? (
        <>
          <IconRefresh size={16} aria-hidden /> Upgrading to {upgrade}
        </>
      ) : (
        !online && (
          <>
            <IconCloudOff size={16} aria-hidden />
            <span>You are offline. {age}</span>
          </>
        )
      )}
    </div>
  );
}
