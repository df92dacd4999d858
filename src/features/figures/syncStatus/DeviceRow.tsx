import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { momentOf } from '../../../lib/zoned.ts';
import { HelpLink } from '../../../shell/HelpLink.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import type { ListedDevice } from './deviceList.ts';
import classes from './syncStatus.module.css';
import { requestSyncMutation } from './syncStatus.queries.ts';

type Props = {
  device: ListedDevice;
  timeZone: string;
  today: string;
  maySync: boolean;
  concerned: boolean;
  /** The time of the shown state, while the server cannot be reached. */
  knownAt?: string;
};

/** One device: online or silent since when, its last data, and 'Request sync' where that is possible. */
export function DeviceRow({ device, timeZone, today, maySync, concerned, knownAt }: Props) {
  const { t } = useLingui();
  const { id, name, kind, online, lastSync, lastActive, canSync } = device;
  const sync = useMutation(requestSyncMutation);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (concerned) row.current?.scrollIntoView({ block: 'center' });
  }, [concerned]);
  const at = (instant: string) => momentOf(instant, timeZone, today);
  const silence = lastActive ? t`Offline since ${at(lastActive)}` : t`Never in contact`;
  return (
    <li ref={row} className={classes.row} data-concerned={concerned || undefined} aria-current={concerned || undefined}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.faint}>
          {kind && `${kind}. `}
          {lastSync ? t`Last sync ${at(lastSync)}` : t`Never synced`}
        </span>
        {concerned && !online && <HelpLink to="silent">{t`What to do`}</HelpLink>}
      </span>
      <span className={classes.state} data-online={(online && !knownAt) || undefined}>
        {online ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
        <Text component="span" size="sm" fw={600}>
          {online ? (knownAt ? t`Online at ${knownAt}` : t`Online`) : silence}
        </Text>
      </span>
      {maySync && canSync && (
        <ServerButton variant="default" loading={sync.isPending} onClick={() => sync.mutate({ _id: id })}>
          <Trans>Request sync</Trans>
        </ServerButton>
      )}
    </li>
  );
}
