import type { LineKind } from '#contract/earnings.ts';
import type { LocalDate } from '../attendance/zone.ts';
import { Money } from './money.ts';

/** The cost of work (spec/pay.md E5): each job has its piece pay and, by time, its part of everything else. */
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
  /** Its part of the top-up, which may be negative, of hourly pay, rest and premium. */
  spread: Money;
};

type Spread = { kind: LineKind; amount: Money };
const ZERO = new Money(0);
/**
 * Spreads the other lines of a window over its jobs. A top-up goes where the guarantee of a job's time exceeds its pay, so that a well paid job has a
 * negative part. The last job has the cents that rounding leaves: jobs and lines have the same sum.
 */
export function costOf(jobs: readonly JobCost[], lines: readonly Spread[], guarantee: Money, cents: number): JobCost[] {
  const sumOf = (kinds: readonly LineKind[]) =>
    lines.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum.plus(amount) : sum), ZERO);
  const allMs = jobs.reduce((sum, { ms }) => sum + ms, 0);
  const hourlyMs = jobs.reduce((sum, { ms, isHourly }) => (isHourly ? sum + ms : sum), 0);
  const [topUp, hourly, other] = [sumOf(['top-up']), sumOf(['hourly']), sumOf(['rest', 'premium'])];
  const part = (ms: number, of: number) => (of > 0 ? new Money(ms).div(of) : ZERO);
  const spread = jobs.map((job) => {
    const ownHourly = job.isHourly ? hourly.times(part(job.ms, hourlyMs)) : ZERO;
    const ownTopUp = topUp.isZero() ? ZERO : guarantee.times(part(job.ms, allMs)).minus(job.direct).minus(ownHourly);
    return ownHourly
      .plus(ownTopUp)
      .plus(other.times(part(job.ms, allMs)))
      .toDecimalPlaces(cents);
  });
  const left = spread.reduce((sum, one) => sum.minus(one), topUp.plus(hourly).plus(other));
  return jobs.map((job, nth) => {
    const own = spread[nth] ?? ZERO;
    return { ...job, spread: nth === jobs.length - 1 ? own.plus(left) : own };
  });
}
