import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type Day, isFiltered, useFailed } from '../../api/day.ts';
import { AttendanceTiles } from '../../features/figures/stats/AttendanceTiles.tsx';
import { DayAnswer } from '../../features/figures/stats/DayAnswer.tsx';
import { attendanceTotalsQuery } from '../../features/figures/stats/stats.queries.ts';
import { SyncTiles } from '../../features/figures/syncStatus/SyncTiles.tsx';
import { syncStatusQuery } from '../../features/figures/syncStatus/syncStatus.queries.ts';
import { exceptionCountsQuery } from '../../features/office/corrections/exceptionCounts.ts';
import { DayNotes } from '../../features/office/dayNotes/DayNotes.tsx';
import { useMay } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingQuietly } from '../../ui/Missing.tsx';
import type { OpenDialog } from './-dashboardSearch.ts';
import classes from './-overview.module.css';
import { useFirstCalls } from './-useFirstCalls.ts';

const FirstData = lazyWithRetry(() => import('./-FirstData.tsx'), MissingQuietly);

type Props = { day: Day; today: string; onOpen: OpenDialog };

/** The first answer of the day and the tiles; before there is any data, what is coming. */
export function Summary({ day, today, onOpen }: Props) {
  const maySeeAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const maySeeSync = useMay('Account.GET_SYNC_STATUSES');
  const totals = useQuery({ ...attendanceTotalsQuery(day), enabled: maySeeAttendance });
  const status = useQuery({ ...syncStatusQuery(day), enabled: maySeeSync });
  const exceptionDays = { from: day.referenceDate, to: day.referenceDate, ...day.crew };
  const exceptions = useQuery({
    ...exceptionCountsQuery(day.accountId, exceptionDays),
    enabled: maySeeAttendance,
  });
  const isUnknown = useFailed(exceptions);
  const tileCalls = [...(maySeeAttendance ? [totals] : []), ...(maySeeSync ? [status] : [])];
  useFirstCalls({ isLoaded: tileCalls.every(({ data }) => data !== undefined), tileCalls: tileCalls.length }, day);
  return (
    <div className={classes.summary}>
      {maySeeAttendance && (
        <DayAnswer
          day={day}
          onDevice={maySeeSync ? (device) => onOpen({ open: 'devices', device }) : undefined}
          onOpen={(status) => onOpen({ open: 'list', status })}
          toFix={isUnknown ? undefined : exceptions.data?.toFix}
          exceptionDays={exceptionDays}
          notes={<DayNotes day={day} onOpen={() => onOpen({ open: 'notes' })} />}
        />
      )}
      {day.live && totals.data?.total === 0 && !isFiltered(day) && (
        <Suspense>
          <FirstData status={status.data} />
        </Suspense>
      )}
      <div className={classes.tiles}>
        {maySeeAttendance && <AttendanceTiles day={day} onOpen={(status) => onOpen({ open: 'list', status })} />}
        {maySeeSync && (
          <SyncTiles
            day={day}
            today={today}
            onPayroll={() => onOpen({ open: 'payroll' })}
            onDevices={() => onOpen({ open: 'devices' })}
          />
        )}
      </div>
    </div>
  );
}
