import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { defectsQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const DefectDialog = lazyDialog(() => import('./DefectDialog.tsx'));

/** The defects for which samples of containers are looked at (docs/reference/quality.md). */
export default function DefectsPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const defects = useQuery(defectsQuery(accountId));
  const [open, setOpen] = useState<string>();
  return (
    <Loaded query={defects} failed={messageOf} height={400} label={t`defects`}>
      {(rows) => (
        <Panel
          title={t`Defects`}
          aside={
            <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
              <Trans>Add defect</Trans>
            </Button>
          }
        >
          <RecordTable
            label={t`Defects`}
            rows={rows}
            empty={t`There are none yet. What is wrong with what people pick is counted by these in samples, and is never in pay.`}
            columns={[{ title: t`Name`, show: ({ name }) => name }]}
            onOpen={setOpen}
          />
          {open && (
            <DefectDialog
              accountId={accountId}
              defect={rows.find(({ _id }) => _id === open) ?? null}
              onClose={() => setOpen(undefined)}
            />
          )}
        </Panel>
      )}
    </Loaded>
  );
}
