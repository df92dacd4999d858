import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { STATUS_WORDS } from '#contract/statusWords.ts';
import type { AttendanceTrend, AttendanceTrendDay } from '#contract/trends.ts';
import { count, shortCount } from '../../lib/figures.ts';
import { DayBars } from '../../ui/charts/DayBars.tsx';
import { OTHER_COLOR } from '../../ui/charts/palette.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { FigureLine } from '../../ui/FigureLine.tsx';
import { stateFill } from '../../ui/StateLabel.tsx';
import { DayTable } from './DayTable.tsx';
import { TrendCard, type TrendCardProps } from './TrendCard.tsx';
import { TrendNotes } from './TrendNotes.tsx';
import { attendanceTrendQuery } from './trends.queries.ts';
import { attendanceWords, beforeWords, dayWords, isGap, knownDays } from './trendWords.ts';

const PARTS = [
  { key: 'onTime', label: STATUS_WORDS.onTime, color: stateFill('on-time') },
  { key: 'late', label: STATUS_WORDS.late, color: stateFill('late') },
  { key: 'absent', label: STATUS_WORDS.absent, color: stateFill('absent') },
  { key: 'unverified', label: STATUS_WORDS.unverified, color: OTHER_COLOR },
  { key: 'excused', label: 'Excused', color: stateFill('off') },
] as const;

const figure = (title: string, key: keyof AttendanceTrendDay & string): Column<AttendanceTrendDay> => ({
  key,
  title,
  number: true,
  value: (day) => (isGap(day) ? null : Number(day[key])),
  text: (day) => (isGap(day) ? '' : String(day[key])),
});
const COLUMNS = [
  figure('Expected', 'expected'),
  ...PARTS.map(({ key, label }) => figure(label, key)),
  figure('Pending', 'pending'),
  figure('Silent devices', 'silentDevices'),
];

/** Attendance of each day: on time, late, absent, unverified and excused. */
export function AttendanceTrendCard({ range, report, onOpen }: TrendCardProps) {
  return (
    <TrendCard
      title="Attendance"
      helper="Who was expected each day, and came. A day on which nobody was expected is a gap. Press a day to open it."
      rule={9}
      range={range}
      query={useQuery(attendanceTrendQuery(range))}
      report={report}
      isEmpty={({ days }) => days.every(isGap)}
      rawData={({ days }) => (
        <DayTable
          label="Attendance of each day"
          columns={COLUMNS}
          rows={days}
          exportName={`attendance-${range.from}-${range.to}`}
        />
      )}
    >
      {(trend) => <Days trend={trend} onOpen={onOpen} />}
    </TrendCard>
  );
}

const Days = memo(function Days({ trend, onOpen }: { trend: AttendanceTrend; onOpen: TrendCardProps['onOpen'] }) {
  const { days, before } = trend;
  const [first = '', ...rest] = attendanceWords(trend).split(', ');
  return (
    <>
      <FigureLine figure={first}>{rest.join(', ')}</FigureLine>
      <TrendNotes before={beforeWords(before)} since={knownDays(days).since} days={days} />
      <DayBars
        days={days.map((day) => ({
          date: day.date,
          label: dayWords(day),
          unfinished: day.unfinished,
          marked: day.silentDevices > 0,
          values: Object.fromEntries(PARTS.map(({ key }) => [key, day[key]])),
        }))}
        parts={PARTS}
        format={count}
        axisFormat={shortCount}
        summary={`Attendance of ${days.length} days. ${attendanceWords(trend)}. The table has each day.`}
        onOpen={onOpen}
      />
    </>
  );
});
