import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TimeWastedEntry } from '#contract/figures/stats.ts';
import type { Day } from '../../../api/day.ts';
import { hours } from '../../../lib/figures.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { nameColumns, type PersonLink } from '../../../ui/personLink.ts';
import { timeWastedDetailsQuery } from './stats.queries.ts';
import { identified } from './words.ts';

const time = (key: string, title: string, ms: (entry: TimeWastedEntry) => number): Column<TimeWastedEntry> => ({
  key,
  title,
  number: true,
  value: ms,
  show: (entry) => hours(ms(entry)),
  text: (entry) => hours(ms(entry)),
});
const columnsOf = (person: PersonLink | undefined): readonly Column<TimeWastedEntry>[] => [
  { key: 'number', title: t`Number`, value: ({ employee }) => employee.number },
  ...nameColumns(identified, person),
  time('late', t({ message: 'Late', context: 'time' }), ({ lateTimeMs }) => lateTimeMs),
  time('breaks', t`Irregular Breaks`, ({ irregularBreakTimeMs }) => irregularBreakTimeMs),
  time('total', t`Total`, ({ totalTimeMs }) => totalTimeMs),
];

type Props = { day: Day; onWhy?: (employeeId: string) => void; person?: PersonLink };

/** A table of the employees with wasted time. */
export default function TimeWastedTable({ day, onWhy, person }: Props) {
  const { t } = useLingui();
  const details = useQuery(timeWastedDetailsQuery(day));
  return (
    <Loaded query={details} failed={t`Failed to load raw data`} height={320} label={t`raw data`}>
      {(entries) => (
        <DataTable
          label={t`Time wasted per employee`}
          columns={columnsOf(person)}
          rows={entries}
          rowKey={({ employee }) => employee._id}
          exportName={`time-wasted-${day.referenceDate}`}
          empty={t`No data to display`}
          onOpen={onWhy && (({ employee }) => onWhy(employee._id))}
        />
      )}
    </Loaded>
  );
}
