import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AttendanceStatus, STATUS_WORDS } from '#contract/statusWords.ts';
import { type Day, isFiltered } from '../../api/day.ts';
import { usualQuery } from '../../api/usual.ts';
import { count } from '../../lib/figures.ts';
import { stateColor } from '../../ui/StateLabel.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { usePageIdle } from '../../ui/usePageIdle.ts';
import { attendanceTotalsQuery } from './stats.queries.ts';
import { ATTENDANCE_TILES, attendanceTile, type TileStatus } from './tiles.ts';

type Props = { day: Day; onOpen: (status: AttendanceStatus) => void };

const ICONS = {
  total: <IconUsers size={18} aria-hidden />,
  present: <IconCircleCheck size={18} aria-hidden color={stateColor('on-time')} />,
  absent: <IconCircleX size={18} aria-hidden color={stateColor('absent')} />,
  late: <IconAlertTriangle size={18} aria-hidden color={stateColor('late')} />,
};

/** Employees, Present, Absent, Late; each opens its list. Their age is shown once, above them (`TrustStrip`). */
export function AttendanceTiles({ day, onOpen }: Props) {
  const totals = useQuery(attendanceTotalsQuery(day));
  // Asked for after what is on show.
  const { data: usual } = useQuery({ ...usualQuery(day), enabled: usePageIdle() && day.live });
  /** Beside today's figure what is usual at this time, in words. */
  const below = (status: TileStatus, words: string) => {
    const known = (status === 'present' || status === 'late') && usual ? usual[status] : null;
    if (known === null) return words;
    return (
      <>
        {words}
        <br />
        Usually {count(known)} by {usual?.at}
      </>
    );
  };
  return ATTENDANCE_TILES.map((status) => {
    const words = totals.data && attendanceTile(status, totals.data, { live: day.live, filtered: isFiltered(day) });
    return (
      <Tile
        key={status}
        label={STATUS_WORDS[status]}
        icon={ICONS[status]}
        figure={words?.figure}
        below={words && below(status, words.below)}
        failed={totals.isError ? 'Failed to load statistics' : undefined}
        onOpen={() => onOpen(status)}
      />
    );
  });
}
