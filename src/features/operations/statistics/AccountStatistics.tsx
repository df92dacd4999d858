import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/figures.ts';
import { fileSize } from '../../../lib/fileSize.ts';
import { ago, moment } from '../../../lib/moments.ts';
import { FailedNote } from '../../../ui/Missing.tsx';
import { Tile } from '../../../ui/Tile.tsx';
import classes from './statistics.module.css';
import { accountStatisticsQuery, alertsSentQuery } from './statistics.queries.ts';

/** The Statistics tab: alerts sent, and what an operator asks next. */
export function AccountStatistics({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const alerts = useQuery(alertsSentQuery(accountId));
  const overview = useQuery(accountStatisticsQuery(accountId));
  const data = overview.data;
  const failed = alerts.isLoadingError || overview.isLoadingError;
  const retry = () => {
    void alerts.refetch();
    void overview.refetch();
  };
  const figure = (value: number | undefined) => (value === undefined ? undefined : count(value));

  return (
    <Stack gap="lg">
      {failed && <FailedNote text={t`Failed to load statistics`} onRetry={retry} />}
      <div className={classes.tiles}>
        {!alerts.isLoadingError && <Tile label={t`Total alerts sent`} figure={figure(alerts.data?.total)} />}
        {!overview.isLoadingError && (
          <>
            <Tile
              label={t`Employees`}
              figure={figure(data?.employees)}
              below={data && t`${count(data.activeEmployees)} active`}
            />
            <Tile
              label={t`Devices`}
              figure={figure(data?.devices)}
              below={data && t`${count(data.devicesOnline)} online`}
            />
            <Tile
              label={t`Clock records`}
              figure={figure(data?.clockRecords)}
              below={
                data &&
                (data.unmatchedClockRecords === 0
                  ? t`All matched`
                  : t`${count(data.unmatchedClockRecords)} not matched yet`)
              }
            />
            <Tile label={t`Piecework entries`} figure={figure(data?.pieceworkEntries)} />
            <Tile label={t`Last clock record`} {...when(data?.lastClockRecordAt)} />
            <Tile label={t`Last payroll sync`} {...when(data?.lastSyncAt)} />
            <Tile label={t`Size of backups`} figure={data && fileSize(data.backupBytes)} />
          </>
        )}
      </div>
    </Stack>
  );
}

/** Returns a moment for a tile: how long ago it was, with the date below; undefined while it is not known. */
const when = (instant: string | null | undefined) =>
  instant
    ? { figure: ago(instant, Date.now()), below: moment(instant) }
    : { figure: instant === null ? t`Never` : undefined };
