import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { FilesPage } from '../../features/money/pay/FilesPage.tsx';
import { PayrollFrame } from './-PayrollFrame.tsx';
import { rangeSearch } from './-rangeSearch.ts';

export const Route = createFileRoute('/employer/payroll_/files')({ validateSearch: rangeSearch, component: Files });

/** 'Files': what was handed over to payroll, and the profiles of payroll programs. */
function Files() {
  const { t } = useLingui();
  return (
    <PayrollFrame part="files" title={t`Payroll files`} search={Route.useSearch()}>
      {({ accountId }) => <FilesPage accountId={accountId} />}
    </PayrollFrame>
  );
}
