import { useLingui } from '@lingui/react/macro';
import '../../../styles/forms.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { getSetup, type Setup } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { PageTabs } from '../../../shell/PageTabs.tsx';
import { useMayCall } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import type { ShowLabels } from './ContainersPage.tsx';
import type { ShowBadges } from './EmployeesPage.tsx';
import { SETUP_LABEL, SETUP_TAB_LABEL } from './pageLabels.ts';
import { hasOwners, type MoneyPageName, SETUP_TABS, type SetupPageName, type SetupTab } from './pages.ts';
import { setupQuery } from './setup.queries.ts';
import { useTryOut } from './tryOut.ts';

const EmployeesPage = lazyWithRetry(() => import('./EmployeesPage.tsx'), MissingNote);
const GroupsPage = lazyWithRetry(() => import('./GroupsPage.tsx'), MissingNote);
const LookupsPage = lazyWithRetry(() => import('./LookupsPage.tsx'), MissingNote);
const ContainersPage = lazyWithRetry(() => import('./ContainersPage.tsx'), MissingNote);
const TeamsPage = lazyWithRetry(() => import('./TeamsPage.tsx'), MissingNote);
const DefectsPage = lazyWithRetry(() => import('./DefectsPage.tsx'), MissingNote);
const ShiftsPage = lazyWithRetry(() => import('./ShiftsPage.tsx'), MissingNote);
const WorkbookPage = lazyWithRetry(() => import('./WorkbookPage.tsx'), MissingNote);
const PhonesPage = lazyWithRetry(() => import('./PhonesPage.tsx'), MissingNote);
const HoursRulesPage = lazyWithRetry(() => import('./HoursRulesPage.tsx'), MissingNote);
const HolidaysPage = lazyWithRetry(() => import('./HolidaysPage.tsx'), MissingNote);
const OwnersPanel = lazyWithRetry(() => import('./OwnersPanel.tsx'), MissingNote);

const FirstRun = lazyWithRetry(() => import('./FirstRun.tsx'), MissingNote);

/** The pages that the user may see, in the order of `SETUP_TABS`. */
type Pages = Partial<Record<SetupPageName, ReactNode>>;
type Props = {
  accountId: string;
  page: SetupPageName | undefined;
  onPage: (page: SetupPageName) => void;
  /** Explains how people can clock, with a link for users who may add devices. */
  devices: ReactNode;
  badges: ShowBadges;
  labels: ShowLabels;
  /** The people of each user; administrators have a page for users. */
  users?: ReactNode;
  /** The pages about money, for employers who may change them. */
  money?: Record<MoneyPageName, ReactNode> | undefined;
  /** The link to the dashboard, for employers. */
  dashboard?: ReactNode;
};

/** Everything that is set up for an account, by what it is about. An employer's section and an administrator's tab have the same content. */
export default function SetupPage(props: Props) {
  const { t } = useLingui();
  const maySetUp = useMayCall(getSetup);
  const setup = useQuery({ ...setupQuery(props.accountId), enabled: maySetUp });
  // Rates and rules of pay need no permission to set up the rest.
  if (!maySetUp) return <PageOf pages={props.money ?? {}} page={props.page} />;
  return (
    <Loaded query={setup} failed={messageOf} height={400} label={t`the set-up`}>
      {(shown) => <AllPages {...props} setup={shown} />}
    </Loaded>
  );
}

function AllPages({
  accountId,
  page,
  onPage,
  devices,
  badges,
  labels,
  users,
  money,
  dashboard,
  setup,
}: Props & { setup: Setup }) {
  const { today, owners } = setup;
  // The page stays open when the first punch arrives while it waits for it.
  const [isStarting] = useState(setup.firstPunchAt === null);
  // Tried-out punches stay in the figures until they are removed here.
  const { punches: triedOut } = useTryOut(accountId, today);
  const hasStart = isStarting || triedOut.length > 0 || page === 'start';
  const onWorkbook = () => onPage('workbook');
  const pages: Pages = {
    ...(hasStart && {
      start: (
        <FirstRun accountId={accountId} setup={setup} devices={devices} dashboard={dashboard} onWorkbook={onWorkbook} />
      ),
    }),
    employees: <EmployeesPage accountId={accountId} today={today} onWorkbook={onWorkbook} badges={badges} />,
    groups: <GroupsPage accountId={accountId} />,
    teams: <TeamsPage accountId={accountId} today={today} />,
    lookups: <LookupsPage accountId={accountId} />,
    containers: <ContainersPage accountId={accountId} labels={labels} />,
    defects: <DefectsPage accountId={accountId} />,
    shifts: <ShiftsPage accountId={accountId} today={today} />,
    holidays: <HolidaysPage accountId={accountId} today={today} />,
    hours: <HoursRulesPage accountId={accountId} today={today} />,
    ...money,
    phones: <PhonesPage accountId={accountId} />,
    ...(users !== undefined && { users }),
    workbook: <WorkbookPage accountId={accountId} />,
    ...(hasOwners(setup) && {
      owners: <OwnersPanel accountId={accountId} owners={owners} />,
    }),
  };
  return <PageOf pages={pages} page={page ?? (isStarting ? 'start' : 'employees')} />;
}

/** The page of the address, or the first that there is, below the tabs of all. */
function PageOf({ pages, page }: { pages: Pages; page: SetupPageName | undefined }) {
  const { t } = useLingui();
  const tabs = Object.entries(SETUP_TABS)
    .map(([tab, all]) => ({ tab: tab as SetupTab, own: all.filter((one) => pages[one] !== undefined) })) // the keys of a constant
    .filter(({ own }) => own.length > 0);
  const shown = page !== undefined && pages[page] !== undefined ? page : tabs[0]?.own[0];
  if (shown === undefined) return <EmptyState text={t`Nothing to set up.`} />;
  const linkTo = (to: SetupPageName) => ({ to: '.', search: { page: to } }) as const;
  const current = tabs.find(({ own }) => own.some((one) => one === shown));
  return (
    <>
      <PageTabs
        label={t`Settings`}
        tabs={tabs.flatMap(({ tab, own }) => {
          const [first] = own;
          if (first === undefined) return [];
          const label = t((own.length > 1 ? SETUP_TAB_LABEL[tab] : undefined) ?? SETUP_LABEL[first]);
          return [{ label, link: linkTo(first), isShown: tab === current?.tab }];
        })}
      />
      {current && current.own.length > 1 && (
        <PageTabs
          below
          label={t(SETUP_TAB_LABEL[current.tab] ?? SETUP_LABEL[shown])}
          tabs={current.own.map((one) => ({ label: t(SETUP_LABEL[one]), link: linkTo(one), isShown: one === shown }))}
        />
      )}
      <Suspense fallback={<Skeleton h={400} aria-label={t`Loading ${t(SETUP_LABEL[shown])}`} />}>
        {pages[shown]}
      </Suspense>
    </>
  );
}
