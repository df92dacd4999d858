import { useQuery } from '@tanstack/react-query';
import type { TimeWastedEntry } from '#contract/stats.ts';
import type { Day } from '../../api/day.ts';
import { hours } from '../../lib/figures.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { timeWastedDetailsQuery } from './stats.queries.ts';

const time = (key: string, title: string, ms: (entry: TimeWastedEntry) => number): Column<TimeWastedEntry> => ({
  key,
  title,
  number: true,
  value: ms,
  show: (entry) => hours(ms(entry)),
  text: (entry) => hours(ms(entry)),
});
const COLUMNS: readonly Column<TimeWastedEntry>[] = [
  { key: 'number', title: 'Number', value: ({ employee }) => employee.number },
  { key: 'firstName', title: 'First Name', value: ({ employee }) => employee.firstName },
  { key: 'lastName', title: 'Last Name', value: ({ employee }) => employee.lastName },
  time('late', 'Late', ({ lateTimeMs }) => lateTimeMs),
  time('breaks', 'Irregular Breaks', ({ irregularBreakTimeMs }) => irregularBreakTimeMs),
  time('total', 'Total', ({ totalTimeMs }) => totalTimeMs),
];

type Props = { day: Day; onWhy?: (employeeId: string) => void };

/** A table of the employees with wasted time. */
export default function TimeWastedTable({ day, onWhy }: Props) {
  const details = useQuery(timeWastedDetailsQuery(day));
  return (
    <Loaded query={details} failed="Failed to load raw data" height={320} label="raw data">
      {(entries) => (
        <DataTable
          label="Time wasted per employee"
          columns={COLUMNS}
          rows={entries}
          rowKey={({ employee }) => employee._id}
          exportName={`time-wasted-${day.referenceDate}`}
          empty="No data to display"
          onOpen={onWhy && (({ employee }) => onWhy(employee._id))}
        />
      )}
    </Loaded>
  );
}
