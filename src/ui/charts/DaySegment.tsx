type Props = {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  fill?: string;
  /** The row of the chart: its lower and upper end where it is a band. */
  payload?: { unfinished?: boolean; band?: readonly [number, number] | null; median?: number };
};

const UNFINISHED = { fillOpacity: 0.35, strokeDasharray: '3 3' };

/** One part of a day's bar, or its band with the median; without the measuring of the library's own shape (see BarSegment). */
export function DaySegment({ x = 0, y = 0, width = 0, height = 0, fill, payload }: Props) {
  const { unfinished = false, band, median } = payload ?? {};
  if (width <= 0 || (height === 0 && !band)) return <path />;
  const stroke = unfinished ? fill : 'var(--mantine-color-body)';
  if (!band || median === undefined)
    return (
      <path
        d={`M${x},${y}h${width}v${height}h${-width}Z`}
        fill={fill}
        stroke={stroke}
        {...(unfinished && UNFINISHED)}
      />
    );
  const [lower, upper] = band;
  const middle = y + (upper === lower ? 0 : (height * (upper - median)) / (upper - lower));
  return (
    <g>
      <path
        d={`M${x},${y}h${width}v${height}h${-width}Z`}
        fill={fill}
        fillOpacity={unfinished ? 0.15 : 0.4}
        stroke={fill}
        {...(unfinished && { strokeDasharray: UNFINISHED.strokeDasharray })}
      />
      <path d={`M${x},${middle}h${width}`} stroke="var(--mantine-color-text)" strokeWidth={3} />
    </g>
  );
}
