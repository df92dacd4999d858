import { hoursOf } from '#contract/masterData/hoursRules.ts';
import type { OpenReason } from '#contract/money/earnings.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { payRuleFinder } from '../../figures/pay/payRuleFinder.ts';
import { isWithin } from '../../figures/stats/crew.ts';
import { findPayRates } from '../../masterData/payRates.sql.ts';
import { findPayRules } from '../../masterData/payRules.sql.ts';
import { workerOn } from '../../money/earnings/earnDay.ts';
import { selectJobs, withJob } from '../../money/earnings/earnings.sql.ts';
import { hasHourlyRate, lacksHoursRule, unpricedTime } from '../../money/earnings/openPay.ts';
import { piecesOf } from '../../money/earnings/pieces.ts';
import { type FindRate, rateFinder } from '../../money/earnings/rates.ts';
import type { Db } from '../../platform/db/db.ts';
import { type LocalDate, MINUTE } from '../../platform/zone.ts';
import type { Days } from './exceptions.sql.ts';
import { type Found, made } from './found.ts';
import {
  selectDoubtfulHours,
  selectDoubtfulPieces,
  selectPairs,
  selectSharedPieces,
  selectWorkers,
  type Whose,
} from './payExceptions.sql.ts';

type PayRules = Awaited<ReturnType<typeof findPayRules>>;
/** The most lookup pairs that an exception names. */
const MOST_TOLD = 10;
/**
 * Finds what is in doubt about the pay of some days (docs/reference/pay.md#settled): units and hours without a rate, and units of a rate that are below 0. For users
 * with Pay.VIEW alone. Nothing is found in an account without rates. `judged`: the dates among them whose rows are in `judged_day`. Of a crew of
 * some products only their pieces, as what it earns.
 */
export async function findOfPay(
  tx: Db,
  accountId: string,
  { judged, ...days }: Days & { judged: readonly LocalDate[] },
  whose: Whose,
): Promise<Found[]> {
  const rates = await findPayRates(tx, accountId);
  if (rates.length === 0) return [];
  const find = rateFinder(rates);
  const payRules = await findPayRules(tx, accountId);
  return [
    ...(await ofPieces(tx, accountId, days, find, whose)),
    ...(await ofSharedPieces(tx, accountId, judged, payRules, whose)),
    ...(whose.lookup1 ? [] : await ofHours(tx, accountId, judged, { find, payRules }, whose)),
  ];
}

/** Finds days whose time has no price, of those that are judged: pay of the others is not settled anyway. */
async function ofHours(
  tx: Db,
  accountId: string,
  judged: readonly LocalDate[],
  { find, payRules }: { find: FindRate; payRules: PayRules },
  { employeeIds }: Whose,
): Promise<Found[]> {
  const ruleOf = payRuleFinder(payRules);
  const days = await selectDoubtfulHours(tx, accountId, judged, { hasRules: payRules.length > 0, employeeIds });
  const workers = await workersOf(tx, accountId, days);
  return days.flatMap(({ employeeId, day, timeGroupId, isThere, hasPieces, paidMs, isRuled }) => {
    const worker = workers(employeeId, day);
    if (!worker) return [];
    const rule = ruleOf(employeeId, timeGroupId, day)?.rule ?? null;
    const shared = { day, employeeId, evidence: [paidMs, hasPieces] };
    if (!isRuled)
      return lacksHoursRule(worker, { rule, isThere })
        ? [made({ ...shared, kind: 'no-hours-rule', detail: words('Not priced: no hours rule is in force') })]
        : [];
    const hasHourly = hasHourlyRate(rule, find('hourly', worker, day), find('minimum', worker, day));
    const kind = unpricedTime(worker, { hasPieces, isPaid: paidMs > 0 }, hasHourly);
    const time = hoursOf(Math.floor(paidMs / MINUTE));
    const detail =
      kind === 'not-priced'
        ? msg('Not priced: {time} h without an hourly rate or piecework', { time })
        : msg('Not priced: {time} h without an hourly rate', { time });
    return kind ? [made({ ...shared, kind, detail })] : [];
  });
}

