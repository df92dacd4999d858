import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AttendanceEntry } from '#contract/figures/stats.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import type { Day } from '../../../api/day.ts';
import { hours } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';
import { momentOf } from '../../../lib/zoned.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { nameColumns, type PersonLink } from '../../../ui/personLink.ts';
import { attendanceListQuery } from './stats.queries.ts';
import { identified } from './words.ts';

const columns = (day: Day, person: PersonLink | undefined): readonly Column<AttendanceEntry>[] => [
  { key: 'number', title: t`Number`, value: ({ employee }) => employee.number },
  ...nameColumns(identified, person),
  {
    key: 'status',
    title: t`Status`,
    value: ({ status, late }) => translated(STATUS_WORDS[status === 'present' ? (late ? 'late' : 'onTime') : status]),
  },
  {
    key: 'timeIn',
    title: t`In`,
    value: ({ timeIn }) => timeIn && momentOf(timeIn, day.timeZone, day.referenceDate),
  },
  {
    key: 'timeOut',
    title: t`Out`,
    value: ({ timeOut = null }) => timeOut && momentOf(timeOut, day.timeZone, day.referenceDate),
  },
  {
    key: 'clocked',
    title: t`Clocked (h:mm)`,
    number: true,
    value: ({ clockedMs = 0 }) => clockedMs,
    show: ({ present, clockedMs = 0 }) => (present ? hours(clockedMs) : ''),
    text: ({ clockedMs = 0 }) => hours(clockedMs),
  },
  {
    key: 'late',
    title: t`Late (h:mm)`,
    number: true,
    value: ({ lateMs }) => lateMs,
    show: ({ late, lateMs }) => (late ? hours(lateMs) : ''),
    text: ({ lateMs }) => hours(lateMs),
  },
];

type Props = { day: Day; onWhy?: (employeeId: string) => void; person?: PersonLink };

/** Everybody of the day, one a row. */
export default function AttendanceTable({ day, onWhy, person }: Props) {
  const { t } = useLingui();
  const list = useQuery(attendanceListQuery(day, 'total'));
  return (
    <Loaded query={list} failed={t`Failed to load raw data`} height={320} label={t`raw data`}>
      {(entries) => (
        <DataTable
          label={t`Employee attendance`}
          columns={columns(day, person)}
          rows={entries}
          rowKey={({ employee }) => employee._id}
          exportName={`employee-attendance-${day.referenceDate}`}
          empty={t`No data to display`}
          onOpen={onWhy && (({ employee }) => onWhy(employee._id))}
        />
      )}
    </Loaded>
  );
}
