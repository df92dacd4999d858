/** Steps of round numbers. */
const STEPS = [1, 2, 5, 10];
const MOST = 4;

/** Returns round values for an axis from 0 to at least `most`: at most four steps of 1, 2 or 5 times a power of ten. 285 gives 0, 100, 200, 300. */
export function ticks(most: number): number[] {
  const least = Math.max(1, most / MOST);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((each) => each * power >= least) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
}
