import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Performer } from '#contract/figures/stats.ts';
import { units } from '../../../lib/figures.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { nameColumns, type PersonLink } from '../../../ui/personLink.ts';

type Props = {
  label: string;
  performers: readonly Performer[];
  exportName: string;
  onWhy?: (employeeId: string) => void;
  person?: PersonLink;
};

/** The ten of a ranking with both figures. */
export default function RankingTable({ label, performers, exportName, onWhy, person }: Props) {
  const { t } = useLingui();
  return (
    <DataTable
      label={label}
      columns={columnsOf(person)}
      rows={performers}
      rowKey={({ employeeId }) => employeeId}
      exportName={exportName}
      empty={t`No data to display`}
      onOpen={onWhy && (({ employeeId }) => onWhy(employeeId))}
    />
  );
}

const columnsOf = (person: PersonLink | undefined): readonly Column<Performer>[] => [
  { key: 'number', title: t`Number`, value: ({ number }) => number },
  ...nameColumns((performer: Performer) => performer, person),
  {
    key: 'performance',
    title: t`Units/hr`,
    number: true,
    value: ({ performance }) => performance,
    show: ({ performance }) => (performance === null ? '–' : units(performance)),
  },
  {
    key: 'units',
    title: t`Units`,
    number: true,
    value: ({ totalUnits }) => Number(totalUnits),
    text: ({ totalUnits }) => String(totalUnits),
    show: ({ totalUnits }) => units(totalUnits),
  },
];
