import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '#contract/platform/permissions.ts';
import type { Crew } from '../../api/crew.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import type { Span } from '../../lib/dayRange.ts';
import { may, useSession } from '../../state/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import { NotPermitted } from './-NotPermitted.tsx';
import page from './-overview.module.css';
import { type PayrollPart, PayrollTabs } from './-PayrollTabs.tsx';
import type { RangeSearch } from './-rangeSearch.ts';
import { useCrew } from './-useCrew.ts';

/** The figures of a pay period, as the address names them. */
export type Shown = {
  accountId: string;
  crew: Crew;
  /** Absent: the current pay period. */
  span: Span | undefined;
  today: string;
  onPick: (span: Span) => void;
};
type Props = {
  part: Exclude<PayrollPart, 'period'>;
  title: string;
  search: RangeSearch;
  children: (shown: Shown) => ReactNode;
};

/** The permission to see each, and its name in words. */
const NEEDS: Record<Props['part'], [Permission, 'attendance' | 'pay']> = {
  hours: ['Stats.GET_ATTENDANCE_INFORMATION', 'attendance'],
  pay: ['Pay.VIEW', 'pay'],
  cost: ['Pay.VIEW', 'pay'],
  files: ['Pay.VIEW', 'pay'],
};

/** A tab of *Payroll* about the figures of a pay period: its heading, the tabs, and the content for users who may see it. */
export function PayrollFrame(props: Props) {
  const session = useSession();
  return session && <Framed {...props} accountId={session.info.accountId} timeZone={session.info.timeZone} />;
}

function Framed({
  part,
  title,
  search,
  children,
  accountId,
  timeZone,
}: Props & { accountId: string; timeZone: string }) {
  const { crew, apply } = useCrew(accountId, search);
  const navigate = useNavigate();
  const today = useToday(timeZone);
  const session = useSession();
  const [permission, named] = NEEDS[part];
  const { from, to } = search;
  const span = from && to ? { from, to } : undefined;
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={page.summary}>
        <PageTitle>{title}</PageTitle>
        <PayrollTabs shown={part} span={span} />
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        {may(session, permission) ? (
          children({
            ...{ accountId, crew, span, today },
            onPick: (picked) =>
              void navigate({ to: '.', search: (before) => ({ ...before, ...picked }), resetScroll: false }),
          })
        ) : (
          <NotPermitted to={named} />
        )}
      </div>
    </EmployerShell>
  );
}
