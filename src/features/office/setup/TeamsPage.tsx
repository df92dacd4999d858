import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { teamsQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';
import { useDivisions } from './useDivisions.ts';

const TeamDialog = lazyDialog(() => import('./TeamDialog.tsx'));

/** The teams that share what they make together (docs/reference/teams.md). */
export default function TeamsPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const teams = useQuery(teamsQuery(accountId));
  const divisions = useDivisions();
  const [open, setOpen] = useState<string>();
  return (
    <Loaded query={teams} failed={messageOf} height={400} label={t`teams`}>
      {(rows) => (
        <Panel
          title={t`Teams`}
          aside={
            <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
              <Trans>Add team</Trans>
            </Button>
          }
        >
          <RecordTable
            label={t`Teams`}
            rows={rows}
            empty={t`There are none yet. What a team makes together is divided among its members.`}
            columns={[
              { title: t`Name`, show: ({ name }) => name },
              { title: t`Divided`, show: ({ division }) => divisions[division] },
              {
                title: t`Members`,
                show: ({ members }) => {
                  const now = members.filter(({ to }) => to === null || to >= today);
                  return t`${plural(now.length, { one: '# person', other: '# people' })}`;
                },
              },
            ]}
            onOpen={setOpen}
          />
          {open && (
            <TeamDialog
              accountId={accountId}
              team={rows.find(({ _id }) => _id === open) ?? null}
              onClose={() => setOpen(undefined)}
            />
          )}
        </Panel>
      )}
    </Loaded>
  );
}
