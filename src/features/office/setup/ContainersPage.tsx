import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ContainerKind } from '#contract/masterData/containers.ts';
import { messageOf } from '../../../api/errors.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { containerKindsQuery, setupLookupsQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';
import { setupKey } from './setup.queries.ts';

const ContainerKindDialog = lazyDialog(() => import('./ContainerKindDialog.tsx'));

/** The dialog that prints labels for containers of one kind. */
export type ShowLabels = (given: {
  kind: ContainerKind;
  nextLabel: number;
  invalidates: readonly (readonly unknown[])[];
  onClose: () => void;
}) => ReactNode;

/** The kinds of containers into which people pick (docs/reference/containers.md), and their labels. */
export default function ContainersPage({ accountId, labels }: { accountId: string; labels: ShowLabels }) {
  const { t } = useLingui();
  const kinds = useQuery(containerKindsQuery(accountId));
  const { data: lookups = [] } = useQuery(setupLookupsQuery(accountId));
  const products = lookups.find(({ lookup }) => lookup === 1);
  const [open, setOpen] = useState<{ id: string; isPrinting?: true }>();
  const close = () => setOpen(undefined);
  const productOf = (code: string | null) =>
    products?.entries.find((entry) => entry.code === code)?.description ?? code ?? '–';
  return (
    <Loaded query={kinds} failed={messageOf} height={400} label={t`kinds of containers`}>
      {({ containerKinds, nextLabel }) => {
        const opened = containerKinds.find(({ _id }) => _id === open?.id);
        return (
          <Panel
            title={t`Containers`}
            aside={
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setOpen({ id: 'new' })}
              >
                <Trans>Add kind of container</Trans>
              </Button>
            }
          >
            <RecordTable
              label={t`Containers`}
              rows={containerKinds}
              empty={t`There are none yet. Bins, lugs and buckets lead to their picker, and count once.`}
              columns={[
                { title: t`Name`, show: ({ name }) => name },
                { title: t`Units`, show: ({ units }) => units },
                {
                  title: products?.name || t`Lookup ${{ lookup: 1 }}`,
                  show: ({ lookup1Code }) => productOf(lookup1Code),
                },
                { title: t`Empty after`, show: ({ hours }) => t`${hours} h` },
                {
                  title: t`Labels`,
                  show: ({ _id, name }) => (
                    <Button
                      variant="default"
                      size="compact-sm"
                      leftSection={<IconPrinter size={16} aria-hidden />}
                      aria-label={t`Print labels: ${name}`}
                      onClick={() => setOpen({ id: _id, isPrinting: true })}
                    >
                      <Trans>Print</Trans>
                    </Button>
                  ),
                },
              ]}
              onOpen={(id) => setOpen({ id })}
            />
            {open?.isPrinting && opened
              ? labels({ kind: opened, nextLabel, invalidates: [setupKey(accountId)], onClose: close })
              : open && (
                  <ContainerKindDialog
                    accountId={accountId}
                    products={products}
                    kind={opened ?? null}
                    onClose={close}
                  />
                )}
          </Panel>
        );
      }}
    </Loaded>
  );
}
