import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MAX_EXCEPTION_DAYS, MAX_RECORD_YEARS } from '#contract/platform/limits.ts';
import { count } from '../../../lib/figures.ts';
import { addDays } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { DateRange, type Dates } from '../../../ui/DateRange.tsx';
import { PageControls } from '../../../ui/PageControls.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { exceptionCountsQuery, type Span } from './exceptionCounts.ts';

const NOT_YET = '\u00a0';

type Props = {
  accountId: string;
  span: Span;
  today: string;
  /** Without dates: the unlocked ones of the last 31 days. */
  onPick: (days: Partial<Dates>) => void;
  /** Further controls, beside the days. */
  children: ReactNode;
};

/** Returns the days of a list of exceptions: those chosen, or the last that it covers. */
export const shownDays = ({ from, to }: Partial<Dates>, today: string): Dates => ({
  from: from ?? addDays(today, 1 - MAX_EXCEPTION_DAYS),
  to: to ?? today,
});

/** The shown days with the number of open exceptions in them, and a choice of others. */
export function ExceptionDays({ accountId, span, today, onPick, children }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(exceptionCountsQuery(accountId, span));
  const shown = shownDays(span, today);
  const oldest = addDays(today, -366 * MAX_RECORD_YEARS);
  const [long, setLong] = useState<Dates>();
  const dates = long ?? shown;
  const pick = (picked: Dates) => {
    const fits = picked.from <= picked.to && addDays(picked.from, MAX_EXCEPTION_DAYS) > picked.to;
    setLong(fits ? undefined : picked);
    if (fits) onPick(picked);
  };
  return (
    <>
      <PageControls
        inUse={Number(span.from !== undefined)}
        first={<DayPeriods span={dates} min={oldest} max={today} most={MAX_EXCEPTION_DAYS} onPick={pick} />}
      >
        <DateRange value={dates} onChange={pick} min={oldest} max={today} />
        {span.from && (
          <Button
            variant="default"
            onClick={() => {
              setLong(undefined);
              onPick({});
            }}
          >
            <Trans>Last 31 days</Trans>
          </Button>
        )}
        {children}
      </PageControls>
      {long && long.from <= long.to && (
        <Text size="sm" role="alert">
          <Trans>Choose at most {MAX_EXCEPTION_DAYS} days.</Trans>
        </Text>
      )}
      {/* A line of its height until the counts are there, so that nothing below moves. */}
      <Sums
        sums={[
          { label: t`To fix`, figure: data ? count(data.toFix) : NOT_YET },
          { label: t`To decide`, figure: data ? count(data.toDecide) : NOT_YET },
          ...(data && data.onLockedDays > 0 ? [{ label: t`On locked days`, figure: count(data.onLockedDays) }] : []),
        ]}
      />
    </>
  );
}
