import { useLingui } from '@lingui/react/macro';
import { PageTabs } from '../../shell/PageTabs.tsx';
import { useMay } from '../../state/session.ts';

/** The tabs of *Reports*. */
export function ReportTabs({ shown }: { shown: 'reports' | 'trends' | 'records' }) {
  const { t } = useLingui();
  const mayReport = useMay('Stats.GENERATE_REPORTS');
  const seesAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const seesPiecework = useMay('Stats.GET_PERFORMANCE_METRICS');
  const mayMakeRecords = useMay('Attendance.LOCK_PERIOD');
  const tabs = [
    { name: 'reports', label: t`Reports`, link: { to: '/employer/reports' }, isSeen: mayReport },
    {
      name: 'trends',
      label: t`Trends`,
      link: { to: '/employer/reports/trends' },
      isSeen: seesAttendance || seesPiecework,
    },
    { name: 'records', label: t`Records`, link: { to: '/employer/reports/records' }, isSeen: mayMakeRecords },
  ] as const;
  return (
    <PageTabs
      label={t`Reports`}
      tabs={tabs.filter(({ isSeen }) => isSeen).map((tab) => ({ ...tab, isShown: tab.name === shown }))}
    />
  );
}
