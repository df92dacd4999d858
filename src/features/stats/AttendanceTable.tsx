import { useQuery } from '@tanstack/react-query';
import { type AttendanceEntry, STATUS_WORDS } from '#contract/stats.ts';
import type { Day } from '../../api/day.ts';
import { hours } from '../../lib/figures.ts';
import { momentOf } from '../../lib/zoned.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { attendanceListQuery } from './stats.queries.ts';

const columns = (day: Day): readonly Column<AttendanceEntry>[] => [
  { key: 'number', title: 'Number', value: ({ employee }) => employee.number },
  { key: 'firstName', title: 'First Name', value: ({ employee }) => employee.firstName },
  { key: 'lastName', title: 'Last Name', value: ({ employee }) => employee.lastName },
  {
    key: 'status',
    title: 'Status',
    value: ({ status, late }) => (status === 'present' ? STATUS_WORDS[late ? 'late' : 'onTime'] : STATUS_WORDS[status]),
  },
  {
    key: 'timeIn',
    title: 'Time In',
    value: ({ timeIn }) => timeIn && momentOf(timeIn, day.timeZone, day.referenceDate),
  },
  {
    key: 'late',
    title: 'Late (h:mm)',
    number: true,
    value: ({ lateMs }) => lateMs,
    show: ({ late, lateMs }) => (late ? hours(lateMs) : ''),
    text: ({ lateMs }) => hours(lateMs),
  },
];

type Props = { day: Day; onWhy?: (employeeId: string) => void };

/** Everybody of the day, one a row. */
export default function AttendanceTable({ day, onWhy }: Props) {
  const list = useQuery(attendanceListQuery(day, 'total'));
  return (
    <Loaded query={list} failed="Failed to load raw data" height={320} label="raw data">
      {(entries) => (
        <DataTable
          label="Employee attendance"
          columns={columns(day)}
          rows={entries}
          rowKey={({ employee }) => employee._id}
          exportName={`employee-attendance-${day.referenceDate}`}
          empty="No data to display"
          onOpen={onWhy && (({ employee }) => onWhy(employee._id))}
        />
      )}
    </Loaded>
  );
}
