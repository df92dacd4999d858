import type { LineKind } from '#contract/money/earnings.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { Money } from './money.ts';

/** The cost of work: each job has its piece pay, what else was paid for its day, and its part of the window's top-up. */
export type JobCost = {
  date: LocalDate;
  /** '' where there is no code, and for time without piecework. */
  lookup1: string;
  lookup2: string;
  units: Money;
  ms: number;
  /** Time without piecework. */
  isHourly: boolean;
  /** Piece pay. */
  direct: Money;
  /** The pay that is compared with the guarantee. */
  counts: Money;
  /** Its part of the top-up, which may be negative, and of hourly pay, rest and premium. */
  spread: Money;
};

type Spread = { date: LocalDate; kind: LineKind; amount: Money };
type Guarantee = { amount: Money; isOfAll: boolean };
const ZERO = new Money(0);

/**
 * Puts the other lines of a window on its jobs. Only the top-up is spread over all of them: where the guarantee of a job's time exceeds the pay that counts, so
 * that a well paid job has a negative part. Every other line goes to the jobs of its own day, hourly pay to time without piecework. Jobs and lines have the
 * same sum, on each day without the top-up.
 */
export function costOf(
  jobs: readonly JobCost[],
  lines: readonly Spread[],
  guarantee: Guarantee,
  cents: number,
): JobCost[] {
  const spread = new Map<JobCost, Money>();
  const put = (some: readonly JobCost[], amount: Money, part: (job: JobCost) => Money) => {
    let left = amount;
    for (const [nth, job] of some.entries()) {
      // The last job has the cents that rounding leaves.
      const own = nth === some.length - 1 ? left : part(job).toDecimalPlaces(cents);
      left = left.minus(own);
      spread.set(job, (spread.get(job) ?? ZERO).plus(own));
    }
  };
  const byTime = (some: readonly JobCost[], amount: Money) => {
    const allMs = some.reduce((sum, { ms }) => sum + ms, 0);
    return ({ ms }: JobCost) => (allMs > 0 ? amount.times(ms).div(allMs) : ZERO);
  };
  const ofDays = Map.groupBy(jobs, ({ date }) => date);
  for (const { date, kind, amount } of lines) {
    if (kind === 'piece' || kind === 'top-up') continue;
    const ofDay = ofDays.get(date) ?? jobs;
    const hourly = kind === 'hourly' ? ofDay.filter(({ isHourly }) => isHourly) : [];
    const some = hourly.length > 0 ? hourly : ofDay;
    put(some, amount, byTime(some, amount));
  }
  const topUp = lines.reduce((sum, { kind, amount }) => (kind === 'top-up' ? sum.plus(amount) : sum), ZERO);
  if (!topUp.isZero()) {
    const compared = guarantee.isOfAll ? jobs : jobs.filter(({ isHourly }) => !isHourly);
    const some = compared.length > 0 ? compared : jobs;
    const guaranteed = byTime(some, guarantee.amount);
    put(some, topUp, (job) => guaranteed(job).minus(job.counts));
  }
  return jobs.map((job) => ({ ...job, spread: spread.get(job) ?? ZERO }));
}
