/** The fields of the library's shapes that are used; `payload`: the row of the chart's data. */
export type Segment = {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  fill?: string;
  payload?: { key: string };
};

/**
 * One part of a bar. The library's own shape asks the browser for the length of its outline, to be ready for an animation that is
 * never played: a layout and a second drawing for each part.
 */
export const BarSegment = ({ x = 0, y = 0, width = 0, height = 0, fill }: Segment) =>
  width !== 0 && height !== 0 ? (
    <path
      d={`M${x},${y}h${width}v${height}h${-width}Z`}
      fill={fill}
      stroke="var(--mantine-color-body)"
      strokeWidth={1}
    />
  ) : (
    <path />
  );
