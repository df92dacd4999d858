import { useDirection } from '@mantine/core';

/** Returns what both axes of a chart need in the direction of the page: from right to left it begins at the right, with its names or figures there. */
export function useAxes() {
  const { dir } = useDirection();
  const isRtl = dir === 'rtl';
  return {
    isRtl,
    x: { reversed: isRtl },
    y: isRtl
      ? ({ orientation: 'right', tick: { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' } } as const)
      : {},
  };
}
