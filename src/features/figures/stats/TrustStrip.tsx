import { Trans } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { IconAntennaBarsOff, IconCircleCheck, IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { trustClauses } from '#contract/platform/trustMessages.ts';
import { type Day, isFiltered, useStaleSince } from '../../../api/day.ts';
import { count } from '../../../lib/figures.ts';
import { i18n, useLingui } from '../../../lib/words.tsx';
import { Age } from '../../../ui/Age.tsx';
import { StatusButton } from './StatusButton.tsx';
import classes from './stats.module.css';
import { attendanceTotalsQuery } from './stats.queries.ts';
import { trustLine } from './tiles.ts';

type Props = {
  day: Day;
  /** Absent for users without the devices dialog. */
  onDevice?: (id: string | undefined) => void;
  onOpen: (status: AttendanceStatus) => void;
  /** The number of exceptions to fix; undefined while it is not known. */
  exceptions: number | undefined;
  /** The days of the exceptions that the strip links to; empty: the last days. */
  exceptionDays: { from?: string; to?: string };
  /** The notes on the day, and the button that opens them. */
  notes: ReactNode;
};

/** How complete the figures are: 'As of 09:40, 6 of 7 devices heard from. Gate B silent since 06:10: 42 people not judged'. */
export function TrustStrip({ day, onDevice, onOpen, exceptions, exceptionDays, notes }: Props) {
  // The line is of the language that is shown.
  useLingui();
  const totals = useQuery(attendanceTotalsQuery(day));
  const staleSince = useStaleSince(totals, day);
  const { data } = totals;
  if (!data) return <div className={classes.trust} />;
  // Before there is any data the first minutes are shown here; the tiles show that a filter has no match.
  if (data.total === 0 && (day.live || isFiltered(day))) return null;
  const { silent, silentDevices, lost = [] } = data.devices;
  const isQuiet = silent + lost.length > 0;
  const words = (
    <>
      {isQuiet ? <IconAntennaBarsOff size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
      <span>
        {trustLine(data, day.referenceDate, trustClauses(i18n._))}
        {staleSince !== undefined && (
          <>
            {' '}
            <Age at={staleSince} words={(time) => <Trans>Not refreshed since {time}</Trans>} />
          </>
        )}
      </span>
    </>
  );
  return (
    <div className={classes.trust} data-silent={isQuiet || undefined}>
      {onDevice ? (
        <UnstyledButton
          className={classes.trustWords}
          onClick={() => onDevice((silentDevices[0] ?? lost[0])?.id)}
          aria-haspopup="dialog"
        >
          {words}
        </UnstyledButton>
      ) : (
        <p className={classes.trustWords}>{words}</p>
      )}
      <div className={classes.trustLists}>
        {data.off > 0 && <StatusButton status="off" number={data.off} onOpen={onOpen} />}
        <Link to="/employer/exceptions" search={exceptionDays} className={classes.trustButton}>
          <IconListSearch size={18} aria-hidden />
          <Trans>Exceptions</Trans> {exceptions !== undefined && <strong>{count(exceptions)}</strong>}
        </Link>
      </div>
      {notes}
    </div>
  );
}
