import { useLingui } from '@lingui/react/macro';
import { Skeleton, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import line from '../name.module.css';
import classes from './charts.module.css';
import { CHART_COLORS } from './palette.ts';

const PLACES = Array.from({ length: 10 }, (_, index) => index);

type Row = { key: string; name: string; detail: string; value: number };
type Props = {
  label: string;
  rows: readonly Row[];
  format: (value: number) => string;
  /** The end of the scale and the mark on it, where the rows are a part of more; without them the largest row is the end. */
  largest?: number;
  median?: number;
  /** Opens what is behind a row, by its key. */
  onOpen?: (key: string) => void;
  /** Returns a name as a link, by the key of its row. */
  nameLink?: (key: string, name: ReactNode) => ReactNode;
};

/** A ranking: place, name, figure, and a bar as long as its share of the scale. A list, so it needs no other words. */
export function RankedBars({ label, rows, format, largest: end, median, onOpen, nameLink = (_, name) => name }: Props) {
  const { t } = useLingui();
  const largest = Math.max(...rows.map(({ value }) => value), end ?? 0);
  const share = (value: number) => (largest > 0 ? Math.max(0, (value / largest) * 100) : 0);
  return (
    <ol className={classes.ranking} aria-label={label}>
      {rows.map(({ key, name, detail, value }, index) => (
        <li key={key} className={classes.rank}>
          <span className={classes.place} aria-hidden>
            {index + 1}
          </span>
          <span className={classes.rankName} title={name}>
            <bdi>{nameLink(key, name)}</bdi> <span className={line.number}>{detail}</span>
          </span>
          {onOpen ? (
            <UnstyledButton
              className={classes.legendValue}
              aria-haspopup="dialog"
              aria-label={`${name}, ${format(value)}`}
              aria-description={t`Why?`}
              onClick={() => onOpen(key)}
            >
              {format(value)}
            </UnstyledButton>
          ) : (
            <span className={classes.legendValue}>{format(value)}</span>
          )}
          <svg className={classes.rankBar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" className={classes.rankTrack} />
            <rect width={share(value)} height="4" fill={CHART_COLORS[0]} />
            {median !== undefined && <rect x={share(median)} width="0.5" height="4" fill="var(--mantine-color-text)" />}
          </svg>
        </li>
      ))}
    </ol>
  );
}

export const RankingSkeleton = () => (
  <ol className={classes.ranking} aria-hidden>
    {PLACES.map((row) => (
      <li key={row} className={classes.rank}>
        <Skeleton className={classes.rankSkeleton} />
      </li>
    ))}
  </ol>
);
