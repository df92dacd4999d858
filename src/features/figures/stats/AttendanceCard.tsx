import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { AttendanceTotals } from '#contract/figures/stats.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { count } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { type DayCardProps, FigureCard } from '../../../shell/FigureCard.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { Pie } from '../../../ui/charts/Pie.tsx';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import { stateFill } from '../../../ui/StateLabel.tsx';
import { attendanceTotalsQuery } from './stats.queries.ts';

const AttendanceTable = lazyWithRetry(() => import('./AttendanceTable.tsx'), MissingNote);

const slicesOf = ({ onTime, absent, late }: AttendanceTotals) => [
  { key: 'onTime', label: translated(STATUS_WORDS.onTime), value: onTime, color: stateFill('on-time') },
  { key: 'absent', label: translated(STATUS_WORDS.absent), value: absent, color: stateFill('absent') },
  { key: 'late', label: translated(STATUS_WORDS.late), value: late, color: stateFill('late') },
];

/** Employee Attendance: On Time, Absent, Late, with 'X of Y attended'; employees who are not judged are counted in words (docs/reference/attendance.md#totals). */
export function AttendanceCard({ day, report, exported, onWhy, person }: DayCardProps) {
  const { t } = useLingui();
  return (
    <FigureCard
      title={t`Employee Attendance`}
      helper={t`Who was expected and came. On Time and Late have clocked in; Absent were due and have not. People of whom it says ‘Not due yet’ or ‘Can’t tell yet’ are in none of them.`}
      rule={9}
      accountId={day.accountId}
      query={useQuery(attendanceTotalsQuery(day))}
      shape="pie"
      report={report}
      rawData={() => <AttendanceTable day={day} onWhy={onWhy} person={person} />}
      exported={exported}
    >
      {(totals) => <Attended totals={totals} />}
    </FigureCard>
  );
}

const Attended = memo(function Attended({ totals }: { totals: AttendanceTotals }) {
  const { t } = useLingui();
  const { present, expected, pending, unverified } = totals;
  if (expected === 0) return <NoData />;
  const slices = slicesOf(totals);
  const attended = t`${count(present)} of ${count(expected)} attended`;
  const others = [
    ...(pending > 0 ? [t`${plural(pending, { one: '# person not due yet', other: '# people not due yet' })}`] : []),
    ...(unverified > 0
      ? [t`${plural(unverified, { one: 'can’t tell yet: # person', other: 'can’t tell yet: # people' })}`]
      : []),
  ];
  return (
    <>
      <FigureLine figure={attended}>{listed(others)}</FigureLine>
      {slices.every(({ value }) => value === 0) ? (
        <NoData />
      ) : (
        <Pie
          slices={slices}
          format={count}
          of={(whole) => t`of ${whole} judged`}
          summary={t`Employee attendance: ${attended}. ${listed(slices.map(({ label, value }) => `${label} ${count(value)}`))}.`}
        />
      )}
    </>
  );
});
