import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { AttendanceTrend, AttendanceTrendDay, AttendanceTrendSums } from '#contract/trends.ts';
import { hours } from '../../lib/figures.ts';
import { DayBars } from '../../ui/charts/DayBars.tsx';
import { chartColor } from '../../ui/charts/palette.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { FigureLine } from '../../ui/FigureLine.tsx';
import { stateFill } from '../../ui/StateLabel.tsx';
import { DayTable } from './DayTable.tsx';
import { TrendCard, type TrendCardProps } from './TrendCard.tsx';
import { TrendNotes } from './TrendNotes.tsx';
import { attendanceTrendQuery } from './trends.queries.ts';
import { dayWords, isGap } from './trendWords.ts';

const HOUR_MS = 3_600_000;
const PARTS = [
  { key: 'lateTimeMs', label: 'Late', color: stateFill('late') },
  { key: 'irregularBreakTimeMs', label: 'Irregular Breaks', color: chartColor(0) },
] as const;

const wasted = ({ lateTimeMs, irregularBreakTimeMs }: AttendanceTrendSums) => lateTimeMs + irregularBreakTimeMs;

const time = (key: string, title: string, ms: (day: AttendanceTrendDay) => number): Column<AttendanceTrendDay> => ({
  key,
  title,
  number: true,
  value: (day) => (isGap(day) ? null : ms(day)),
  show: (day) => (isGap(day) ? '' : hours(ms(day))),
  text: (day) => (isGap(day) ? '' : hours(ms(day))),
});
const COLUMNS = [...PARTS.map(({ key, label }) => time(key, label, (day) => day[key])), time('total', 'Total', wasted)];

/** Late time and irregular breaks of each day. */
export function WastedTrendCard({ range, report, onOpen }: TrendCardProps) {
  return (
    <TrendCard
      title="Time Wasted"
      helper="Late arrivals of each day, and time away beyond the breaks of the shift. Press a day to open it."
      rule={12}
      range={range}
      query={useQuery(attendanceTrendQuery(range))}
      report={report}
      isEmpty={({ sums }) => wasted(sums) === 0}
      rawData={({ days }) => (
        <DayTable
          label="Time wasted of each day"
          columns={COLUMNS}
          rows={days}
          exportName={`time-wasted-${range.from}-${range.to}`}
        />
      )}
    >
      {(trend) => <Days trend={trend} onOpen={onOpen} />}
    </TrendCard>
  );
}

const Days = memo(function Days({ trend, onOpen }: { trend: AttendanceTrend; onOpen: TrendCardProps['onOpen'] }) {
  const { days, sums, before } = trend;
  return (
    <>
      <FigureLine figure={hours(wasted(sums))}>hours wasted</FigureLine>
      <TrendNotes before={before ? `Before: ${hours(wasted(before))}` : ''} days={days} />
      <DayBars
        // The axis counts hours.
        days={days.map((day) => ({
          date: day.date,
          label: dayWords(day),
          unfinished: day.unfinished,
          marked: day.silentDevices > 0,
          values: Object.fromEntries(PARTS.map(({ key }) => [key, day[key] / HOUR_MS])),
        }))}
        parts={PARTS}
        format={(value) => hours(Math.round(value * HOUR_MS))}
        axisFormat={(value) => `${value} h`}
        summary={`Time wasted in ${days.length} days: ${hours(wasted(sums))} hours. Late ${hours(sums.lateTimeMs)}, irregular breaks ${hours(sums.irregularBreakTimeMs)}. The table has each day.`}
        onOpen={onOpen}
      />
    </>
  );
});
