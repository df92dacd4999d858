import { useLingui } from '@lingui/react/macro';
import { Skeleton, Tabs } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Crew } from '../../../api/crew.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { useMay } from '../../../state/session.ts';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import type { PersonLink } from '../../../ui/personLink.ts';
import { CostTable } from './CostTable.tsx';
import { PayPeople } from './PayPeople.tsx';
import { PersonPay } from './PersonPay.tsx';
import { PAY_PAGES, type PayPageName } from './pages.ts';

const RatesPage = lazyWithRetry(() => import('./RatesPage.tsx'), MissingNote);
const TestRulePage = lazyWithRetry(() => import('./TestRulePage.tsx'), MissingNote);
const FilesPage = lazyWithRetry(() => import('./FilesPage.tsx'), MissingNote);
const PayRulesPage = lazyWithRetry(() => import('./PayRulesPage.tsx'), MissingNote);

type Props = {
  accountId: string;
  crew: Crew;
  /** Absent: the current pay period. */
  span: Span | undefined;
  today: string;
  /** The page of the address; the first one for one that there is not. */
  page: unknown;
  /** The one employee whose pay is shown instead. */
  employeeId: string | undefined;
  onPage: (page: string) => void;
  onPick: (span: Span) => void;
  person: PersonLink;
};

/** The section *Pay*: what people earn, what work costs, and what is paid for it. */
export default function PayPage({ page, employeeId, onPage, accountId, today, ...shown }: Props) {
  const { t } = useLingui();
  const [maySee, mayManage] = [useMay('Pay.VIEW'), useMay('Pay.MANAGE')];
  const open = PAY_PAGES.filter(({ sees }) => (sees ? maySee : mayManage));
  const current = open.find((one) => one.page === page) ?? open[0];
  if (maySee && employeeId !== undefined)
    return <PersonPay accountId={accountId} employeeId={employeeId} span={shown.span} />;
  if (!current) return null;
  const title = t(current.title);
  const contents: Record<PayPageName, () => ReactNode> = {
    people: () => <PayPeople accountId={accountId} today={today} {...shown} />,
    cost: () => <CostTable accountId={accountId} today={today} {...shown} />,
    files: () => <FilesPage accountId={accountId} />,
    rates: () => <RatesPage accountId={accountId} today={today} kinds={['piece', 'hourly']} />,
    minimums: () => <RatesPage accountId={accountId} today={today} kinds={['minimum']} />,
    test: () => <TestRulePage accountId={accountId} today={today} />,
    rules: () => <PayRulesPage accountId={accountId} today={today} />,
  };
  return (
    <Tabs
      value={current.page}
      onChange={(next) => onPage(next ?? current.page)}
      // Only the page that is shown is there.
      keepMounted={false}
    >
      <Tabs.List aria-label={t`Pay`}>
        {open.map(({ page: name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {t(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current.page} pt="md">
        <Suspense fallback={<Skeleton h={400} aria-label={t`Loading ${title}`} />}>{contents[current.page]()}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
