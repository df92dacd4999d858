import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { PayPeople } from '../../features/money/pay/PayPeople.tsx';
import { PersonPay } from '../../features/money/pay/PersonPay.tsx';
import { AnchorLink } from '../../shell/links.ts';
import { useMay, useSession } from '../../state/session.ts';
import type { PersonLink } from '../../ui/personLink.ts';
import { EmployerShell } from './-EmployerShell.tsx';
import page from './-overview.module.css';
import { PayrollFrame } from './-PayrollFrame.tsx';
import { type RangeSearch, rangeSearch } from './-rangeSearch.ts';
import { idOf } from './-whySearch.ts';

/** `employee`: whose pay is shown instead. */
type Search = RangeSearch & { employee?: string | undefined };

export const Route = createFileRoute('/employer/payroll_/pay')({
  validateSearch: (raw: Record<string, unknown>): Search => ({ ...rangeSearch(raw), employee: idOf(raw.employee) }),
  component: Pay,
});

/** 'Pay': what everybody earned in a pay period, or one person's pay. */
function Pay() {
  const { t } = useLingui();
  const { employee, ...search } = Route.useSearch();
  const { from, to } = search;
  const span = useMemo(() => (from && to ? { from, to } : undefined), [from, to]);
  const person = useCallback<PersonLink>(
    (employeeId, name) => (
      <AnchorLink to="/employer/payroll/pay" search={{ ...span, employee: employeeId }} inherit>
        {name}
      </AnchorLink>
    ),
    [span],
  );
  const session = useSession();
  const maySee = useMay('Pay.VIEW');
  if (session && maySee && employee)
    return (
      <EmployerShell>
        <div className={page.summary}>
          <AnchorLink to="/employer/payroll/pay" search={{ ...span }} size="sm" className={page.backLink}>
            <Trans>Back to Pay</Trans>
          </AnchorLink>
          <PersonPay accountId={session.info.accountId} employeeId={employee} span={span} />
        </div>
      </EmployerShell>
    );
  return (
    <PayrollFrame part="pay" title={t`Pay`} search={search}>
      {(shown) => <PayPeople {...shown} person={person} />}
    </PayrollFrame>
  );
}
