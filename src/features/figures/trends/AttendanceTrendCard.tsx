import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { AttendanceTrend, AttendanceTrendDay, AttendanceTrendSums } from '#contract/figures/trends.ts';
import { type AttendanceStatus, STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { count, hours, shortCount } from '../../../lib/figures.ts';
import type { Part } from '../../../ui/charts/bars.ts';
import { DayBars } from '../../../ui/charts/DayBars.tsx';
import { chartColor, OTHER_COLOR } from '../../../ui/charts/palette.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { stateFill } from '../../../ui/StateLabel.tsx';
import { DayTable } from './DayTable.tsx';
import { TrendCard, type TrendCardProps } from './TrendCard.tsx';
import { TrendNotes } from './TrendNotes.tsx';
import { attendanceTrendQuery } from './trends.queries.ts';
import { attendanceShares, attendanceWords, beforeWords, dayWords, isGap, knownDays } from './trendWords.ts';

/** A status of the contract, as a message. */
const status = (key: AttendanceStatus): MessageDescriptor => ({ id: STATUS_WORDS[key] });

type Figure = keyof AttendanceTrendSums & keyof AttendanceTrendDay;
/** The contents of a card about the days of attendance. */
type Shown = {
  title: MessageDescriptor;
  helper: MessageDescriptor;
  rule: number;
  parts: readonly (Omit<Part, 'label'> & { key: Figure; label: MessageDescriptor })[];
  /** The columns of the table after those of the parts. */
  more: readonly { title: MessageDescriptor; value: (day: AttendanceTrendDay) => number }[];
  before?: { title: MessageDescriptor; value: (day: AttendanceTrendDay) => number };
  label: MessageDescriptor;
  exportName: string;
  isEmpty: (trend: AttendanceTrend) => boolean;
  /** The figure above the bars, and what is beside it. */
  headline: (trend: AttendanceTrend) => { figure: string; words: string };
  beforeWords: (before: AttendanceTrendSums | null) => string;
  since?: (days: readonly AttendanceTrendDay[]) => string | null;
  summary: (trend: AttendanceTrend) => string;
  /** One on the axis, in the values of the days. */
  unit: number;
  format: (value: number) => string;
  axisFormat: (value: number) => string;
};

const HOUR_MS = 3_600_000;
const wasted = ({ lateTimeMs, irregularBreakTimeMs }: AttendanceTrendSums) => lateTimeMs + irregularBreakTimeMs;

/** On time, late, absent, unverified and excused. */
export const ATTENDANCE: Shown = {
  title: msg`Attendance`,
  helper: msg`Who was expected each day, and came. A day on which nobody was expected is a gap. Press a day to open it.`,
  rule: 9,
  parts: [
    { key: 'onTime', label: status('onTime'), color: stateFill('on-time') },
    { key: 'late', label: status('late'), color: stateFill('late') },
    { key: 'absent', label: status('absent'), color: stateFill('absent') },
    { key: 'unverified', label: status('unverified'), color: OTHER_COLOR },
    { key: 'excused', label: msg`Excused`, color: stateFill('off') },
  ],
  before: { title: msg`Expected`, value: ({ expected }) => expected },
  more: [
    { title: msg`Pending`, value: ({ pending }) => pending },
    { title: msg`Silent devices`, value: ({ silentDevices }) => silentDevices },
  ],
  label: msg`Attendance of each day`,
  exportName: 'attendance',
  isEmpty: ({ days }) => days.every(isGap),
  headline: attendanceShares,
  beforeWords,
  since: (days) => knownDays(days).since,
  summary: (trend) =>
    t`Attendance of ${plural(trend.days.length, { one: '# day', other: '# days' })}. ${attendanceWords(trend)}. The table has each day.`,
  unit: 1,
  format: count,
  axisFormat: shortCount,
};

/** Late time and irregular breaks; the axis counts hours. */
export const TIME_WASTED: Shown = {
  title: msg`Time Wasted`,
  helper: msg`Late arrivals of each day, and time away beyond the breaks of the shift. Press a day to open it.`,
  rule: 12,
  parts: [
    { key: 'lateTimeMs', label: msg({ message: 'Late', context: 'time' }), color: stateFill('late') },
    { key: 'irregularBreakTimeMs', label: msg`Irregular Breaks`, color: chartColor(0) },
  ],
  more: [{ title: msg`Total`, value: wasted }],
  label: msg`Time wasted of each day`,
  exportName: 'time-wasted',
  isEmpty: ({ sums }) => wasted(sums) === 0,
  headline: ({ sums }) => ({ figure: hours(wasted(sums)), words: t`hours wasted` }),
  beforeWords: (before) => (before ? t`Before: ${hours(wasted(before))}` : ''),
  summary: ({ days, sums }) =>
    t`Time wasted in ${plural(days.length, { one: '# day', other: '# days' })}: ${hours(wasted(sums))} hours. Late ${hours(sums.lateTimeMs)}, irregular breaks ${hours(sums.irregularBreakTimeMs)}. The table has each day.`,
  unit: HOUR_MS,
  format: (value) => hours(Math.round(value * HOUR_MS)),
  axisFormat: (value) => t`${value} h`,
};

/** The columns of the table: durations as h:mm. */
function columnsOf({ parts, more, before, unit }: Shown): Column<AttendanceTrendDay>[] {
  const textOf = (day: AttendanceTrendDay, value: number) =>
    isGap(day) ? '' : unit === 1 ? String(value) : hours(value);
  return [
    ...(before ? [before] : []),
    ...parts.map(({ key, label }) => ({ title: label, value: (day: AttendanceTrendDay) => day[key] })),
    ...more,
  ].map(({ title, value }) => ({
    key: title.id,
    title: t(title),
    number: true,
    value: (day) => (isGap(day) ? null : value(day)),
    show: (day) => textOf(day, value(day)),
    text: (day) => textOf(day, value(day)),
  }));
}

type Props = TrendCardProps & { shown: Shown };

/** The attendance of each day, or the time that was wasted. */
export function AttendanceTrendCard({ shown, range, report, onOpen }: Props) {
  const { t } = useLingui();
  const { title, helper, rule, isEmpty } = shown;
  return (
    <TrendCard
      rule={rule}
      isEmpty={isEmpty}
      range={range}
      report={report}
      title={t(title)}
      helper={t(helper)}
      query={useQuery(attendanceTrendQuery(range))}
      rawData={({ days }) => (
        <DayTable
          label={t(shown.label)}
          columns={columnsOf(shown)}
          rows={days}
          exportName={`${shown.exportName}-${range.from}-${range.to}`}
        />
      )}
    >
      {(trend) => <Days shown={shown} trend={trend} onOpen={onOpen} />}
    </TrendCard>
  );
}

const Days = memo(function Days({
  shown,
  trend,
  onOpen,
}: Pick<Props, 'shown' | 'onOpen'> & { trend: AttendanceTrend }) {
  const { t } = useLingui();
  const { days, before } = trend;
  const { figure, words } = shown.headline(trend);
  return (
    <>
      <FigureLine figure={figure}>{words}</FigureLine>
      <TrendNotes before={shown.beforeWords(before)} since={shown.since?.(days)} days={days} />
      <DayBars
        days={days.map((day) => ({
          date: day.date,
          label: dayWords(day),
          unfinished: day.unfinished,
          marked: day.silentDevices > 0,
          values: Object.fromEntries(shown.parts.map(({ key }) => [key, day[key] / shown.unit])),
        }))}
        parts={shown.parts.map(({ label, ...part }) => ({ ...part, label: t(label) }))}
        format={shown.format}
        axisFormat={shown.axisFormat}
        summary={shown.summary(trend)}
        onOpen={onOpen}
      />
    </>
  );
});
