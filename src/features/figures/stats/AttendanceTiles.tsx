import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type AttendanceStatus, STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { type Day, isFiltered } from '../../../api/day.ts';
import { usualQuery } from '../../../api/usual.ts';
import { count } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';
import { StateIcon } from '../../../ui/StateLabel.tsx';
import { Tile } from '../../../ui/Tile.tsx';
import { usePageIdle } from '../../../ui/usePageIdle.ts';
import { StatusBar } from './StatusBar.tsx';
import classes from './stats.module.css';
import { attendanceTotalsQuery } from './stats.queries.ts';
import { ATTENDANCE_TILES, attendanceTile, type TileStatus } from './tiles.ts';

type Props = { day: Day; onOpen: (status: AttendanceStatus) => void };

const ICONS = {
  total: undefined,
  present: <StateIcon state="on-time" />,
  absent: <StateIcon state="absent" />,
  late: <StateIcon state="late" />,
};

/** Present as the headline, with everybody who is due in one bar; Absent, Late and Employees. Each opens its list. Their age is shown once, above them (`DayAnswer`). */
export function AttendanceTiles({ day, onOpen }: Props) {
  const { t } = useLingui();
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
        <Trans>
          Usually {count(known)} by {usual?.at}
        </Trans>
      </>
    );
  };
  return ATTENDANCE_TILES.map((status) => {
    const words = totals.data && attendanceTile(status, totals.data, { live: day.live, filtered: isFiltered(day) });
    const tile = (
      <Tile
        key={status}
        size={status === 'present' ? 'large' : undefined}
        label={translated(STATUS_WORDS[status])}
        icon={ICONS[status]}
        figure={words?.figure}
        below={words && below(status, t(words.below))}
        failed={totals.isError ? t`Failed to load statistics` : undefined}
        onOpen={() => onOpen(status)}
      />
    );
    if (status !== 'present') return tile;
    return (
      <section key={status} className={classes.headline} aria-label={t`Attendance`}>
        {tile}
        <StatusBar totals={totals.data} onOpen={onOpen} />
      </section>
    );
  });
}
