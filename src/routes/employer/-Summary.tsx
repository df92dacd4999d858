import { useQuery } from '@tanstack/react-query';
import type { Day } from '../../api/day.ts';
import { FirstMinutes } from '../../features/dashboard/FirstMinutes.tsx';
import { AttendanceTiles } from '../../features/stats/AttendanceTiles.tsx';
import { attendanceTotalsQuery } from '../../features/stats/stats.queries.ts';
import { TrustStrip } from '../../features/stats/TrustStrip.tsx';
import { newestSync } from '../../features/syncStatus/deviceList.ts';
import { SyncTiles } from '../../features/syncStatus/SyncTiles.tsx';
import { syncStatusQuery } from '../../features/syncStatus/syncStatus.queries.ts';
import { ButtonLink } from '../../shell/links.ts';
import { useMay } from '../../state/session.ts';
import type { OpenDialog } from './-dashboardSearch.ts';
import classes from './-overview.module.css';
import { useLastView } from './-useLastView.ts';

type Props = { day: Day; today: string; onOpen: OpenDialog };

/** How far the figures can be trusted, and the tiles; before there is any data, what is coming. */
export function Summary({ day, today, onOpen }: Props) {
  const maySeeAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const maySeeSync = useMay('Account.GET_SYNC_STATUSES');
  const maySetUp = useMay('Setup.MANAGE');
  const totals = useQuery({ ...attendanceTotalsQuery(day), enabled: maySeeAttendance });
  const status = useQuery({ ...syncStatusQuery(day), enabled: maySeeSync });
  useLastView({ totals: maySeeAttendance ? totals.data : null, status: maySeeSync ? status.data : null }, day, today);
  return (
    <div className={classes.summary}>
      {maySeeAttendance && (
        <TrustStrip
          day={day}
          onDevice={maySeeSync ? (device) => onOpen({ open: 'devices', device }) : undefined}
          onOpen={(status) => onOpen({ open: 'list', status })}
          onExceptions={() => onOpen({ open: 'exceptions' })}
        />
      )}
      {day.live &&
        totals.data?.total === 0 &&
        (maySetUp ? (
          <FirstMinutes>
            <ButtonLink to="/employer/setup" search={{ page: 'start' }}>
              Set up your account
            </ButtonLink>
          </FirstMinutes>
        ) : (
          <FirstMinutes steps={firstSteps(status.data)} />
        ))}
      <div className={classes.tiles}>
        {maySeeSync && (
          <SyncTiles
            day={day}
            today={today}
            onPayroll={() => onOpen({ open: 'payroll' })}
            onDevices={() => onOpen({ open: 'devices' })}
          />
        )}
        {maySeeAttendance && <AttendanceTiles day={day} onOpen={(status) => onOpen({ open: 'list', status })} />}
      </div>
    </div>
  );
}

type Status = { payrollSystems: { lastSync: string | null }[]; devices: { lastSync: string | null }[] };
function firstSteps({ payrollSystems, devices }: Status = { payrollSystems: [], devices: [] }) {
  const synced = newestSync(payrollSystems) !== null;
  return [
    {
      done: false,
      title: 'Employees',
      words: synced
        ? 'Your payroll system has synced, but has sent no active employees yet.'
        : 'They come from your payroll system, which has not synced yet, or from a list that your administrator imports.',
    },
    {
      done: devices.length > 0,
      title: 'Devices',
      words:
        devices.length > 0
          ? `${devices.length} enrolled. Attendance appears with the first punch.`
          : 'None is enrolled yet. Your administrator enrols the terminals that people clock on.',
    },
    {
      done: false,
      title: 'Piecework',
      words: 'Totals, rankings and time spent appear with the first entries of your payroll system or devices.',
    },
  ];
}
