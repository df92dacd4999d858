import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AuditSample } from '#contract/office/auditSamples.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { moment } from '../../../lib/moments.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { SampleDialog } from './SampleDialog.tsx';
import { endSampleMutation, samplesQuery } from './samples.queries.ts';

/** 'Audit samples' (docs/reference/records.md#an-auditors-sample): people drawn by a seed, each with a link for an auditor that ends by itself. */
export function Samples({ span }: { span: Span }) {
  const { t } = useLingui();
  const samples = useQuery(samplesQuery);
  return (
    <RecordsPanel
      title={t`Audit samples`}
      add={t`New sample`}
      addIcon={null}
      query={samples}
      label={t`samples`}
      height={80}
      about={
        <Text size="sm" c="dimmed">
          <Trans>
            People of each pay period, drawn by a seed so that neither side picks. The link shows their hours and
            nothing else, without a log-in, and ends by itself.
          </Trans>
        </Text>
      }
      dialog={(_sample, close) => <SampleDialog span={span} onClose={close} />}
    >
      {(all) =>
        all.length > 0 && (
          <ListTable
            label={t`Audit samples`}
            stacked
            actions
            columns={[t`Auditor`, t`Days`, t`Seed`, t`People`, t`Ends`, t`Last opened`]}
          >
            {all.map((one) => (
              <Table.Tr key={one._id}>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td data-label={t`Days`}>
                  <Trans>
                    {dayLabel(one.from)} to {dayLabel(one.to)}
                  </Trans>
                </Table.Td>
                <Table.Td data-label={t`Seed`}>{one.seed}</Table.Td>
                <Table.Td
                  data-label={t`People`}
                >{t`${plural(one.people, { one: '# person', other: '# people' })}`}</Table.Td>
                <Table.Td data-label={t`Ends`}>{moment(one.endsAt)}</Table.Td>
                <Table.Td data-label={t`Last opened`}>{moment(one.lastOpenedAt)}</Table.Td>
                <Table.Td>
                  <End sample={one} />
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        )
      }
    </RecordsPanel>
  );
}

function End({ sample: { _id, name } }: { sample: AuditSample }) {
  const { t } = useLingui();
  const end = useMutation(endSampleMutation(_id));
  return (
    <Stack align="flex-end">
      <ConfirmedButton
        size="xs"
        label={t`End the link of ${name}`}
        title={t`End link`}
        question={t`End the link of ${name}?`}
        consequences={[t`The link shows nothing any more`]}
        action={t({ message: 'End', context: 'button' })}
        busy={end.isPending}
        onConfirm={(close) => end.mutate(undefined, { onSuccess: close })}
      >
        <Trans context="button">End</Trans>
      </ConfirmedButton>
    </Stack>
  );
}
