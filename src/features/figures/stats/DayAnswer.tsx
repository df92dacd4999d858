import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { type Day, isFiltered, useStaleSince } from '../../../api/day.ts';
import { useOnline } from '../../../state/reachability.ts';
import { useMay } from '../../../state/session.ts';
import { Age } from '../../../ui/Age.tsx';
import { type DayAct, dayAnswer } from './dayAnswer.ts';
import classes from './stats.module.css';
import { attendanceTotalsQuery } from './stats.queries.ts';

type Props = {
  day: Day;
  /** Absent for users without the devices dialog. */
  onDevice?: ((id: string | undefined) => void) | undefined;
  onOpen: (status: AttendanceStatus) => void;
  /** The number of the day's exceptions to fix; undefined while it is not known. */
  toFix: number | undefined;
  /** The days and people of the exceptions that are linked to. */
  exceptionDays: { from: string; to: string };
  /** The notes on the day, and the button that opens them. */
  notes: ReactNode;
};

/** The first answer of the day: a few sentences, each a link to its act, and the notes on the day. */
export function DayAnswer({ day, onDevice, onOpen, toFix, exceptionDays, notes }: Props) {
  const { t } = useLingui();
  const totals = useQuery(attendanceTotalsQuery(day));
  const staleSince = useStaleSince(totals, day);
  const online = useOnline();
  const maySetUp = useMay('Setup.MANAGE');
  const { data } = totals;
  const { referenceDate, live } = day;
  const isCurrent = online && staleSince === undefined;
  const sentences = data
    ? dayAnswer({ totals: data, referenceDate, live, filtered: isFiltered(day), toFix, isCurrent })
    : [];
  // Before there is any data the first minutes are shown here; the tiles show that a filter has no match.
  if (data && sentences.length === 0) return null;
  const part = (words: string, act: DayAct | undefined) => {
    if (act?.kind === 'exceptions')
      return (
        <Link key={words} to="/employer/exceptions" search={exceptionDays} className={classes.sentence}>
          {words}
        </Link>
      );
    if (act?.kind === 'shifts' && maySetUp)
      return (
        <Link key={words} to="/employer/settings" search={{ page: 'employees' }} className={classes.sentence}>
          {words}
        </Link>
      );
    if (act?.kind === 'period')
      return (
        <Link key={words} to="/employer/payroll" className={classes.sentence}>
          {words}
        </Link>
      );
    const onClick =
      act?.kind === 'list' ? () => onOpen(act.status) : act?.kind === 'device' && onDevice && (() => onDevice(act.id));
    if (!onClick)
      return (
        <span key={words} className={classes.sentence}>
          {words}
        </span>
      );
    return (
      <UnstyledButton key={words} className={classes.sentence} onClick={onClick} aria-haspopup="dialog">
        {words}
      </UnstyledButton>
    );
  };
  return (
    <div className={classes.answer}>
      <p className={classes.sentences}>
        {sentences.map(({ words, act }) => part(t(words), act))}
        {staleSince !== undefined && (
          <span className={classes.sentence}>
            <Age at={staleSince} words={(time) => <Trans>Not refreshed since {time}</Trans>} />
          </span>
        )}
      </p>
      {notes}
    </div>
  );
}
