import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { PayHours } from '#contract/figures/hours.ts';
import type { Earnings } from '#contract/money/earnings.ts';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { payHoursQuery } from '../../features/figures/people/people.queries.ts';
import { UnpaidTime } from '../../features/figures/people/UnpaidTime.tsx';
import { UnsettledHours } from '../../features/figures/people/UnsettledHours.tsx';
import { earningsQuery } from '../../features/money/pay/pay.queries.ts';
import { Exceptions } from '../../features/office/corrections/Exceptions.tsx';
import { exceptionCountsQuery } from '../../features/office/corrections/exceptionCounts.ts';
import { PERIOD_STEPS, PeriodSteps } from '../../features/office/corrections/PeriodSteps.tsx';
import type { Span } from '../../lib/dayRange.ts';
import { count, hours, moneyIn } from '../../lib/figures.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { PeriodSelect } from '../../ui/PeriodSelect.tsx';
import { Sums } from '../../ui/Sums.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { useExceptionLinks } from './-exceptionLinks.tsx';
import page from './-overview.module.css';
import { PayrollTabs } from './-PayrollTabs.tsx';
import { personLink } from './-personLink.tsx';
import { WhyHere } from './-WhyHere.tsx';
import { type WhySearch, whySearch } from './-whySearch.ts';

const HandOver = lazy(() => import('../../features/money/pay/HandOver.tsx'));
const UnsettledPay = lazy(() => import('../../features/money/pay/UnsettledPay.tsx'));

/** Only texts, because every start reads addresses. `step`: the open step; absent: the first with something left. */
type Search = { step?: string | undefined } & WhySearch;

export const Route = createFileRoute('/employer/payroll')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    step: typeof raw.step === 'string' ? raw.step : undefined,
    ...whySearch(raw),
  }),
  component: Payroll,
});

function Payroll() {
  const session = useSession();
  return session && <PayrollPage info={session.info} />;
}

