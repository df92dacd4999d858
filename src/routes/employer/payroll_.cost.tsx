import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { CostTable } from '../../features/money/pay/CostTable.tsx';
import { PayrollFrame } from './-PayrollFrame.tsx';
import { rangeSearch } from './-rangeSearch.ts';

export const Route = createFileRoute('/employer/payroll_/cost')({ validateSearch: rangeSearch, component: Cost });

/** 'Cost': what the settled work of a pay period costs. */
function Cost() {
  const { t } = useLingui();
  return (
    <PayrollFrame part="cost" title={t`Cost`} search={Route.useSearch()}>
      {({ accountId, crew, span }) => <CostTable accountId={accountId} crew={crew} span={span} />}
    </PayrollFrame>
  );
}
