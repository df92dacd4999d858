import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { sumUnits } from '../../lib/figures.ts';
import { ticks } from '../../lib/ticks.ts';
import { shortDay } from '../../lib/zoned.ts';
import { BarTooltip } from './BarTooltip.tsx';
import { AXIS_PX, type Part } from './bars.ts';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';
import { DaySegment } from './DaySegment.tsx';
import { Legend } from './Legend.tsx';
import { useAxes } from './useAxes.ts';
import { useCharts } from './useCharts.ts';
import { useHidden } from './useHidden.ts';

/** A day of a chart; `values` empty: a gap. */
type DayBar = {
  /** YYYY-MM-DD */
  date: string;
  /** The day in words, with what is special about it. */
  label: string;
  values: Readonly<Record<string, number>>;
  unfinished: boolean;
  /** Drawn as a mark over the day: its figures are not complete. */
  marked?: boolean;
};

/** From the lower to the upper quartile, with the median. */
type DayBand = Omit<DayBar, 'values'> & { band: { lower: number; median: number; upper: number } | null };

type Frame = {
  format: (value: number) => string;
  axisFormat: (value: number) => string;
  /** A text alternative of the chart, for people who cannot see it. */
  summary: string;
  /** Opens a day. */
  onOpen: (date: string) => void;
};

/** Room of a date below the axis. */
const DATE_PX = 52;

/**
 * Bars of stacked parts, one per day: an unfinished day is pale with a dashed outline, a marked one has a dashed line above it, one without anybody
 * is a gap.
 */
export const DayBars = memo(function DayBars({
  days,
  parts,
  ...frame
}: Frame & { days: readonly DayBar[]; parts: readonly Part[] }) {
  const [hidden, toggle] = useHidden();
  const shown = parts.filter(({ key }) => !hidden.has(key));
  const highest = Math.max(0, ...days.map(({ values }) => sumUnits(shown.map(({ key }) => values[key] ?? 0))));
  return (
    <div className={classes.bars}>
      {parts.length > 1 && <Legend shape="row" entries={parts} hidden={hidden} onToggle={toggle} />}
      <DayChart
        {...frame}
        days={days}
        type="stacked"
        rows={days.map(({ date, values, unfinished }) => ({ date, unfinished, ...values }))}
        series={shown.map(({ key, label, color }) => ({ name: key, label, color }))}
        highest={highest}
        tooltip={(date) => {
          const day = days.find((each) => each.date === date);
          return day && <BarTooltip bar={{ key: date, ...day }} parts={shown} format={frame.format} />;
        }}
      />
    </div>
  );
});

/** A band of each day, with a line at its median. */
export const DayBands = memo(function DayBands({
  days,
  color,
  ...frame
}: Frame & { days: readonly DayBand[]; color: string }) {
  const { t } = useLingui();
  const words = { lower: t`Lower quartile`, median: t`Median`, upper: t`Upper quartile` };
  return (
    <div className={classes.bars}>
      <DayChart
        {...frame}
        days={days}
        type="default"
        rows={days.map(({ date, unfinished, band }) => ({
          date,
          unfinished,
          band: band && [band.lower, band.upper],
          median: band?.median,
        }))}
        series={[{ name: 'band', label: t`Band`, color }]}
        highest={Math.max(0, ...days.map(({ band }) => band?.upper ?? 0))}
        tooltip={(date) => {
          const day = days.find((each) => each.date === date);
          if (!day) return null;
          return (
            <div className={classes.bandTooltip}>
              <strong>{day.label}</strong>
              {day.band
                ? (['upper', 'median', 'lower'] as const).map((key) => (
                    <span key={key}>
                      {words[key]} {frame.format(day.band?.[key] ?? 0)}
                    </span>
                  ))
                : t`Nobody is ranked`}
            </div>
          );
        }}
      />
    </div>
  );
});

type ChartProps = Frame & {
  days: readonly { date: string; marked?: boolean }[];
  type: 'stacked' | 'default';
  rows: Record<string, unknown>[];
  series: { name: string; label: string; color: string }[];
  highest: number;
  tooltip: (date: string) => ReactNode;
};

function DayChart({ days, type, rows, series, highest, tooltip, axisFormat, summary, onOpen }: ChartProps) {
  const { width } = useCharts();
  const axes = useAxes();
  const places = ticks(highest);
  const every = Math.max(1, Math.ceil((days.length * DATE_PX) / Math.max(1, width - AXIS_PX)));
  return (
    <ChartFrame shape="bars" summary={summary} hidden={series.length === 0} press>
      {({ BarChart }) => (
        <BarChart
          unstyled
          classNames={{ grid: classes.grid }}
          type={type}
          dataKey="date"
          accessibilityLayer={false}
          maxBarWidth={40}
          data={rows}
          series={series}
          strokeDasharray="2 4"
          barProps={{ shape: DaySegment, isAnimationActive: false }}
          barChartProps={{
            barCategoryGap: '12%',
            // The highest figure of the axis is above its line.
            margin: { top: 14, right: 5, bottom: 5, left: 5 },
            onClick: ({ activeLabel }) => activeLabel !== undefined && onOpen(String(activeLabel)),
          }}
          referenceLines={days.flatMap(({ date, marked }) =>
            marked
              ? [{ x: date, color: 'gray.6', label: '!', labelPosition: 'insideTop', strokeDasharray: '2 4' }]
              : [],
          )}
          xAxisProps={{ ...axes.x, interval: every - 1, tickFormatter: shortDay }}
          yAxisProps={{
            ...axes.y,
            width: AXIS_PX,
            ticks: places,
            domain: [0, places.at(-1) ?? 0],
            interval: 0,
            tickFormatter: axisFormat,
          }}
          tooltipProps={{
            isAnimationActive: false,
            content: ({ active, label }) => (active ? tooltip(String(label)) : null),
          }}
        />
      )}
    </ChartFrame>
  );
}
