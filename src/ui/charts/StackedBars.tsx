import { memo } from 'react';
import { sumUnits } from '../../lib/figures.ts';
import { cutLabel, labelLength } from '../../lib/labels.ts';
import { ticks } from '../../lib/ticks.ts';
import { BarSegment } from './BarSegment.tsx';
import { BarTooltip } from './BarTooltip.tsx';
import { AXIS_PX, type Bar, type Part } from './bars.ts';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';
import { Legend } from './Legend.tsx';
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

const CHARACTER_PX = 7;
/** The widest bar. */
const BAR_PX = 56;
/** Height of labels that are turned. */
const TURNED_PX = 56;

/**
 * Stacked bars. Axis labels are cut by the width of the chart; the tooltip has the whole text. Memoised: a chart is the most expensive part of the
 * page to render.
 */
export const StackedBars = memo(function StackedBars({ bars, parts, format, axisFormat, summary }: Props) {
  const { width } = useCharts();
  const [hidden, toggle] = useHidden();
  const shown = parts.filter(({ key }) => !hidden.has(key));
  const length = labelLength(width);
  const highest = Math.max(0, ...bars.map(({ values }) => sumUnits(shown.map(({ key }) => values[key] ?? 0))));
  const places = ticks(highest);
  // Labels that would overlap are turned, so that none is left out.
  const turned = (width - AXIS_PX) / bars.length < (length + 1) * CHARACTER_PX;
  const labels = new Map(bars.map(({ key, label }) => [key, label]));
  const labelOf = (key: string) => cutLabel(labels.get(key) ?? key, length);
  return (
    <div className={classes.bars}>
      <Legend shape="row" entries={parts} hidden={hidden} onToggle={toggle} />
      <ChartFrame shape="bars" summary={summary} hidden={shown.length === 0}>
        {({ BarChart }) => (
          <BarChart
            // Existing labels would not be turned, so the chart is mounted again.
            key={String(turned)}
            unstyled
            classNames={{ grid: classes.grid }}
            type="stacked"
            dataKey="key"
            accessibilityLayer={false}
            maxBarWidth={BAR_PX}
            data={bars.map(({ key, values }) => ({ key, ...values }))}
            series={shown.map(({ key, label, color }) => ({ name: key, label, color }))}
            strokeDasharray="2 4"
            barProps={{ shape: BarSegment }}
            xAxisProps={{
              interval: 0,
              ...(turned && { angle: -40, textAnchor: 'end', height: TURNED_PX, tickMargin: -4 }),
              tickFormatter: labelOf,
            }}
            yAxisProps={{
              width: AXIS_PX,
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
