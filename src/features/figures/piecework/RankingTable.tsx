import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { shareOfAll } from '#contract/figures/quality.ts';
import type { Performer } from '#contract/figures/stats.ts';
import type { Day } from '../../../api/day.ts';
import { qualityQuery } from '../../../api/quality.ts';
import { tenthOfPercent, units } from '../../../lib/figures.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { nameColumns, type PersonLink } from '../../../ui/personLink.ts';

type Props = {
  day: Day;
  label: string;
  performers: readonly Performer[];
  exportName: string;
  onWhy?: (employeeId: string) => void;
  person?: PersonLink;
};

/** The ten of a ranking with both figures. */
export default function RankingTable({ day, label, performers, exportName, onWhy, person }: Props) {
  const { t } = useLingui();
  const { accountId, referenceDate: date } = day;
  const { data } = useQuery(qualityQuery(accountId, { from: date, to: date }));
  const shares = new Map(data?.people.map((one) => [one.employee._id, shareOfAll(one)]));
  return (
    <DataTable
      label={label}
      columns={[...columnsOf(person), ...(shares.size > 0 ? [defectsOf(shares)] : [])]}
      rows={performers}
      rowKey={({ employeeId }) => employeeId}
      exportName={exportName}
      empty={t`No data to display`}
      onOpen={onWhy && (({ employeeId }) => onWhy(employeeId))}
    />
  );
}

/** The share of the pieces of a person's samples in which a defect was found (docs/reference/quality.md). */
const defectsOf = (shares: ReadonlyMap<string, number | null>): Column<Performer> => {
  const shareOf = ({ employeeId }: Performer) => shares.get(employeeId) ?? null;
  return {
    ...{ key: 'defects', title: t`Defects`, number: true, value: shareOf },
    show: (performer) => {
      const share = shareOf(performer);
      return share === null ? '–' : tenthOfPercent(share);
    },
  };
};

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
