import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TimeCategory } from '#contract/figures/stats.ts';
import { hours } from '../../../lib/figures.ts';
import { lookupName } from '../../../lib/lookups.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';

type Names = { lookup1: string; lookup2: string };
type Props = { categories: readonly TimeCategory[]; names: Names; exportName: string };

/** Recorded time of every combination of both lookups. */
export default function TimeSpentTable({ categories, names, exportName }: Props) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Time spent by category`}
      columns={columns(names)}
      rows={categories}
      rowKey={({ lookup1Code, lookup2Code }) => JSON.stringify([lookup1Code, lookup2Code])}
      exportName={exportName}
      empty={t`No data to display`}
    />
  );
}

const columns = (names: Names): readonly Column<TimeCategory>[] => [
  { key: 'lookup1', title: names.lookup1, value: (row) => lookupName(row.lookup1Code, row.lookup1Name) },
  { key: 'lookup2', title: names.lookup2, value: (row) => lookupName(row.lookup2Code, row.lookup2Name) },
  {
    key: 'hours',
    title: t`Hours`,
    number: true,
    value: ({ totalTimeMs }) => totalTimeMs,
    show: ({ totalTimeMs }) => hours(totalTimeMs),
    text: ({ totalTimeMs }) => hours(totalTimeMs),
  },
];
