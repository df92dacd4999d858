import { Units } from '../attendance/piecework.ts';

const ascending = (values: readonly (Units | number | string)[]) =>
  values.map((value) => new Units(value)).sort((a, b) => a.comparedTo(b));

/** The value below which a share of the others lies, between the two nearest by proportion; exact. Null of nothing. */
function quantile(sorted: readonly Units[], share: number): Units | null {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  return low && high ? low.plus(high.minus(low).times(new Units(place).minus(Math.floor(place)))) : null;
}

/** The middle value, of an even number the mean of the middle two; exact. Null of nothing. */
export const medianOf = (values: readonly (Units | number | string)[]) => quantile(ascending(values), 0.5);

/** Counts and milliseconds: rounded half up. */
export const wholeMedianOf = (values: readonly number[]) => medianOf(values)?.round().toNumber() ?? null;

/** Median and quartiles of units per hour, 2 decimals; null of nobody. */
export function paceOf(performances: readonly number[]) {
  const sorted = ascending(performances);
  const at = (share: number) => quantile(sorted, share)?.toDecimalPlaces(2).toNumber();
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)];
  if (lower === undefined || median === undefined || upper === undefined) return null;
  return { median, lower, upper, people: sorted.length };
}
