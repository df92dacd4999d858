import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MAX_ROLL_DAYS } from '#contract/platform/limits.ts';
import type { DayRange } from '../../api/range.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { RangeBar } from '../../features/figures/dayRange/RangeBar.tsx';
import { OnSiteLink } from '../../features/figures/people/OnSiteLink.tsx';
import { RollChoices } from '../../features/figures/people/RollChoices.tsx';
import { RollExport } from '../../features/figures/people/RollExport.tsx';
import { RollView } from '../../features/figures/people/RollView.tsx';
import { lastDays, spanOf } from '../../lib/dayRange.ts';
import { type Session, useMay, useSession } from '../../state/session.ts';
import { PageControls } from '../../ui/PageControls.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { FigureControls } from './-FigureControls.tsx';
import page from './-overview.module.css';
import { type PeopleSearch, peopleSearch } from './-peopleSearch.ts';
import { retainedDays } from './-rangeSpan.ts';
import { useRangeAddress } from './-useRangeAddress.ts';
import { WhyHere } from './-WhyHere.tsx';

export const Route = createFileRoute('/employer/people')({ validateSearch: peopleSearch, component: People });

const PRESETS = [7, 14, 28];

function People() {
  const session = useSession();
  return session && <PeoplePage info={session.info} />;
}

/** People: the roll, a row per employee and a column per day. */
function PeoplePage({ info: { accountId, accountName, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const { q = '', sort = 'number', per, ...search } = Route.useSearch();
  const today = useToday(timeZone);
  const navigate = useNavigate({ from: '/employer/people' });
  const maySeeAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const { crew, pick, apply } = useRangeAddress('/employer/people', accountId, search);
  const bounds = { ...retainedDays(today), most: MAX_ROLL_DAYS };
  const span = spanOf(search, bounds, lastDays(14, today));
  const range: DayRange = { accountId, timeZone, ...span, crew, live: span.to === today };
  const view = { range, q, sort, per };
  const change = (changes: Partial<PeopleSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  // Memoised, because every row of the roll has them as props.
  const openDay = useCallback(
    (why: string, on: string) =>
      void navigate({ search: (before) => ({ ...before, why, on }), state: { opened: true }, resetScroll: false }),
    [navigate],
  );
  const { from, to } = span;
  const openPerson = useCallback(
    (employeeId: string) =>
      void navigate({ to: '/employer/people/$employeeId', params: { employeeId }, search: { from, to } }),
    [navigate, from, to],
  );
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} live={range.live} />}>
      <div className={page.summary}>
        <Group justify="space-between" wrap="nowrap">
          <PageTitle>{t`People`}</PageTitle>
          {maySeeAttendance && <OnSiteLink accountId={accountId} crew={crew} />}
        </Group>
        <PageControls
          inUse={Number(search.from !== undefined) + Number(per !== undefined)}
          first={
            <SearchBox
              label={t`Search by number or name`}
              value={q}
              onCommit={(words) => change({ q: words || undefined })}
            />
          }
        >
          <RangeBar span={span} requested={search} onPick={pick} presets={PRESETS} until={today} {...bounds} />
          <RollChoices per={per} onPer={(next) => change({ per: next })} />
          <RollExport view={view} accountName={accountName} />
        </PageControls>
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        <RollView
          view={view}
          onSort={(next) => change({ sort: next === 'number' ? undefined : next })}
          onWhy={openDay}
          onPerson={openPerson}
        />
      </div>
      <WhyHere {...search} accountId={accountId} timeZone={timeZone} today={today} />
    </EmployerShell>
  );
}
