import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconAdjustments,
  IconChartBar,
  IconCoins,
  IconLayoutDashboard,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { importPieces } from '#contract/intake/payroll.ts';
import { exceptionCountsQuery } from '../../features/office/corrections/exceptionCounts.ts';
import { count } from '../../lib/figures.ts';
import { isWithin } from '../../lib/paths.ts';
import { AreaShell } from '../../shell/AreaShell.tsx';
import type { Section } from '../../shell/SectionTabs.tsx';
import { followScope } from '../../shell/session/scope.ts';
import { CREW_FILTERS } from '../../start/crew.ts';
import { lastScroll, leaveSection } from '../../state/sections.ts';
import { may, mayCall, type Session, useSession } from '../../state/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { NotPermitted, type Refused } from './-NotPermitted.tsx';
import { Search } from './-Search.tsx';

/** A section of the employer area, and the condition for showing it, in the navigation and at its address. */
type EmployerSection = Omit<Section, 'label' | 'badge'> & {
  label: MessageDescriptor | ((session: Session | null) => MessageDescriptor);
  /** Said to a user without permission. */
  refusal: Refused;
  isFor: (session: Session | null) => boolean;
  /** Shows the number of exceptions to fix. */
  countsExceptions?: true;
};

const seesAttendance = (current: Session | null) => may(current, 'Stats.GET_ATTENDANCE_INFORMATION');

/** One of the two permissions is enough: the cards and columns of the other are left out. */
const seesFigures = (current: Session | null) =>
  may(current, 'Stats.GET_ATTENDANCE_INFORMATION') || may(current, 'Stats.GET_PERFORMANCE_METRICS');

const SECTIONS: readonly EmployerSection[] = [
  { label: msg`Overview`, refusal: 'figures', to: '/employer/overview', icon: IconLayoutDashboard, isFor: () => true },
  { label: msg`People`, refusal: 'people', to: '/employer/people', icon: IconUsers, isFor: seesFigures },
  {
    label: msg`Work`,
    refusal: 'corrections',
    to: '/employer/work',
    icon: IconTable,
    isFor: (session) => may(session, 'Attendance.CORRECT') || mayCall(session, importPieces),
  },
  {
    label: (session) => (may(session, 'Pay.VIEW') ? msg`Payroll` : msg({ message: 'Period', context: 'section' })),
    refusal: 'payroll',
    to: '/employer/payroll',
    others: ['/employer/exceptions'],
    icon: IconCoins,
    isFor: (session) => seesAttendance(session) || may(session, 'Pay.VIEW'),
    countsExceptions: true,
  },
  {
    label: msg`Reports`,
    refusal: 'reports',
    to: '/employer/reports',
    icon: IconChartBar,
    isFor: (session) =>
      seesFigures(session) || may(session, 'Stats.GENERATE_REPORTS') || may(session, 'Attendance.LOCK_PERIOD'),
  },
  {
    label: msg`Settings`,
    refusal: 'settings',
    to: '/employer/settings',
    icon: IconAdjustments,
    isFor: (session) => may(session, 'Setup.MANAGE') || may(session, 'Pay.MANAGE'),
  },
];

/** Parameters that are not stored with a section: open dialogs, and the crew, which all sections share (`useCrew`). */
const VISIT_ONLY: readonly string[] = [
  ...CREW_FILTERS,
  'open',
  'why',
  'status',
  'device',
  'report',
  'order',
  'tab',
  'on',
];

/** Stores a section's state, and restores its scroll position. */
function useStoredSection() {
  const { pathname, search } = useLocation();
  const stored = Object.fromEntries(Object.entries(search).filter(([name]) => !VISIT_ONLY.includes(name)));
  const text = JSON.stringify(stored);
  useLayoutEffect(() => {
    window.scrollTo({ top: lastScroll(pathname), behavior: 'instant' });
  }, [pathname]);
  useLayoutEffect(() => {
    const keep = () => leaveSection(pathname, { search: JSON.parse(text), scrollY: window.scrollY });
    // At once, too: the next section draws its links before this one is left, and nothing is left by a reload.
    keep();
    return keep;
  }, [pathname, text]);
}

type Props = { /** The section's own controls in the top bar. */ controls?: ReactNode; children: ReactNode };

/** The frame of an employer's section: the top bar with the sections that the user may see. */
export function EmployerShell({ controls, children }: Props) {
  const { t } = useLingui();
  useEffect(followScope, []);
  const current = useSession();
  useStoredSection();
  const accountId = current?.info.accountId ?? '';
  const { data } = useQuery({ ...exceptionCountsQuery(accountId, {}), enabled: seesAttendance(current) });
  const { pathname } = useLocation();
  const refused = SECTIONS.find(
    ({ to, others = [], isFor }) => [to, ...others].some((path) => isWithin(pathname, path)) && !isFor(current),
  );
  const named = (label: EmployerSection['label']) => t(typeof label === 'function' ? label(current) : label);
  const sections = SECTIONS.filter(({ isFor }) => isFor(current)).map(({ countsExceptions, label, ...section }) => ({
    ...section,
    label: named(label),
    badge: countsExceptions && data ? { value: data.toFix, label: t`${count(data.toFix)} to fix` } : undefined,
  }));
  return (
    <AreaShell
      sections={sections}
      controls={
        <>
          {current && <Search info={current.info} sections={sections} />}
          {refused ? undefined : controls}
        </>
      }
    >
      {refused ? (
        <>
          <PageTitle>{named(refused.label)}</PageTitle>
          <NotPermitted to={refused.refusal} />
        </>
      ) : (
        children
      )}
    </AreaShell>
  );
}
