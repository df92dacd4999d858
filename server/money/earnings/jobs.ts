import type { JobCost } from './cost.ts';
import { type EarnDay, ZERO } from './earnDay.ts';
import { isPaidOff } from './floors.ts';
import { Money } from './money.ts';
import { centsByPiece, type piecesOf } from './pieces.ts';
import type { Split } from './split.ts';

/** Returns the jobs of a day for cost: lookup pairs with their piece pay and part of the piecework time; the rest of the time is of no job. */
export function jobsOf(
  day: EarnDay,
  split: Omit<Split, 'hourlyIn'>,
  { pieceLines, counts }: { pieceLines: ReturnType<typeof piecesOf>; counts: Money },
  round: (exact: Money) => Money,
): JobCost[] {
  const all = day.pieces.map((piece) => ({ piece, weight: day.workedMs > 0 ? piece.timeMs : Number(piece.units) }));
  const weights = all.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const jobs = all.map(
    ({ piece, weight }): JobCost => ({
      date: day.date,
      lookup1: piece.lookup1,
      lookup2: piece.lookup2,
      units: new Money(piece.units),
      ms: weights > 0 ? (split.pieceMs * Math.max(0, weight)) / weights : split.pieceMs / all.length,
      isHourly: false,
      direct: ZERO,
      counts: ZERO,
      spread: ZERO,
    }),
  );
  for (const { rate, pieces, exact, units } of pieceLines)
    for (const [piece, own] of centsByPiece({ rate: rate.value, pieces, units, amount: round(exact) }, round)) {
      const job = jobs[day.pieces.indexOf(piece)];
      if (!job) continue;
      job.direct = job.direct.plus(own);
      job.counts = job.direct;
    }
  // A holiday that is paid though it was not worked is of no job either.
  if (split.hourlyMs > 0 || (jobs.length === 0 && (split.pieceMs + split.restMs > 0 || isPaidOff(day))))
    jobs.push({
      ...{ date: day.date, lookup1: '', lookup2: '', units: ZERO, direct: ZERO, spread: ZERO, counts },
      isHourly: true,
      ms: split.hourlyMs + (jobs.length === 0 ? split.pieceMs : 0),
    });
  return jobs;
}