/** Returns a function that finds an employee with the terms of a date. */
async function workersOf(tx: Db, accountId: string, days: readonly { employeeId: string }[]) {
  const ids = [...new Set(days.map(({ employeeId }) => employeeId))];
  const workers = new Map((await selectWorkers(tx, accountId, ids)).map((one) => [one.employeeId, one]));
  return (employeeId: string, day: LocalDate) => {
    const employee = workers.get(employeeId);
    return employee && workerOn(employee, day);
  };
}

type Told = { units: string; lookup1: string; lookup2: string };
function told(some: readonly Told[]): string | Message {
  const named = some
    .slice(0, MOST_TOLD)
    .map(({ units, lookup1, lookup2 }) => [units, lookup1, lookup2].filter(Boolean).join(' '))
    .join(', ');
  const rest = some.length - MOST_TOLD;
  return rest > 0 ? msg('{named} and {rest} more', { named, rest }) : named;
}

/** Finds units that were counted for several people together where output must be individual. */
async function ofSharedPieces(
  tx: Db,
  accountId: string,
  judged: readonly LocalDate[],
  payRules: PayRules,
  whose: Whose,
): Promise<Found[]> {
  if (!payRules.some(({ rule }) => rule.individualOutput)) return [];
  const ruleOf = payRuleFinder(payRules);
  const pieces = (await selectSharedPieces(tx, accountId, judged, whose)).filter(
    ({ employeeId, timeGroupId, day }) => ruleOf(employeeId, timeGroupId, day)?.rule.individualOutput,
  );
  const workers = await workersOf(tx, accountId, pieces);
  return [...Map.groupBy(pieces, ({ employeeId, day }) => `${employeeId} ${day}`).values()].flatMap((own) => {
    const [{ employeeId, day } = { employeeId: '', day: '' }] = own;
    if ((workers(employeeId, day)?.payType ?? 'hourly') === 'hourly') return [];
    const evidence = own.map(({ lookup1, lookup2, units }) => [lookup1, lookup2, units]);
    return [
      made({
        day,
        employeeId,
        evidence,
        kind: 'shared-output',
        detail: msg('Not payable by the piece: {pieces}', { pieces: told(own) }),
      }),
    ];
  });
}

async function ofPieces(tx: Db, accountId: string, days: Days, find: FindRate, whose: Whose): Promise<Found[]> {
  const jobs = await selectJobs(tx, accountId);
  // A pair that has a rate for everybody needs no look at its employees.
  const unpriced = (await selectPairs(tx, accountId, days)).filter(
    ({ day, lookup1, lookup2 }) => isWithin(whose.lookup1, lookup1) && !find('piece', { lookup1, lookup2 }, day),
  );
  const pieces = (await selectDoubtfulPieces(tx, accountId, { ...days, ...whose }, unpriced))
    .filter(({ lookup1 }) => isWithin(whose.lookup1, lookup1))
    .map((piece) => withJob(piece, jobs));
  const workers = await workersOf(tx, accountId, pieces);
  return [...Map.groupBy(pieces, ({ employeeId, day }) => `${employeeId} ${day}`).values()].flatMap((own) => {
    const [{ employeeId, day } = { employeeId: '', day: '' }] = own;
    const worker = workers(employeeId, day);
    if (!worker || worker.payType === 'hourly') return [];
    const raised = new Set<OpenReason>();
    const lines = piecesOf(worker, { date: day, pieces: own }, find, (_, reason) => raised.add(reason));
    const evidence = own.map(({ lookup1, lookup2, units }) => [lookup1, lookup2, units]);
    const shared = { day, employeeId, evidence };
    const priced = new Set(lines.flatMap((line) => line.pieces));
    const without = own.filter((piece) => !priced.has(piece));
    const below = lines
      .filter(({ units }) => units.lt(0))
      .flatMap((line) => own.filter((one) => line.pieces.includes(one)));
    return [
      ...(raised.has('pay-below-zero')
        ? [
            made({
              ...shared,
              kind: 'pay-below-zero',
              detail: msg('Units below 0, which are paid 0: {pieces}', { pieces: told(below) }),
            }),
          ]
        : []),
      ...(raised.has('no-piece-rate')
        ? [made({ ...shared, kind: 'no-piece-rate', detail: msg('Not priced: {pieces}', { pieces: told(without) }) })]
        : []),
    ];
  });
}
