import '../../styles/forms.css';
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { messageOf } from '../../api/errors.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../ui/Missing.tsx';
import { setupLookupsQuery } from './catalog.queries.ts';
import { SETUP_PAGES, type SetupPageName } from './pages.ts';
import classes from './setup.module.css';
import { setupQuery } from './setup.queries.ts';

const EmployeesPage = lazyWithRetry(() => import('./EmployeesPage.tsx'), MissingNote);
const GroupsPage = lazyWithRetry(() => import('./GroupsPage.tsx'), MissingNote);
const LookupsPage = lazyWithRetry(() => import('./LookupsPage.tsx'), MissingNote);
const ShiftsPage = lazyWithRetry(() => import('./ShiftsPage.tsx'), MissingNote);
const WorkbookPage = lazyWithRetry(() => import('./WorkbookPage.tsx'), MissingNote);
const HolidaysPage = lazyWithRetry(() => import('./HolidaysPage.tsx'), MissingNote);

type Props = { accountId: string; page: SetupPageName | undefined; onPage: (page: SetupPageName) => void };

/** Everything that is set up of an account, a tab each. An employer's section and an administrator's tab hold the same. */
export default function SetupPage({ accountId, page, onPage }: Props) {
  const setup = useQuery(setupQuery(accountId));
  const { data: lookups } = useQuery(setupLookupsQuery(accountId));
  const lookupNames = (lookups ?? []).map(({ name }) => name).filter(Boolean);
  const labels: Record<SetupPageName, string> = {
    employees: 'Employees',
    groups: 'Groups',
    lookups: lookupNames.join(' and ') || 'Products and blocks',
    shifts: 'Shifts',
    holidays: 'Holidays',
    workbook: 'Workbook',
  };
  return (
    <Loaded query={setup} failed={messageOf} height={400} label="the set-up">
      {({ today }) => {
        const shown = page ?? 'employees';
        const pages: Record<SetupPageName, ReactNode> = {
          employees: <EmployeesPage {...{ accountId, today }} onWorkbook={() => onPage('workbook')} />,
          groups: <GroupsPage accountId={accountId} />,
          lookups: <LookupsPage accountId={accountId} />,
          shifts: <ShiftsPage {...{ accountId, today }} />,
          holidays: <HolidaysPage {...{ accountId, today }} />,
          workbook: <WorkbookPage accountId={accountId} />,
        };
        return (
          <Stack gap="md">
            <Tabs value={shown} onChange={(next) => onPage(SETUP_PAGES.find((one) => one === next) ?? 'employees')}>
              <Tabs.List className={classes.tabs} aria-label="Set up">
                {SETUP_PAGES.map((one) => (
                  <Tabs.Tab key={one} value={one} className={classes.tab}>
                    {labels[one]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value={shown} pt="md">
                <Suspense fallback={<Skeleton h={400} aria-label={`Loading ${labels[shown]}`} />}>
                  {pages[shown]}
                </Suspense>
              </Tabs.Panel>
            </Tabs>
          </Stack>
        );
      }}
    </Loaded>
  );
}
