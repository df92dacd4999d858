import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Costs } from '#contract/money/earnings.ts';
import type { Crew } from '../../../api/crew.ts';
import { lookupNamesQuery, lookupsUnnamed } from '../../../api/names.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { moneyIn, units } from '../../../lib/figures.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { HelpLink } from '../../../shell/HelpLink.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { costsQuery } from './pay.queries.ts';

type Props = { accountId: string; crew: Crew; span: Span | undefined };
type Row = Costs['rows'][number];

/** The cost of settled work by product and block: piece pay, and the part of everything else by time. */
export function CostTable({ accountId, crew, span }: Props) {
  const { t } = useLingui();
  return (
    <Loaded
      query={useQuery(costsQuery(accountId, crew, span))}
      failed={t`Failed to load costs`}
      height={480}
      label={t`costs`}
    >
      {(costs) => <Shown accountId={accountId} costs={costs} />}
    </Loaded>
  );
}

function Shown({ accountId, costs }: { accountId: string; costs: Costs }) {
  const { t } = useLingui();
  const { from, to, currency, rows, totals, notSettled } = costs;
  const { data: names = lookupsUnnamed() } = useQuery(lookupNamesQuery(accountId));
  const money = useMemo(() => moneyIn(currency), [currency, t]);
  const amount = (key: 'direct' | 'spread' | 'total' | 'perUnit', title: string): Column<Row> => ({
    key,
    title,
    number: true,
    value: (row) => (row[key] === null ? null : Number(row[key])),
    show: (row) => (row[key] === null ? '' : money(row[key])),
    text: (row) => row[key] ?? '',
  });
  const coded = (key: 'lookup1' | 'lookup2', title: string, without = ''): Column<Row> => ({
    key,
    title,
    value: (row) => (row[key].code === null ? without : row[key].description),
  });
  const columns: readonly Column<Row>[] = [
    coded('lookup1', names.lookup1, t`Time without piecework`),
    coded('lookup2', names.lookup2),
    {
      ...{ key: 'units', title: t`Units`, number: true, value: (row) => Number(row.units) },
      ...{ show: (row) => units(row.units), text: (row) => row.units },
    },
    amount('direct', t`Piecework`),
    amount('spread', t`Other Pay`),
    amount('total', t`Total`),
    amount('perUnit', t`Per Unit`),
  ];
  return (
    <Stack gap="md">
      <Sums
        sums={[
          { label: t`Total`, figure: money(totals.total) },
          { label: t`Units`, figure: units(totals.units) },
          ...(totals.perUnit === null ? [] : [{ label: t`Per Unit`, figure: money(totals.perUnit) }]),
          ...(Number(notSettled) === 0
            ? []
            : [{ label: t({ message: 'Open', context: 'pay' }), figure: money(notSettled) }]),
        ]}
      />
      <Panel title={t`${dayLabel(from)} to ${dayLabel(to)}`}>
        <DataTable
          label={t`Costs`}
          columns={columns}
          rows={rows}
          rowKey={({ lookup1, lookup2 }) => `${lookup1.code} ${lookup2.code}`}
          exportName={`costs-${from}-${to}`}
          empty={t`No settled pay on these days`}
        />
        <Text size="sm" c="dimmed">
          <Trans>
            Other pay is the part of top-ups, hours, rest and premiums, by time. It is negative for work that earns more
            than the minimum in a window that needs a top-up. A top-up is spread over the work of its whole window, so
            that the cost of a part of a window can differ from the pay of its days.
          </Trans>{' '}
          <HelpLink to="cost" />
        </Text>
      </Panel>
    </Stack>
  );
}
