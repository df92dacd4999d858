import { useCallback, useState } from 'react';
import type { License } from '#contract/access/accounts.ts';
import { attendanceStatus } from '#contract/figures/stats.ts';
import { reportOrder, reportType } from '#contract/reports/reports.ts';
import type { Day } from '../../api/day.ts';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import { useMay } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import type { DashboardSearch, OpenDialog } from './-dashboardSearch.ts';
import { personLink } from './-personLink.tsx';

const Alerts = lazyDialog(() => import('./-Alerts.tsx'));
const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));
const EmployeeListDialog = lazyDialog(() => import('../../features/figures/stats/EmployeeListDialog.tsx'));
const ExcuseDay = lazyDialog(() => import('./-ExcuseDay.tsx'));
const NotesDialog = lazyDialog(() => import('../../features/office/dayNotes/NotesDialog.tsx'));
const WhyDay = lazyDialog(() => import('./-WhyDay.tsx'));
const DevicesDialog = lazyDialog(() => import('../../features/figures/syncStatus/DevicesDialog.tsx'));
const PayrollDialog = lazyDialog(() => import('../../features/figures/syncStatus/PayrollDialog.tsx'));

type Props = {
  day: Day;
  today: string;
  search: DashboardSearch;
  license: License;
  onOpen: OpenDialog;
  onClose: () => void;
};

/** The dialog that is open according to the address, if the user may see it; each is loaded when first needed. */
export function Dialogs({ day, today, search, license, onOpen, onClose }: Props) {
  const maySeeAlerts = useMay('GET_ALL_ALERTS');
  const maySeeSync = useMay('Account.GET_SYNC_STATUSES');
  const maySeeAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const mayReport = useMay('Stats.GENERATE_REPORTS');
  const mayCorrect = useMay('Attendance.CORRECT');
  const [excused, setExcused] = useState<string>();
  const closeExcuse = useCallback(() => setExcused(undefined), []);
  const { open, why, device, tab } = search;
  const status = attendanceStatus.catch('total').parse(search.status);
  const report = reportType.safeParse(search.report).data;
  return (
    <>
      {open === 'alerts' && maySeeAlerts && (
        <Alerts
          accountId={day.accountId}
          license={license}
          timeZone={day.timeZone}
          today={today}
          tab={tab}
          onClose={onClose}
        />
      )}
      {open === 'payroll' && maySeeSync && <PayrollDialog day={day} today={today} onClose={onClose} />}
      {open === 'devices' && maySeeSync && (
        <DevicesDialog day={day} today={today} concerned={device} onClose={onClose} />
      )}
      {open === 'notes' && maySeeAttendance && <NotesDialog day={day} onClose={onClose} />}
      {open === 'list' && maySeeAttendance && (
        <EmployeeListDialog
          key={status}
          day={day}
          status={status}
          onClose={onClose}
          onWhy={(employeeId) => onOpen({ open: 'list', status, why: employeeId })}
          onExcuse={mayCorrect ? setExcused : undefined}
          person={personLink}
          report={
            <ReportButton
              types={status === 'late' ? ['latecomers'] : ['employee-attendance', 'corrections']}
              onOpen={(type) => onOpen({ open: 'report', report: type, status })}
            />
          }
        />
      )}
      {(open === 'list' || open === 'why') && why && maySeeAttendance && (
        <WhyDay day={day} employeeId={why} onClose={onClose} />
      )}
      {open === 'list' && excused && <ExcuseDay day={day} employeeId={excused} onClose={closeExcuse} />}
      {open === 'report' && report && mayReport && (
        <ReportDialog
          key={report}
          type={report}
          accountId={day.accountId}
          referenceDate={day.referenceDate}
          today={today}
          orderBy={reportOrder.safeParse(search.order).data}
          crew={day.crew}
          // 'All employees' is no filter.
          statuses={report === 'employee-attendance' && status !== 'total' ? [status] : undefined}
          onClose={onClose}
        />
      )}
    </>
  );
}
