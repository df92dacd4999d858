import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useOnline } from '../api/reachability.ts';
import { useUpgrade } from '../pwa/upgradeState.ts';
import { Age } from '../ui/Age.tsx';
import classes from './AreaShell.module.css';
import { useLastFigures } from './lastFigures.ts';

/** One quiet line under the top bar: offline with the age of what is shown, or the upgrade under way. Always in the document. */
export function StatusStrip() {
  const online = useOnline();
  const upgrade = useUpgrade();
  const at = useLastFigures(online);
  return (
    <div className={classes.strip} role="status" aria-live={upgrade ? 'assertive' : 'polite'}>
      {upgrade ? (
        <>
          <IconRefresh size={16} aria-hidden /> Upgrading to {upgrade}
        </>
      ) : (
        !online && (
          <>
            <IconCloudOff size={16} aria-hidden /> You are offline.
            {at !== undefined && (
              <span>
                What you see is what was last known, <Age at={at} />.
              </span>
            )}
          </>
        )
      )}
    </div>
  );
}
