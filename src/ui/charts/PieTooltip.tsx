import { Paper } from '@mantine/core';
import classes from './charts.module.css';
import type { Slice } from './slice.ts';

type Props = { slice: Slice; format: (value: number) => string; share: string };

/** The whole label of a slice, its value and share. */
export function PieTooltip({ slice: { label, value, color }, format, share }: Props) {
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.tooltip}>
      <div className={classes.tooltipRow}>
        <svg className={classes.swatch} viewBox="0 0 10 10" aria-hidden="true">
          <rect width="10" height="10" rx="2" fill={color} />
        </svg>
        <span className={classes.tooltipLabel}>{label}</span>
      </div>
      <div className={classes.tooltipFigures}>
        <span className={classes.legendValue}>{format(value)}</span>
        <span className={classes.legendShare}>{share}</span>
      </div>
    </Paper>
  );
}
