import { useLingui } from '@lingui/react/macro';
import type { Span } from '../../lib/dayRange.ts';
import { PageTabs } from '../../shell/PageTabs.tsx';
import { useMay } from '../../state/session.ts';

export type PayrollPart = 'period' | 'hours' | 'pay' | 'cost' | 'files';
type Props = {
  shown: PayrollPart;
  /** The pay period that was chosen, which the other tabs show too; absent: the current. */
  span: Span | undefined;
};

/** The tabs of *Payroll*: a pay period is closed on the first, the others have its figures and files. */
export function PayrollTabs({ shown, span }: Props) {
  const { t } = useLingui();
  const seesAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const seesPay = useMay('Pay.VIEW');
  const period = span
    ? ({ to: '/employer/payroll/$period', params: { period: span.from } } as const)
    : ({ to: '/employer/payroll' } as const);
  const attendance = [
    { part: 'period', label: t`Period`, link: period },
    { part: 'hours', label: t`Hours`, link: { to: '/employer/payroll/hours', search: { ...span } } },
  ] as const;
  const pay = [
    { part: 'pay', label: t`Pay`, link: { to: '/employer/payroll/pay', search: { ...span } } },
    { part: 'cost', label: t`Cost`, link: { to: '/employer/payroll/cost', search: { ...span } } },
    { part: 'files', label: t`Files`, link: { to: '/employer/payroll/files', search: { ...span } } },
  ] as const;
  const tabs = [...(seesAttendance ? attendance : []), ...(seesPay ? pay : [])];
  return (
    <PageTabs
      label={seesPay ? t`Payroll` : t({ message: 'Period', context: 'section' })}
      tabs={tabs.map((tab) => ({ ...tab, isShown: tab.part === shown }))}
    />
  );
}
