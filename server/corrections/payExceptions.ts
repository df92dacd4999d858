import type { OpenReason } from '#contract/earnings.ts';
import type { Db } from '../db/db.ts';
import { piecesOf, workerOn } from '../earnings/earn.ts';
import { rateFinder } from '../earnings/rates.ts';
import { findPayRates } from '../masterData/payRates.sql.ts';
import type { Days } from './exceptions.sql.ts';
import { type Found, made } from './found.ts';
import { selectDoubtfulPieces, selectPairs, selectWorkers } from './payExceptions.sql.ts';

/** The most lookup pairs that an exception names. */
const MOST_TOLD = 10;
/**
 * Finds what is in doubt about the piece pay of some days (spec/pay.md E7, E8): units without a rate, and units of a rate that are below 0. For users with
 * Pay.VIEW alone. Nothing is found in an account without rates.
 */
export async function findOfPay(tx: Db, accountId: string, days: Days): Promise<Found[]> {
  const rates = await findPayRates(tx, accountId);
  if (rates.length === 0) return [];
  const find = rateFinder(rates);
  // A pair that has a rate for everybody needs no look at its employees.
  const unpriced = (await selectPairs(tx, accountId, days)).filter(
    ({ day, lookup1, lookup2 }) => !find('piece', { lookup1, lookup2 }, day),
  );
  const pieces = await selectDoubtfulPieces(tx, accountId, days, unpriced);
  const ids = [...new Set(pieces.map(({ employeeId }) => employeeId))];
  const workers = new Map((await selectWorkers(tx, accountId, ids)).map((one) => [one.employeeId, one]));
  return [...Map.groupBy(pieces, ({ employeeId, day }) => `${employeeId} ${day}`).values()].flatMap((own) => {
    const [{ employeeId, day } = { employeeId: '', day: '' }] = own;
    const employee = workers.get(employeeId);
    const worker = employee && workerOn(employee, day);
    if (!worker || worker.payType === 'hourly') return [];
    const raised = new Set<OpenReason>();
    const lines = piecesOf(worker, { date: day, pieces: own }, find, (_, reason) => raised.add(reason));
    const evidence = own.map(({ lookup1, lookup2, units }) => [lookup1, lookup2, units]);
    const shared = { day, employeeId, evidence };
    const priced = new Set(lines.flatMap((line) => line.pieces));
    const without = own.filter((piece) => !priced.has(piece));
    const told = (some: typeof own) =>
      some
        .slice(0, MOST_TOLD)
        .map(({ units, lookup1, lookup2 }) => [units, lookup1, lookup2].filter(Boolean).join(' '))
        .join(', ') + (some.length > MOST_TOLD ? ` and ${some.length - MOST_TOLD} more` : '');
    const below = lines
      .filter(({ units }) => units.lt(0))
      .flatMap((line) => own.filter((one) => line.pieces.includes(one)));
    return [
      ...(raised.has('pay-below-zero')
        ? [made({ ...shared, kind: 'pay-below-zero', detail: `Units below 0, which are paid 0: ${told(below)}` })]
        : []),
      ...(raised.has('no-piece-rate')
        ? [made({ ...shared, kind: 'no-piece-rate', detail: `Not priced: ${told(without)}` })]
        : []),
    ];
  });
}
