import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconRefresh, IconRefreshOff } from '@tabler/icons-react';
import { offlineReason } from '../../../state/reachability.ts';
import { hint } from '../../../ui/hint.ts';
import classes from './dashboard.module.css';
import { REFRESH_MS, type RefreshState, useAutoRefresh } from './useAutoRefresh.ts';

const RADIUS = 16;
const LENGTH = 2 * Math.PI * RADIUS;

const WORDS: Record<Exclude<RefreshState, 'counting'>, MessageDescriptor> = {
  past: msg`Past dates do not refresh`,
  off: msg`Auto-refresh is off`,
  offline: msg`Paused, offline`,
  refreshing: msg`Refreshing`,
};

/** Switches the automatic refresh, shown as a ring that empties in 30 seconds; the button beside it refreshes at once. */
export function RefreshControl({ accountId, live }: { accountId: string; live: boolean }) {
  const { t } = useLingui();
  const { state, seconds, online, refreshing, toggle, refreshNow } = useAutoRefresh(accountId, live);
  const words = state === 'counting' ? t`Refreshes in ${seconds} s` : t(WORDS[state]);
  const on = state !== 'past' && state !== 'off';
  const left = state === 'counting' ? (seconds * 1_000) / REFRESH_MS : state === 'refreshing' ? 1 : 0;
  return (
    <>
      <UnstyledButton
        className={classes.refresh}
        role="switch"
        aria-checked={on}
        aria-label={t`Auto-refresh`}
        aria-disabled={state === 'past' || undefined}
        data-state={state}
        {...hint(words)}
        onClick={() => state !== 'past' && toggle()}
      >
        <span className={classes.ring} aria-hidden>
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <circle cx="20" cy="20" r={RADIUS} className={classes.ringTrack} />
            <circle
              cx="20"
              cy="20"
              r={RADIUS}
              className={classes.ringLeft}
              strokeDasharray={LENGTH}
              strokeDashoffset={LENGTH * (1 - left)}
            />
          </svg>
          <span className={classes.ringText}>
            {state === 'counting' ? null : on ? <IconRefresh size={16} /> : <IconRefreshOff size={16} />}
          </span>
        </span>
        {state === 'offline' && <span className={classes.refreshWords}>{words}</span>}
      </UnstyledButton>
      <ActionIcon
        className={classes.now}
        variant="subtle"
        c="dimmed"
        size={44}
        aria-label={t`Refresh now`}
        aria-disabled={!online || undefined}
        data-refreshing={refreshing || undefined}
        {...hint(online ? t`Refresh now` : offlineReason())}
        onClick={() => online && !refreshing && refreshNow()}
      >
        <IconRefresh size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}
