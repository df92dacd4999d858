import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { setupLookupsQuery } from './lists.queries.ts';
import { OwnerOfAll } from './OwnerLock.tsx';
import { RecordTable } from './RecordTable.tsx';

const LookupEntryDialog = lazyDialog(() => import('./LookupEntryDialog.tsx'));
const LookupNameDialog = lazyDialog(() => import('./LookupNameDialog.tsx'));

/** The two lists by which piecework is counted; the account names them, for example products and blocks. */
export default function LookupsPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const lookups = useQuery(setupLookupsQuery(accountId));
  const [open, setOpen] = useState<{ lookup: 1 | 2; id: string | 'new' | 'name' }>();
  const close = () => setOpen(undefined);
  return (
    <Loaded query={lookups} failed={messageOf} height={400} label={t`products and blocks`}>
      {(both) => (
        <Stack gap="md">
          {both.map((one) => {
            const { lookup, entries, isLocked } = one;
            const name = one.name || t`Lookup ${lookup}`;
            return (
              <Panel
                key={lookup}
                title={name}
                aside={
                  <Group gap="sm">
                    {!isLocked && (
                      <Button
                        variant="default"
                        leftSection={<IconPencil size={18} aria-hidden />}
                        aria-label={t`Rename ${name}`}
                        onClick={() => setOpen({ lookup, id: 'name' })}
                      >
                        <Trans>Rename</Trans>
                      </Button>
                    )}
                    <Button
                      variant="default"
                      leftSection={<IconPlus size={18} aria-hidden />}
                      aria-label={t`Add to ${name}`}
                      onClick={() => setOpen({ lookup, id: 'new' })}
                    >
                      <Trans>Add</Trans>
                    </Button>
                  </Group>
                }
              >
                {/* Of the name; the entries say whose they are. */}
                {isLocked && entries.length === 0 && <OwnerOfAll rows={[one]} />}
                <RecordTable
                  label={name}
                  rows={entries}
                  empty={t`There are none yet.`}
                  columns={[
                    { title: t`Description`, show: ({ description }) => description },
                    { title: t`Code`, show: ({ code }) => code },
                  ]}
                  onOpen={(id) => setOpen({ lookup, id })}
                />
                {open?.lookup === lookup &&
                  (open.id === 'name' ? (
                    <LookupNameDialog accountId={accountId} shown={one} onClose={close} />
                  ) : (
                    <LookupEntryDialog
                      accountId={accountId}
                      lookup={lookup}
                      lookupName={name}
                      entry={entries.find(({ _id }) => _id === open.id) ?? null}
                      onClose={close}
                    />
                  ))}
              </Panel>
            );
          })}
        </Stack>
      )}
    </Loaded>
  );
}
