import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { longDay } from '../../../lib/zoned.ts';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { setupGroupsQuery, setupHolidaysQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const HolidayDialog = lazyDialog(() => import('./HolidayDialog.tsx'));

/** Days on which nobody, or nobody in a time group, is expected. */
export default function HolidaysPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const holidays = useQuery(setupHolidaysQuery(accountId));
  const { data: groups = [] } = useQuery(setupGroupsQuery(accountId));
  const timeGroups = groups.filter(({ kind }) => kind === 'time');
  const groupName = (id: string | null) =>
    id === null ? t`Everybody` : (timeGroups.find(({ _id }) => _id === id)?.name ?? t`Unknown`);
  return (
    <RecordsPanel
      title={t`Holidays`}
      add={t`Add holiday`}
      query={holidays}
      label={t`holidays`}
      height={240}
      dialog={(holiday, close) => (
        <HolidayDialog accountId={accountId} today={today} timeGroups={timeGroups} holiday={holiday} onClose={close} />
      )}
    >
      {(rows, open) => (
        <RecordTable
          label={t`Holidays`}
          rows={rows}
          empty={t`There are none yet.`}
          columns={[
            { title: t`Date`, show: ({ date }) => longDay(date) },
            { title: t`Name`, show: ({ name }) => name },
            { title: t`For`, show: ({ timeGroupId }) => groupName(timeGroupId) },
          ]}
          onOpen={open}
        />
      )}
    </RecordsPanel>
  );
}
