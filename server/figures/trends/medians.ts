import { Units } from '../../platform/units.ts';

/** Returns the quantile of some values, exactly: a value between two of them is interpolated. Null without values. */
function quantile(sorted: ArrayLike<Units | number>, share: number): Units | null {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined) return null;
  const from = new Units(low);
  return from.plus(new Units(high).minus(from).times(new Units(place).minus(Math.floor(place))));
}

/** Returns the median, exactly: with an even number of values the mean of the middle two. Null without values. */
export const medianOf = (values: readonly (Units | number)[]) =>
  quantile(
    values.toSorted((a, b) => new Units(a).comparedTo(b)),
    0.5,
  );

const ascending = (values: readonly number[]) => Float64Array.from(values).sort();

/** Returns the median of counts or milliseconds, rounded half up. */
export const wholeMedianOf = (values: readonly number[]) =>
  quantile(ascending(values), 0.5)?.round().toNumber() ?? null;

/** Returns the median and the quartiles of units per hour, with 2 decimals; null without people. */
export function paceOf(performances: readonly number[]) {
  const sorted = ascending(performances);
  const at = (share: number) => quantile(sorted, share)?.toDecimalPlaces(2).toNumber();
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)];
  if (lower === undefined || median === undefined || upper === undefined) return null;
  return { median, lower, upper, people: sorted.length };
}
