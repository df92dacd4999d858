import { memo } from 'react';
import { sumUnits } from '../../lib/figures.ts';
import { cutLabel, labelLength } from '../../lib/labels.ts';
import { ticks } from '../../lib/ticks.ts';
import { BarSegment, type Segment } from './BarSegment.tsx';
import { BarTooltip } from './BarTooltip.tsx';
import type { Bar, Part } from './bars.ts';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';
import { Legend } from './Legend.tsx';
import { useAxes } from './useAxes.ts';
import { useCharts } from './useCharts.ts';
import { useHidden } from './useHidden.ts';

type Props = {
  bars: readonly Bar[];
  parts: readonly Part[];
  format: (value: number) => string;
  axisFormat: (value: number) => string;
  /** A text alternative of the chart, for people who cannot see it. */
  summary: string;
};

const CHARACTER_PX = 8;
/** The widest bar. */
const BAR_PX = 26;
/** Room for the sum at the end of the longest bar. */
const SUM_PX = 84;
const GAP_PX = 6;

/**
 * Stacked bars that lie, a line each with its sum at the end. Axis labels are cut by the width of the chart; the tooltip has the whole text. Memoised: a chart is the most expensive part of the
 * page to render.
 */
export const StackedBars = memo(function StackedBars({ bars, parts, format, axisFormat, summary }: Props) {
  const { width } = useCharts();
  const axes = useAxes();
  const [hidden, toggle] = useHidden();
  const shown = parts.filter(({ key }) => !hidden.has(key));
  const length = labelLength(width);
  const highest = Math.max(0, ...bars.map(({ values }) => sumUnits(shown.map(({ key }) => values[key] ?? 0))));
  const places = ticks(highest);
  const sums = new Map(bars.map(({ key, values }) => [key, sumUnits(shown.map((part) => values[part.key] ?? 0))]));
  const lasts = new Map(bars.map(({ key, values }) => [key, shown.findLast((part) => values[part.key])?.key]));
  const isEnd = ({ payload }: Segment, part: string) => lasts.get(payload?.key ?? '') === part;
  const labels = new Map(bars.map(({ key, label }) => [key, label]));
  const labelOf = (key: string) => cutLabel(labels.get(key) ?? key, length);
  return (
    <div className={classes.bars}>
      <Legend shape="row" entries={parts} hidden={hidden} onToggle={toggle} />
      <ChartFrame shape="bars" summary={summary} hidden={shown.length === 0}>
        {({ BarChart }) => (
          <BarChart
            unstyled
            orientation="vertical"
            gridAxis="y"
            classNames={{ grid: classes.grid }}
            type="stacked"
            dataKey="key"
            accessibilityLayer={false}
            maxBarWidth={BAR_PX}
            data={bars.map(({ key, values }) => ({ key, ...values }))}
            series={shown.map(({ key, label, color }) => ({ name: key, label, color }))}
            strokeDasharray="2 4"
            barProps={({ name }) => ({
              shape: (segment: Segment) => (
                <>
                  <BarSegment {...segment} />
                  {isEnd(segment, name) && (
                    <text
                      // A bar from right to left has a negative width.
                      x={(segment.x ?? 0) + (segment.width ?? 0) + (axes.isRtl ? -GAP_PX : GAP_PX)}
                      textAnchor={axes.isRtl ? 'end' : 'start'}
                      y={(segment.y ?? 0) + (segment.height ?? 0) / 2}
                      dominantBaseline="central"
                      fill="var(--mantine-color-text)"
                      fontSize={12}
                      fontWeight={600}
                    >
                      {format(sums.get(segment.payload?.key ?? '') ?? 0)}
                    </text>
                  )}
                </>
              ),
            })}
            barChartProps={{ margin: { [axes.isRtl ? 'left' : 'right']: SUM_PX } }}
            yAxisProps={{ ...axes.y, width: (length + 2) * CHARACTER_PX, interval: 0, tickFormatter: labelOf }}
            xAxisProps={{
              ...axes.x,
              ticks: places,
              domain: [0, places.at(-1) ?? 0],
              interval: 0,
              tickFormatter: axisFormat,
            }}
            tooltipProps={{
              isAnimationActive: false,
              content: ({ active, label }) => {
                const bar = active ? bars.find(({ key }) => key === label) : undefined;
                return bar ? <BarTooltip bar={bar} parts={shown} format={format} /> : null;
              },
            }}
          />
        )}
      </ChartFrame>
    </div>
  );
});
