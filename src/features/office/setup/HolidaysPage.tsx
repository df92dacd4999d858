import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { longDay } from '../../../lib/zoned.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { setupGroupsQuery, setupHolidaysQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const HolidayDialog = lazyDialog(() => import('./HolidayDialog.tsx'));

/** Days on which nobody, or nobody in a time group, is expected. */
export default function HolidaysPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const holidays = useQuery(setupHolidaysQuery(accountId));
  const { data: groups = [] } = useQuery(setupGroupsQuery(accountId));
  const [open, setOpen] = useState<string>();
  const timeGroups = groups.filter(({ kind }) => kind === 'time');
  const groupName = (id: string | null) =>
    id === null ? t`Everybody` : (timeGroups.find(({ _id }) => _id === id)?.name ?? t`Unknown`);
  return (
    <Panel
      title={t`Holidays`}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          <Trans>Add holiday</Trans>
        </Button>
      }
    >
      <Loaded query={holidays} failed={messageOf} height={240} label={t`holidays`}>
        {(all) => (
          <>
            <RecordTable
              label={t`Holidays`}
              rows={all}
              empty={t`There are none yet.`}
              columns={[
                { title: t`Date`, show: ({ date }) => longDay(date) },
                { title: t`Name`, show: ({ name }) => name },
                { title: t`For`, show: ({ timeGroupId }) => groupName(timeGroupId) },
              ]}
              onOpen={setOpen}
            />
            {open && (
              <HolidayDialog
                accountId={accountId}
                today={today}
                timeGroups={timeGroups}
                holiday={all.find(({ _id }) => _id === open) ?? null}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
