import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/errors.ts';
import { longDay } from '../../lib/zoned.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { setupGroupsQuery, setupHolidaysQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const HolidayDialog = lazyDialog(() => import('./HolidayDialog.tsx'));

/** Days on which nobody, or nobody in a time group, is expected. */
export default function HolidaysPage({ accountId, today }: { accountId: string; today: string }) {
  const holidays = useQuery(setupHolidaysQuery(accountId));
  const { data: groups = [] } = useQuery(setupGroupsQuery(accountId));
  const [open, setOpen] = useState<string>();
  const timeGroups = groups.filter(({ kind }) => kind === 'time');
  const groupName = (id: string | null) =>
    id === null ? 'Everybody' : (timeGroups.find(({ _id }) => _id === id)?.name ?? 'Unknown');
  return (
    <Panel
      title="Holidays"
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          Add holiday
        </Button>
      }
    >
      <Loaded query={holidays} failed={messageOf} height={240} label="holidays">
        {(all) => (
          <>
            <RecordTable
              label="Holidays"
              rows={all}
              empty="There are none yet."
              columns={[
                { title: 'Date', show: ({ date }) => longDay(date) },
                { title: 'Name', show: ({ name }) => name },
                { title: 'For', show: ({ timeGroupId }) => groupName(timeGroupId) },
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
