import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PieceworkCategory } from '#contract/figures/stats.ts';
import type { Day } from '../../../api/day.ts';
import { lookupNamesQuery, lookupsUnnamed } from '../../../api/names.ts';
import { units } from '../../../lib/figures.ts';
import { lookupName } from '../../../lib/lookups.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { nameColumns, type PersonLink } from '../../../ui/personLink.ts';
import { pieceworkBreakdownQuery } from './piecework.queries.ts';

type Names = { lookup1: string; lookup2: string };
type Row = PieceworkCategory & { employee?: PieceworkCategory['employees'][number]; key: string };

const pairKey = ({ lookup1Code, lookup2Code }: PieceworkCategory) => JSON.stringify([lookup1Code, lookup2Code]);

const pair = ({ lookup1, lookup2 }: Names): Column<Row>[] => [
  { key: 'lookup1', title: lookup1, value: (row) => lookupName(row.lookup1Code, row.lookup1Description) },
  { key: 'lookup2', title: lookup2, value: (row) => lookupName(row.lookup2Code, row.lookup2Description) },
];
const byCategory = (names: Names): Column<Row>[] => [
  ...pair(names),
  { key: 'employees', title: t`Employees`, number: true, value: ({ employees }) => employees.length },
  {
    key: 'units',
    title: t`Units`,
    number: true,
    value: ({ totalUnits }) => Number(totalUnits),
    text: ({ totalUnits }) => String(totalUnits),
    show: ({ totalUnits }) => units(totalUnits),
  },
];
const byEmployee = (names: Names, person: PersonLink | undefined): Column<Row>[] => [
  ...pair(names),
  { key: 'number', title: t`Number`, value: ({ employee }) => employee?.number ?? '', opens: true },
  ...nameColumns(({ employee }: Row) => employee, person),
  {
    key: 'units',
    title: t`Units`,
    number: true,
    value: ({ employee }) => Number(employee?.units ?? 0),
    text: ({ employee }) => String(employee?.units ?? 0),
    show: ({ employee }) => units(employee?.units ?? 0),
  },
];

const views = () => [
  { value: 'category', label: t`By category` },
  { value: 'employee', label: t`By employee` },
];

type Props = { day: Day; onWhy?: (employeeId: string) => void; person?: PersonLink };

/** The numbers behind Piecework Totals: totals by category, and by category and employee. */
export default function BreakdownTable({ day, onWhy, person }: Props) {
  const { t } = useLingui();
  const breakdown = useQuery(pieceworkBreakdownQuery(day));
  return (
    <Loaded query={breakdown} failed={t`Failed to load raw data`} height={320} label={t`raw data`}>
      {(categories) => <Breakdown categories={categories} day={day} onWhy={onWhy} person={person} />}
    </Loaded>
  );
}

function Breakdown({ categories, day, onWhy, person }: Props & { categories: readonly PieceworkCategory[] }) {
  const { t } = useLingui();
  const [view, setView] = useState('category');
  const { data: names = lookupsUnnamed() } = useQuery(lookupNamesQuery(day.accountId));
  const employees = view === 'employee';
  const rows = useMemo<Row[]>(
    () =>
      categories.flatMap((category) => {
        const key = pairKey(category);
        return employees
          ? category.employees.map((employee) => ({ ...category, employee, key: `${key} ${employee.number}` }))
          : { ...category, key };
      }),
    [categories, employees],
  );
  return (
    <Stack gap="xs" align="stretch">
      <div>
        <SegmentedControl aria-label={t`Totals`} data={views()} value={view} onChange={setView} />
      </div>
      <DataTable
        key={view}
        label={employees ? t`Units by category and employee` : t`Units by category`}
        columns={employees ? byEmployee(names, person) : byCategory(names)}
        rows={rows}
        rowKey={({ key }) => key}
        exportName={`piecework-${view}-${day.referenceDate}`}
        empty={t`No data to display`}
        onOpen={employees && onWhy ? ({ employee }) => employee && onWhy(employee.employeeId) : undefined}
      />
    </Stack>
  );
}
