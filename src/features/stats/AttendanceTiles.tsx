import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AttendanceStatus, STATUS_WORDS } from '#contract/stats.ts';
import type { Day } from '../../api/day.ts';
import { stateColor } from '../../ui/StateLabel.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { ATTENDANCE_TILES, attendanceTile } from './attendanceTiles.ts';
import { attendanceTotalsQuery } from './stats.queries.ts';

type Props = { day: Day; onOpen: (status: AttendanceStatus) => void };

const ICONS = {
  total: <IconUsers size={18} aria-hidden />,
  present: <IconCircleCheck size={18} aria-hidden color={stateColor('on-time')} />,
  absent: <IconCircleX size={18} aria-hidden color={stateColor('absent')} />,
  late: <IconAlertTriangle size={18} aria-hidden color={stateColor('late')} />,
};

/** Employees, Present, Absent, Late; each opens its list. How old they are is said once, above them (`TrustStrip`). */
export function AttendanceTiles({ day, onOpen }: Props) {
  const totals = useQuery(attendanceTotalsQuery(day));
  return ATTENDANCE_TILES.map((status) => (
    <Tile
      key={status}
      label={STATUS_WORDS[status]}
      icon={ICONS[status]}
      figure={totals.data && attendanceTile(status, totals.data).figure}
      below={totals.data && attendanceTile(status, totals.data).below}
      failed={totals.isError ? 'Failed to load statistics' : undefined}
      onOpen={() => onOpen(status)}
    />
  ));
}
