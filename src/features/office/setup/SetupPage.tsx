import { useLingui } from '@lingui/react/macro';
import '../../../styles/forms.css';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { Setup } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import { useTabInView } from '../../../ui/useTabInView.ts';
import type { ShowBadges } from './EmployeesPage.tsx';
import { SETUP_LABEL } from './pageLabels.ts';
import { SETUP_PAGES, type SetupPageName } from './pages.ts';
import classes from './setup.module.css';
import { setupQuery } from './setup.queries.ts';
import { useTryOut } from './tryOut.ts';

const EmployeesPage = lazyWithRetry(() => import('./EmployeesPage.tsx'), MissingNote);
const GroupsPage = lazyWithRetry(() => import('./GroupsPage.tsx'), MissingNote);
const LookupsPage = lazyWithRetry(() => import('./LookupsPage.tsx'), MissingNote);
const ShiftsPage = lazyWithRetry(() => import('./ShiftsPage.tsx'), MissingNote);
const WorkbookPage = lazyWithRetry(() => import('./WorkbookPage.tsx'), MissingNote);
const PhonesPage = lazyWithRetry(() => import('./PhonesPage.tsx'), MissingNote);
const HoursRulesPage = lazyWithRetry(() => import('./HoursRulesPage.tsx'), MissingNote);
const HolidaysPage = lazyWithRetry(() => import('./HolidaysPage.tsx'), MissingNote);

const FirstRun = lazyWithRetry(() => import('./FirstRun.tsx'), MissingNote);

type Props = {
  accountId: string;
  page: SetupPageName | undefined;
  onPage: (page: SetupPageName) => void;
  /** Explains how people can clock, with a link for users who may add devices. */
  devices: ReactNode;
  badges: ShowBadges;
  /** The people of each user; administrators have a page for users. */
  users?: ReactNode;
  /** The link to the dashboard, for employers. */
  dashboard?: ReactNode;
};

/** Everything that is set up for an account, in one tab each. An employer's section and an administrator's tab have the same content. */
export default function SetupPage(props: Props) {
  const { t } = useLingui();
  const setup = useQuery(setupQuery(props.accountId));
  return (
    <Loaded query={setup} failed={messageOf} height={400} label={t`the set-up`}>
      {(shown) => <Pages {...props} setup={shown} />}
    </Loaded>
  );
}

function Pages({ accountId, page, onPage, devices, badges, users, dashboard, setup }: Props & { setup: Setup }) {
  const { t } = useLingui();
  const { today } = setup;
  // The page stays open when the first punch arrives while it waits for it.
  const [isStarting] = useState(setup.firstPunchAt === null);
  const shown = page ?? (isStarting ? 'start' : 'employees');
  // Tried-out punches stay in the figures until they are removed here.
  const { punches: triedOut } = useTryOut(accountId, today);
  const hasStart = isStarting || triedOut.length > 0 || shown === 'start';
  const tabs = useTabInView(`${shown} ${hasStart}`);
  const onWorkbook = () => onPage('workbook');
  const pages: Record<SetupPageName, ReactNode> = {
    start: (
      <FirstRun accountId={accountId} setup={setup} devices={devices} dashboard={dashboard} onWorkbook={onWorkbook} />
    ),
    employees: <EmployeesPage accountId={accountId} today={today} onWorkbook={onWorkbook} badges={badges} />,
    groups: <GroupsPage accountId={accountId} />,
    lookups: <LookupsPage accountId={accountId} />,
    shifts: <ShiftsPage accountId={accountId} today={today} />,
    holidays: <HolidaysPage accountId={accountId} today={today} />,
    hours: <HoursRulesPage accountId={accountId} today={today} />,
    phones: <PhonesPage accountId={accountId} />,
    users,
    workbook: <WorkbookPage accountId={accountId} owners={setup.owners} />,
  };
  return (
    <Tabs value={shown} onChange={(next) => onPage(SETUP_PAGES.find((one) => one === next) ?? 'employees')}>
      <Tabs.List ref={tabs} className={classes.tabs} aria-label={t`Set up`}>
        {SETUP_PAGES.filter((one) => (one !== 'start' || hasStart) && (one !== 'users' || users)).map((one) => (
          <Tabs.Tab key={one} value={one} className={classes.tab}>
            {t(SETUP_LABEL[one])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} pt="md">
        <Suspense fallback={<Skeleton h={400} aria-label={t`Loading ${t(SETUP_LABEL[shown])}`} />}>
          {pages[shown]}
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
