import type { Performer } from '#contract/stats.ts';
import { units } from '../../lib/figures.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';

type Props = {
  label: string;
  performers: readonly Performer[];
  exportName: string;
  onWhy?: (employeeId: string) => void;
};

/** The ten of a ranking with both figures. */
export default function RankingTable({ label, performers, exportName, onWhy }: Props) {
  return (
    <DataTable
      label={label}
      columns={COLUMNS}
      rows={performers}
      rowKey={({ employeeId }) => employeeId}
      exportName={exportName}
      empty="No data to display"
      onOpen={onWhy && (({ employeeId }) => onWhy(employeeId))}
    />
  );
}

const COLUMNS: readonly Column<Performer>[] = [
  { key: 'number', title: 'Number', value: ({ number }) => number },
  { key: 'firstName', title: 'First Name', value: ({ firstName }) => firstName },
  { key: 'lastName', title: 'Last Name', value: ({ lastName }) => lastName },
  {
    key: 'performance',
    title: 'Units/hr',
    number: true,
    value: ({ performance }) => performance,
    show: ({ performance }) => (performance === null ? '–' : units(performance)),
  },
  {
    key: 'units',
    title: 'Units',
    number: true,
    value: ({ totalUnits }) => totalUnits,
    show: ({ totalUnits }) => units(totalUnits),
  },
];
