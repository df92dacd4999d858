import { Trans } from '@lingui/react/macro';
import { Paper, Text } from '@mantine/core';
import { sumUnits } from '../../lib/figures.ts';
import type { Bar, Part } from './bars.ts';
import classes from './charts.module.css';

type Props = { bar: Bar; parts: readonly Part[]; format: (value: number) => string };

/** The whole label of a bar, its parts that are not zero, and their sum. */
export function BarTooltip({ bar, parts, format }: Props) {
  const rows = parts.filter(({ key }) => bar.values[key]);
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.tooltip}>
      <Text size="sm" fw={600}>
        {bar.label}
      </Text>
      {rows.map(({ key, label, color }) => (
        <div key={key} className={classes.tooltipRow}>
          <svg className={classes.swatch} viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={color} />
          </svg>
          <span className={classes.tooltipLabel}>{label}</span>
          <span className={classes.legendValue}>{format(bar.values[key] ?? 0)}</span>
        </div>
      ))}
      <div className={classes.tooltipTotal}>
        <span>
          <Trans>Total</Trans>
        </span>
        <span className={classes.legendValue}>{format(sumUnits(rows.map(({ key }) => bar.values[key] ?? 0)))}</span>
      </div>
    </Paper>
  );
}
