import type { OpenReason } from '#contract/money/earnings.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { type EarnDay, type Piece, type Terms, type Worker, ZERO } from './earnDay.ts';
import { type Money, moneyOf } from './money.ts';
import type { FindRate, RateInForce } from './rates.ts';

/** Returns what decides the rate of some pieces: their own job description comes before the employee's. */
export const namedBy = (
  { employeeGroupId, jobDescriptionId }: Terms,
  { lookup1, lookup2, jobDescriptionId: own }: Pick<Piece, 'lookup1' | 'lookup2' | 'jobDescriptionId'>,
) => ({ lookup1, lookup2, employeeGroupId, jobDescriptionId: own === undefined ? jobDescriptionId : own });

/** Returns the pay of a day's units by rate: never below 0. */
export function piecesOf(
  worker: Worker,
  { date, pieces, isIndividual = false }: Pick<EarnDay, 'date' | 'pieces' | 'isIndividual'>,
  find: FindRate,
  raise: (date: LocalDate, open: OpenReason) => void,
) {
  const byRate = new Map<RateInForce, Piece[]>();
  for (const piece of pieces) {
    if (isIndividual && piece.isShared) {
      raise(date, 'shared-output');
      continue;
    }
    const rate = find('piece', namedBy(worker, piece), date);
    if (!rate) raise(date, 'no-piece-rate');
    else if (!byRate.get(rate)?.push(piece)) byRate.set(rate, [piece]);
  }
  return Array.from(byRate, ([rate, own]) => {
    const units = unitsOf(own);
    if (units.lt(0)) raise(date, 'pay-below-zero');
    return { rate, units, pieces: own, exact: units.lt(0) ? ZERO : rate.value.times(units) };
  });
}

/** Returns the sum of some work's units. */
export const unitsOf = ([first, ...others]: readonly Piece[]): Money =>
  first ? others.reduce((sum, { units }) => sum.plus(moneyOf(units)), moneyOf(first.units)) : ZERO;

/** Returns the cents of one line of piece pay by lookup pair, in proportion to their units; the last one has what is left. */
export function centsByPiece(
  { rate, pieces, units, amount }: { rate: Money; pieces: readonly Piece[]; units: Money; amount: Money },
  round: (exact: Money) => Money,
): [Piece, Money][] {
  let left = amount;
  return pieces.map((piece, nth) => {
    const part = units.lte(0) ? ZERO : round(rate.times(piece.units));
    const own = nth === pieces.length - 1 ? left : part;
    left = left.minus(own);
    return [piece, own];
  });
}
