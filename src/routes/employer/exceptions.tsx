import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_EXCEPTION_DAYS } from '#contract/platform/limits.ts';
import type { ReportType } from '#contract/reports/reports.ts';
import { type Crew, crewOf } from '../../api/crew.ts';
import { CrewChips } from '../../features/figures/crew/Crew.tsx';
import { useToday } from '../../features/figures/dashboard/useToday.ts';
import { ExceptionDays, shownDays } from '../../features/office/corrections/ExceptionDays.tsx';
import { Exceptions } from '../../features/office/corrections/Exceptions.tsx';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import { addDays, isDay } from '../../lib/zoned.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Session, useSession } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmployerShell } from './-EmployerShell.tsx';
import { useExceptionLinks } from './-exceptionLinks.tsx';
import { FigureControls } from './-FigureControls.tsx';
import classes from './-overview.module.css';
import { useCrew } from './-useCrew.ts';
import { WhyHere } from './-WhyHere.tsx';
import { whySearch } from './-whySearch.ts';

const ReportDialog = lazyDialog(() => import('../../features/reports/reports/ReportDialog.tsx'));

/**
 * `from` and `to`: local dates; absent: the unlocked ones of the last 31 days. A crew limits the people. `why` on the day `on`: the open explanation.
 */
type Search = { from?: string; to?: string; why?: string; on?: string } & Crew;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Only texts, because every start reads addresses. The page drops what it does not understand (`understood`). */
const exceptionsSearch = (raw: Record<string, unknown>): Search => ({
  from: text(raw.from),
  to: text(raw.to),
  why: text(raw.why),
  on: text(raw.on),
  ...crewOf(raw),
});

export const Route = createFileRoute('/employer/exceptions')({ validateSearch: exceptionsSearch, component: Page });

/** Returns both days, in order and no more than a list covers, and the open explanation. */
function understood({ from, to, why, on }: Search) {
  const isRange = from && to && isDay(from) && isDay(to) && from <= to && addDays(from, MAX_EXCEPTION_DAYS) > to;
  return { ...(isRange && { from, to }), ...whySearch({ why, on }) };
}

function Page() {
  const session = useSession();
  return session && <ExceptionsPage info={session.info} />;
}

/** The exceptions of some days, and what corrects them. */
function ExceptionsPage({ info: { accountId, timeZone } }: { info: Session['info'] }) {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { from, to, why, on } = understood(search);
  const navigate = Route.useNavigate();
  const today = useToday(timeZone);
  const links = useExceptionLinks();
  const days = from && to ? { from, to } : {};
  const { crew, apply } = useCrew(accountId, search);
  const span = { ...days, ...crew };
  const [report, setReport] = useState<ReportType>();
  const close = () => setReport(undefined);
  return (
    <EmployerShell controls={<FigureControls accountId={accountId} crew={crew} onApply={apply} />}>
      <div className={classes.summary}>
        <Group justify="space-between" gap="xs">
          <PageTitle>{t`Exceptions`}</PageTitle>
          <AnchorLink to="/employer/payroll" size="sm" className={classes.backLink}>
            <Trans>Back to the pay period</Trans>
          </AnchorLink>
        </Group>
        <ExceptionDays
          accountId={accountId}
          span={span}
          today={today}
          onPick={(picked) => void navigate({ search: { ...picked, ...crew }, resetScroll: false })}
        >
          <ReportButton types={['corrections']} onOpen={setReport} />
        </ExceptionDays>
        <CrewChips accountId={accountId} crew={crew} onApply={apply} />
        {Object.keys(crew).length > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>Unknown numbers and locked days that changed are listed only when everybody is shown.</Trans>
          </Text>
        )}
        <Exceptions
          // For other days or people the list is another one, in which nothing is selected yet.
          key={JSON.stringify(span)}
          accountId={accountId}
          timeZone={timeZone}
          span={span}
          onWhy={(employeeId, day) =>
            void navigate({
              search: { ...span, why: employeeId, on: day },
              state: { opened: true },
              resetScroll: false,
            })
          }
          {...links}
        />
      </div>
      {report && (
        <ReportDialog
          type={report}
          accountId={accountId}
          referenceDate={today}
          today={today}
          dates={shownDays(days, today)}
          crew={crew}
          onClose={close}
        />
      )}
      <WhyHere why={why} on={on} accountId={accountId} timeZone={timeZone} today={today} />
    </EmployerShell>
  );
}
