import { useLingui } from '@lingui/react/macro';
import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import SearchDialog, { type Place, type Typed } from '../../features/figures/search/SearchDialog.tsx';
import { WORK_LABEL } from '../../features/office/corrections/workLabels.ts';
import { WORK_PAGES } from '../../features/office/corrections/workPages.ts';
import { SETUP_LABEL } from '../../features/office/setup/pageLabels.ts';
import { isOfMoney, SETUP_PAGES } from '../../features/office/setup/pages.ts';
import { FIGURES_PATH, howFigures } from '../../shell/howFigures.ts';
import type { Section } from '../../shell/SectionTabs.tsx';
import { type Session, useMay } from '../../state/session.ts';

type Props = Typed & { info: Session['info']; sections: readonly Section[]; onClose: () => void };
/** The search once it is open, with the pages and acts that the user may see. */
export default function SearchPlaces({ info, sections, onClose, ...typed }: Props) {
  const { t } = useLingui();
  const router = useRouter();
  const seesAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const seesPeople = sections.some(({ to }) => to === '/employer/people');
  const keepsRecords = useMay('Attendance.LOCK_PERIOD');
  const [setsUp, setsUpPay] = [useMay('Setup.MANAGE'), useMay('Pay.MANAGE')];
  const seesPay = useMay('Pay.VIEW');
  const mayCorrect = useMay('Attendance.CORRECT');
  const payroll = sections.find(({ to }) => to === '/employer/payroll')?.label ?? '';
  const open = (link: NavigateOptions) => () => void router.navigate(link);
  const places: Place[] = [
    ...sections.map(({ label, to }) => ({ label, open: open({ to }) })),
    ...(seesAttendance
      ? [
          { label: t`Close or lock a period`, within: payroll, open: open({ to: '/employer/payroll' }) },
          { label: t`Exceptions`, within: payroll, open: open({ to: '/employer/exceptions' }) },
          { label: t`Paid hours`, within: payroll, open: open({ to: '/employer/payroll/hours' }) },
          { label: t`On site now`, within: t`People`, open: open({ to: '/employer/people/on-site' }) },
        ]
      : []),
    ...(seesPay
      ? [
          { label: t`Pay`, within: payroll, open: open({ to: '/employer/payroll/pay' }) },
          { label: t`Cost`, within: payroll, open: open({ to: '/employer/payroll/cost' }) },
          { label: t`Payroll files`, within: payroll, open: open({ to: '/employer/payroll/files' }) },
        ]
      : []),
    ...(mayCorrect
      ? WORK_PAGES.filter((page) => page !== 'file').map((page) => ({
          label: t(WORK_LABEL[page]),
          within: t`Work`,
          open: open({ to: '/employer/work', search: { page } }),
        }))
      : []),
    ...(seesPeople ? [{ label: t`Trends`, within: t`Reports`, open: open({ to: '/employer/reports/trends' }) }] : []),
    ...(keepsRecords
      ? [{ label: t`Records`, within: t`Reports`, open: open({ to: '/employer/reports/records' }) }]
      : []),
    ...SETUP_PAGES.filter((page) => page !== 'start' && (isOfMoney(page) ? setsUpPay : setsUp)).map((page) => ({
      label: t(SETUP_LABEL[page]),
      within: t`Settings`,
      open: open({ to: '/employer/settings', search: { page } }),
    })),
    { label: howFigures(), open: open({ to: FIGURES_PATH }) },
    { label: t`Log-in options`, open: open({ to: '/login/options' }) },
    { label: t`Change Password`, open: open({ to: '/login/change-password' }) },
  ];
  return (
    <SearchDialog
      {...typed}
      accountId={info.accountId}
      places={places}
      onPerson={
        seesPeople
          ? (employeeId) => void router.navigate({ to: '/employer/people/$employeeId', params: { employeeId } })
          : undefined
      }
      onClose={onClose}
    />
  );
}
