import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetupGroup } from '#contract/office/setupLists.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ADD_GROUP } from './GroupDialog.tsx';
import { setupGroupsQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const GroupDialog = lazyDialog(() => import('./GroupDialog.tsx'));

const KINDS: readonly { kind: SetupGroup['kind']; title: MessageDescriptor }[] = [
  { kind: 'time', title: msg`Shifts` },
  { kind: 'employee', title: msg`Employee groups` },
  { kind: 'job', title: msg`Job descriptions` },
];

/** The groups of employees: who works the same hours, who is counted together, what they do. */
export default function GroupsPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const groups = useQuery(setupGroupsQuery(accountId));
  const [open, setOpen] = useState<{ kind: SetupGroup['kind']; id: string | null }>();
  return (
    <Loaded query={groups} failed={messageOf} height={400} label={t`groups`}>
      {(all) => (
        <Stack gap="md">
          {KINDS.map(({ kind, title }) => (
            <Panel
              key={kind}
              title={t(title)}
              aside={
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => setOpen({ kind, id: null })}
                >
                  {t(ADD_GROUP[kind])}
                </Button>
              }
            >
              <RecordTable
                label={t(title)}
                rows={all.filter((one) => one.kind === kind)}
                empty={t`There are none yet.`}
                columns={[
                  { title: t`Name`, show: ({ name }) => name },
                  { title: t`Code`, show: ({ code }) => code },
                  { title: t`Employees`, show: ({ employees }) => count(employees) },
                ]}
                onOpen={(id) => setOpen({ kind, id })}
              />
            </Panel>
          ))}
          {open && (
            <GroupDialog
              accountId={accountId}
              kind={open.kind}
              group={all.find(({ _id }) => _id === open.id) ?? null}
              onClose={() => setOpen(undefined)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
