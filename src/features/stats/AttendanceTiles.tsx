import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AttendanceStatus, type AttendanceTotals, STATUS_WORDS } from '#contract/stats.ts';
import { type Day, useStaleSince } from '../../api/day.ts';
import { count } from '../../lib/figures.ts';
import { stateColor } from '../../ui/StateLabel.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { attendanceTotalsQuery } from './stats.queries.ts';

type Props = { day: Day; onOpen: (status: AttendanceStatus) => void };

const TILES = [
  {
    status: 'total',
    icon: <IconUsers size={18} aria-hidden />,
    below: ({ expected }) => `${count(expected)} expected`,
  },
  {
    status: 'present',
    icon: <IconCircleCheck size={18} aria-hidden color={stateColor('on-time')} />,
    below: ({ onTime }) => `${count(onTime)} on time`,
  },
  { status: 'absent', icon: <IconCircleX size={18} aria-hidden color={stateColor('absent')} />, below: undecided },
  {
    status: 'late',
    icon: <IconAlertTriangle size={18} aria-hidden color={stateColor('late')} />,
    below: ({ present }) => `of ${count(present)} present`,
  },
] as const satisfies readonly {
  status: AttendanceStatus;
  icon: React.ReactNode;
  below: (totals: AttendanceTotals) => React.ReactNode;
}[];

/** Those who are not judged are said in words, never folded into Absent (rule 9). */
function undecided({ pending, unverified, expected }: AttendanceTotals) {
  const words = [pending > 0 && `${count(pending)} pending`, unverified > 0 && `${count(unverified)} unverified`];
  return words.filter(Boolean).join(', ') || `of ${count(expected)} expected`;
}

/** Employees, Present, Absent, Late; each opens its list. An account without employees shows no zeros. */
export function AttendanceTiles({ day, onOpen }: Props) {
  const totals = useQuery(attendanceTotalsQuery(day));
  const staleSince = useStaleSince(totals, day);
  const { data } = totals;
  const nobody = data?.total === 0;
  return TILES.map(({ status, icon, below }) => (
    <Tile
      key={status}
      label={STATUS_WORDS[status]}
      icon={icon}
      figure={data && (nobody ? '–' : count(data[status]))}
      below={data && (nobody ? 'No employees yet' : below(data))}
      staleSince={staleSince}
      failed={totals.isError ? 'Failed to load statistics' : undefined}
      onOpen={() => onOpen(status)}
    />
  ));
}
