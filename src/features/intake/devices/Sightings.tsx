import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import classes from './devices.module.css';
import { sightingsQuery } from './devices.queries.ts';

/** Terminals that called in without being enrolled; they keep their punches until they are claimed. */
export function Sightings({ onClaim }: { onClaim: (serialNumber: string) => void }) {
  const { t } = useLingui();
  const mayClaim = useMay('Device.CREATE_FOR_ACCOUNT');
  const sightings = useQuery({ ...sightingsQuery, enabled: mayClaim });
  if (!sightings.data?.length) return null;

  return (
    <section aria-label={t`Unknown terminals`} className={classes.device}>
      <Stack gap={4}>
        <h2 className={classes.name}>
          <Trans>Unknown terminals</Trans>
        </h2>
        <Text size="sm" c="dimmed">
          <Trans>They called in but belong to no account yet. They keep their punches until they are claimed.</Trans>
        </Text>
      </Stack>
      <ListTable
        label={t`Unknown terminals`}
        stacked
        actions
        columns={[t`Serial number`, t`Model`, t`Address`, t`Last seen`, t`Attempts`]}
      >
        {sightings.data.map(({ serialNumber, model, address, lastSeen, attempts }) => (
          <Table.Tr key={serialNumber}>
            <Table.Td>{serialNumber}</Table.Td>
            <Table.Td data-label={t`Model`}>{model ?? t`Unknown`}</Table.Td>
            <Table.Td data-label={t`Address`}>{address}</Table.Td>
            <Table.Td data-label={t`Last seen`}>{moment(lastSeen)}</Table.Td>
            <Table.Td data-label={t`Attempts`}>{count(attempts)}</Table.Td>
            <Table.Td>
              <Group justify="flex-end">
                <ServerButton
                  size="xs"
                  variant="default"
                  aria-label={t`Claim ${serialNumber} for this account`}
                  onClick={() => onClaim(serialNumber)}
                >
                  <Trans context="button">Claim</Trans>
                </ServerButton>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </section>
  );
}