/** *Payroll*, or *Period* for users who see no pay: closes the pay period whose first day is in the address; without one, the current. */
function PayrollPage({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const { period } = useParams({ strict: false });
  const { why, on } = Route.useSearch();
  const navigate = useNavigate();
  const today = useToday(timeZone);
  const maySeePay = useMay('Pay.VIEW');
  const seesAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const current = useQuery({ ...payHoursQuery(accountId, {}, undefined), enabled: seesAttendance });
  const chosen = current.data?.periods.find((one) => period && one.from <= period && one.to >= period);
  if (!seesAttendance && maySeePay) return <Navigate to="/employer/payroll/pay" replace />;
  return (
    <EmployerShell>
      <div className={page.summary}>
        <PageTitle>{maySeePay ? t`Payroll` : t({ message: 'Period', context: 'section' })}</PageTitle>
        <PayrollTabs shown="period" span={chosen} />
        <Loaded query={current} failed={t`Failed to load hours`} height={480} label={t`the pay period`}>
          {({ from, to, periods }) => {
            const span = chosen ?? { from, to };
            return (
              <>
                <div className={page.period}>
                  <PeriodSelect
                    label={t`Pay period`}
                    span={span}
                    groups={[{ group: t`Pay period`, periods }]}
                    max={today}
                    onPick={(picked) =>
                      void navigate({ to: '/employer/payroll/$period', params: { period: picked.from } })
                    }
                  />
                </div>
                {period !== undefined && !chosen && (
                  <Text size="sm">
                    <Trans>The address names no pay period that can be shown. This is the current one.</Trans>
                  </Text>
                )}
                <ClosePeriod key={span.from} accountId={accountId} timeZone={timeZone} today={today} span={span} />
              </>
            );
          }}
        </Loaded>
      </div>
      <WhyHere why={why} on={on} accountId={accountId} timeZone={timeZone} today={today} />
    </EmployerShell>
  );
}

type Props = { accountId: string; timeZone: string; today: string; span: Span };
/** The sums of a pay period, and the steps that close it. */
function ClosePeriod({ accountId, timeZone, today, span }: Props) {
  const { step } = Route.useSearch();
  const navigate = useNavigate();
  const maySeePay = useMay('Pay.VIEW');
  const links = useExceptionLinks();
  const days = { from: span.from, to: span.to < today ? span.to : today };
  return (
    <>
      <PeriodSums accountId={accountId} span={span} />
      <PeriodSteps
        accountId={accountId}
        timeZone={timeZone}
        today={today}
        {...span}
        openStep={PERIOD_STEPS.find((one) => one === step)}
        onOpen={(next) => void navigate({ to: '.', search: { step: next }, replace: true, resetScroll: false })}
        exceptions={(which) => (
          <>
            <Exceptions
              key={which}
              accountId={accountId}
              timeZone={timeZone}
              span={days}
              only={which}
              onWhy={(employeeId, day) =>
                void navigate({
                  to: '.',
                  search: (before) => ({ ...before, why: employeeId, on: day }),
                  state: { opened: true },
                  resetScroll: false,
                })
              }
              {...links}
            />
            {which === 'decide' && (
              <UnpaidTime
                accountId={accountId}
                span={span}
                person={(employeeId, name) => (
                  <AnchorLink to="/employer/people/$employeeId" params={{ employeeId }} search={span} inherit>
                    {name}
                  </AnchorLink>
                )}
              />
            )}
            <OtherDays accountId={accountId} days={days} isCurrent={span.to >= today} />
          </>
        )}
        unsettled={
          maySeePay ? (
            <Suspense>
              <UnsettledPay accountId={accountId} span={span} person={personLink} />
            </Suspense>
          ) : (
            <UnsettledHours accountId={accountId} span={span} person={personLink} />
          )
        }
        handOver={
          maySeePay
            ? (lock) => (
                <Suspense>
                  <HandOver
                    accountId={accountId}
                    lock={lock}
                    filesLink={
                      <AnchorLink to="/employer/payroll/files" size="sm">
                        <Trans>Payroll files</Trans>
                      </AnchorLink>
                    }
                  />
                </Suspense>
              )
            : undefined
        }
      />
    </>
  );
}

/** The sums of everybody in a pay period, each a link to the people behind it. */
function PeriodSums({ accountId, span }: Pick<Props, 'accountId' | 'span'>) {
  const { t } = useLingui();
  const maySeePay = useMay('Pay.VIEW');
  const worked = useQuery(payHoursQuery(accountId, {}, span));
  const earned = useQuery({ ...earningsQuery(accountId, {}, span), enabled: maySeePay });
  return (
    <Loaded query={worked} failed={t`Failed to load hours`} height={80} label={t`the sums`}>
      {(hours) =>
        maySeePay ? (
          <Loaded query={earned} failed={t`Failed to load pay`} height={80} label={t`the sums`}>
            {(pay) => <ShownSums span={span} worked={hours} earned={pay} />}
          </Loaded>
        ) : (
          <ShownSums span={span} worked={hours} />
        )
      }
    </Loaded>
  );
}

type ShownSumsProps = { span: Span; worked: PayHours; earned?: Earnings };
function ShownSums({ span, worked, earned }: ShownSumsProps) {
  const { t } = useLingui();
  const hoursLink = (figure: ReactNode) => (
    <AnchorLink to="/employer/payroll/hours" search={span} inherit>
      {figure}
    </AnchorLink>
  );
  const payLink = (figure: ReactNode) => (
    <AnchorLink to="/employer/payroll/pay" search={span} inherit>
      {figure}
    </AnchorLink>
  );
  const money = moneyIn(earned?.currency ?? null);
  return (
    <Sums
      sums={[
        { label: t`Employees`, figure: count(worked.total), link: hoursLink },
        { label: t`Paid Hours`, figure: hours(worked.totals.paidMs), link: hoursLink },
        { label: t`Open Days`, figure: count(worked.totals.unsettledDays), link: hoursLink },
        ...(earned
          ? [
              { label: t`Total`, figure: money(earned.totals.total), link: payLink },
              { label: t({ message: 'Open', context: 'pay' }), figure: money(earned.totals.notSettled), link: payLink },
            ]
          : []),
      ]}
    />
  );
}

/** The link to the exceptions of other days, with the number that is left of the days before the period. */
function OtherDays({ accountId, days, isCurrent }: { accountId: string; days: Span; isCurrent: boolean }) {
  const { t } = useLingui();
  // The last 31 days hold all of the current period, but not of one that is over.
  const { data: recent } = useQuery(exceptionCountsQuery(accountId, {}));
  const { data: own } = useQuery(exceptionCountsQuery(accountId, days));
  const earlier = recent && own && isCurrent ? recent.toFix - own.toFix : 0;
  return (
    <AnchorLink to="/employer/exceptions" size="sm">
      {earlier > 0
        ? t`${plural(earlier, { one: '# more to fix on earlier days', other: '# more to fix on earlier days' })}`
        : t`Exceptions of other days`}
    </AnchorLink>
  );
}
