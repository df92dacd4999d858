import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  CONTAINER_LISTS,
  type ContainerList,
  type ContainerSums,
  type ListedContainer,
} from '#contract/office/containers.ts';
import { messageOf } from '../../../api/errors.ts';
import { foundText } from '../../../api/quality.ts';
import { count, hours, units } from '../../../lib/figures.ts';
import { addDays, momentOf } from '../../../lib/zoned.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { containersQuery } from './containers.queries.ts';

type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  /** Offers a report of the days that are shown. */
  report: (dates: { from: string; to: string }) => ReactNode;
};
const REST_MS = 300;

/** Containers that lead to their picker: those of a week or of other days, of one number, or those that were not delivered, not counted or rejected. */
export function ContainersPanel({ accountId, timeZone, today, report }: Props) {
  const { t } = useLingui();
  const [from, setFrom] = useState(() => addDays(today, -6));
  const [to, setTo] = useState(today);
  const [list, setList] = useState<ContainerList>('all');
  const [number, setNumber] = useState('');
  const [typed] = useDebouncedValue(number.trim(), REST_MS);
  const containers = useQuery(containersQuery(accountId, { from, to, list, number: typed }));
  const labels: Record<ContainerList, string> = {
    all: t`All`,
    undelivered: t`Counted, not delivered`,
    uncounted: t`Delivered, not counted`,
    rejected: t`Rejected`,
  };
  const lists = CONTAINER_LISTS.map((value) => ({ value, label: labels[value] }));
  return (
    <Panel title={t`Containers`}>
      <Stack gap="md">
        <Group align="end">
          <TextInput
            flex="1 1 9rem"
            label={t`Number`}
            maxLength={60}
            value={number}
            onChange={(e) => setNumber(e.currentTarget.value)}
          />
          <NativeSelect
            flex="1 1 9rem"
            label={t`Show`}
            data={lists}
            value={list}
            onChange={({ currentTarget }) =>
              setList(CONTAINER_LISTS.find((one) => one === currentTarget.value) ?? 'all')
            }
          />
          <DateField flex="1 1 9rem" label={t`From`} value={from} onChange={setFrom} />
          <DateField flex="1 1 9rem" label={t`To`} value={to} onChange={setTo} />
          {report({ from, to })}
        </Group>
        <Loaded query={containers} failed={messageOf} height={200} label={t`containers`}>
          {({ containers: found, more, defects, sums }) =>
            found.length === 0 ? (
              <EmptyState text={t`No containers on these days.`} />
            ) : (
              <>
                {sums && <SumsOf sums={sums} />}
                <ListTable
                  label={t`Containers`}
                  stacked
                  striped
                  figures={[t`Units`]}
                  columns={[t`Container`, t`Picker`, t`Work`, t`Units`, t`Counted`, t`Delivered`, t`Quality`]}
                >
                  {found.map((one) => (
                    <Row
                      key={`${one.number} ${one.counted?.at} ${one.delivered?.at}`}
                      one={one}
                      defects={defects}
                      timeZone={timeZone}
                      today={today}
                    />
                  ))}
                </ListTable>
                {more && (
                  <Text size="sm" c="dimmed">
                    <Trans>There are more: choose fewer days, or a number.</Trans>
                  </Text>
                )}
              </>
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  );
}

function SumsOf({ sums: { counting, accepted, rejected, weight, stoodMs, ...sums } }: { sums: ContainerSums }) {
  const { t } = useLingui();
  return (
    <Sums
      sums={[
        { label: t`Counted`, figure: count(counting) },
        { label: t`Units`, figure: units(sums.units) },
        { label: t`Accepted`, figure: count(accepted) },
        { label: t`Rejected`, figure: count(rejected) },
        { label: t`kg`, figure: units(weight) },
        { label: t`Hours stood, median`, figure: stoodMs === null ? '–' : hours(stoodMs) },
      ]}
    />
  );
}

type RowProps = { one: ListedContainer; defects: readonly string[]; timeZone: string; today: string };
function Row({ one, defects, timeZone, today }: RowProps) {
  const { t } = useLingui();
  const { number, kind, counted, delivered, quality } = one;
  const moment = (at: string) => momentOf(at, timeZone, today);
  const counts = { yes: '', twice: t`counted twice`, voided: t`does not count` };
  const name = counted?.employee && `${counted.employee.firstName} ${counted.employee.lastName}`.trim();
  return (
    <Table.Tr>
      <Table.Td>{kind === null ? number : `${kind} ${number}`}</Table.Td>
      <Table.Td data-label={t`Picker`}>{[name, counted?.crew].filter(Boolean).join(', ') || '–'}</Table.Td>
      <Table.Td data-label={t`Work`}>{[counted?.product, counted?.block].filter(Boolean).join(', ') || '–'}</Table.Td>
      <Table.Td data-number data-label={t`Units`}>
        {counted ? units(counted.units) : '–'}
      </Table.Td>
      <Table.Td data-label={t`Counted`}>
        {counted ? [moment(counted.at), counts[counted.counts]].filter(Boolean).join(', ') : t`never`}
      </Table.Td>
      <Table.Td data-label={t`Delivered`}>
        {delivered
          ? [
              moment(delivered.at),
              delivered.weight !== null && t`${units(delivered.weight)} kg`,
              delivered.verdict === 'reject' && t`rejected: ${delivered.reason ?? '–'}`,
              delivered.device,
            ]
              .filter(Boolean)
              .join(', ')
          : t`not yet`}
      </Table.Td>
      <Table.Td data-label={t`Quality`}>{quality && foundText(quality, defects)}</Table.Td>
    </Table.Tr>
  );
}
