import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Day } from '../../../api/day.ts';
import { momentOf } from '../../../lib/zoned.ts';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './syncStatus.module.css';
import { syncStatusQuery } from './syncStatus.queries.ts';

type Props = { day: Day; today: string; onClose: () => void };

/** The payroll systems that sync data in, with their last sync. */
export default function PayrollDialog({ day, today, onClose }: Props) {
  const { t } = useLingui();
  const status = useQuery(syncStatusQuery(day));
  return (
    <Dialog opened onClose={onClose} title={t`Payroll Systems`} size="md">
      <Loaded query={status} failed={t`Failed to load statistics`} height={160} label={t`payroll systems`}>
        {({ payrollSystems }) =>
          payrollSystems.length === 0 ? (
            <>
              <NoData />
              <Text size="sm" c="dimmed">
                <Trans>
                  Employees, groups and piecework come from a payroll system. Your administrator connects it with a sync
                  key.
                </Trans>
              </Text>
            </>
          ) : (
            <ul className={classes.list}>
              {payrollSystems.map(({ id, name, lastSync }) => (
                <li key={id} className={classes.row}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.faint}>
                    {lastSync ? t`Last sync ${momentOf(lastSync, day.timeZone, today)}` : t`Never synced`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
