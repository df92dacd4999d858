import type { Slice } from './slice.ts';

/** A pie as the chart library will draw it, which takes its place: without hints. `size`: its diameter in px. */
export function PiePicture({ slices, size }: { slices: readonly Slice[]; size: number }) {
  const radius = size / 2;
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  const point = (part: number) => {
    const angle = (2 * Math.PI * part) / whole;
    return `${radius + radius * Math.sin(angle)},${radius - radius * Math.cos(angle)}`;
  };
  let before = 0;
  const paths = slices.map(({ key, value, color }) => {
    const from = point(before);
    before += value;
    // An arc that ends where it begins is none: a whole pie ends a hair before.
    const to = point(Math.min(before, 0.9999 * whole));
    const arc = `A${radius},${radius},0,${value * 2 > whole ? 1 : 0},1,${to}`;
    return <path key={key} d={`M${radius},${radius}L${from}${arc}Z`} fill={color} />;
  });
  return (
    <svg
      width={size}
      height={size}
      data-picture
      aria-hidden="true"
      stroke="var(--mantine-color-body)"
      strokeWidth={slices.length > 1 ? 2 : 0}
    >
      {paths}
    </svg>
  );
}
