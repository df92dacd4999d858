import { Text } from '@mantine/core';
import { percent, percentages } from '../../lib/figures.ts';
import { ChartFrame, PIE_PX } from './ChartFrame.tsx';
import classes from './charts.module.css';
import { Legend } from './Legend.tsx';
import { PieTooltip } from './PieTooltip.tsx';
import type { Slice } from './slice.ts';
import { useHidden } from './useHidden.ts';

type Props = {
  slices: readonly Slice[];
  format: (value: number) => string;
  /** Says what the whole of the shares is, where nothing else does: 'of 42 judged'. */
  of?: (whole: string) => string;
  /** A text alternative of the chart, for people who cannot see it. */
  summary: string;
};

const RING_PX = 24;

/** A pie as a ring with the sum inside, beside its legend, which holds the figures: the ring only supports them. */
export function Pie({ slices, format, of, summary }: Props) {
  const [hidden, toggle] = useHidden();
  const shown = slices.filter(({ key, value }) => !hidden.has(key) && value > 0);
  const whole = shown.reduce((sum, { value }) => sum + value, 0);
  const shares = percentages(shown.map(({ value }) => value));
  const shareOf = (key: string) => shares[shown.findIndex((slice) => slice.key === key)];
  return (
    <div className={classes.pie}>
      <ChartFrame shape="pie" summary={summary} hidden={shown.length === 0}>
        {({ DonutChart }) => (
          <DonutChart
            unstyled
            styles={{ label: { fontSize: '1.375rem', fontWeight: 600, fill: 'var(--mantine-color-text)' } }}
            chartLabel={format(whole)}
            size={PIE_PX}
            thickness={RING_PX}
            startAngle={90}
            endAngle={-270}
            withTooltip
            accessibilityLayer={false}
            // The legend is what the keyboard reaches.
            pieProps={{ rootTabIndex: -1 }}
            strokeWidth={shown.length > 1 ? 2 : 0}
            strokeColor="var(--mantine-color-body)"
            tooltipProps={{
              isAnimationActive: false,
              // Nothing while nothing is pointed at: even unseen, long labels would make the page longer.
              content: ({ active, payload }) => {
                const slice = active ? shown.find(({ label }) => label === payload?.[0]?.name) : undefined;
                return slice ? <PieTooltip slice={slice} format={format} share={shareOf(slice.key) ?? ''} /> : null;
              },
            }}
            data={shown.map(({ key, label, value, color }) => ({ key, name: label, value, color }))}
          />
        )}
      </ChartFrame>
      <div className={classes.legendBeside}>
        <Legend
          shape="list"
          hidden={hidden}
          onToggle={toggle}
          entries={slices.map(({ key, label, value, color }) => ({
            key,
            label,
            color,
            value: format(value),
            share: hidden.has(key) ? '' : (shareOf(key) ?? percent(0, whole)),
          }))}
        />
        {of && whole > 0 && (
          <Text size="xs" c="dimmed" ta="end" pe={4}>
            {of(format(whole))}
          </Text>
        )}
      </div>
    </div>
  );
}
