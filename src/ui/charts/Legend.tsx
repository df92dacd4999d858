import { UnstyledButton } from '@mantine/core';
import classes from './charts.module.css';

export type LegendEntry = { key: string; label: string; color: string; value?: string; share?: string };

/** Characters of a name that needs more than the width beside a pie. */
const LONG_LABEL = 40;

type Props = {
  entries: readonly LegendEntry[];
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** `list`: one a line with its figure, beside a pie. `row`: wrapped above bars. */
  shape: 'list' | 'row';
};

/** The legend of a chart's colours. Pressing an entry takes it out of the chart and puts it back. */
export function Legend({ entries, hidden, onToggle, shape }: Props) {
  return (
    <ul
      className={shape === 'list' ? classes.legendList : classes.legendRow}
      data-long={entries.some(({ label }) => label.length > LONG_LABEL) || undefined}
    >
      {entries.map(({ key, label, color, value, share }) => (
        <li key={key}>
          <UnstyledButton
            className={classes.legendEntry}
            aria-pressed={!hidden.has(key)}
            title={label}
            onClick={() => onToggle(key)}
          >
            <svg className={classes.swatch} viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={color} />
            </svg>
            <span className={classes.legendLabel}>{label}</span>
            {value !== undefined && <span className={classes.legendValue}>{value}</span>}
            {share !== undefined && <span className={classes.legendShare}>{share}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
