import { Trans } from '@lingui/react/macro';
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
        <Trans>
          <IconRefresh size={16} aria-hidden /> Upgrading to {upgrade}
        </Trans>
      ) : (
        !online && (
          <>
            <IconCloudOff size={16} aria-hidden />
            <span>
              <Trans>You are offline. {age}</Trans>
            </span>
          </>
        )
      )}
    </div>
  );
}
