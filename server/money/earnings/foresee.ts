import { lengthOf, overlap } from '../../attendance/calendar.ts';
import type { Person } from '../../figures/stats/person.ts';
import { HOUR, type LocalDate, MINUTE } from '../../platform/zone.ts';
import { earningsOf } from './earn.ts';
import { type EarnDay, type Piece, type Rules, totalMs, type Worker, workerOn } from './earnDay.ts';
import { Money, moneyOf } from './money.ts';
import { hasHourlyRate } from './openPay.ts';
import { namedBy } from './pieces.ts';
import type { Earned } from './read.ts';

/** Rules of the top-up that today will need if it goes on as usual, without I/O. */

const ZERO = new Money(0);

/** Returns the paid time that is left of an employee's shift, in ms: none for an employee who is not on site. */
export function restOf({ isOpen, shift, intervals }: Pick<Person, 'isOpen' | 'shift' | 'intervals'>): number {
  const start = intervals.at(-1)?.end;
  if (!isOpen || !shift || start === undefined || start >= shift.end) return 0;
  const rest = { start, end: shift.end };
  const unpaid = shift.payBreaks.filter(({ isPaid }) => !isPaid);
  return unpaid.reduce((left, pause) => left - overlap(rest, pause), lengthOf([rest]));
}

/** Units by lookup pair over some past days, and the paid time of these days in ms. */
export type Usual = {
  pieces: readonly Pick<Piece, 'lookup1' | 'lookup2' | 'units' | 'jobDescriptionId'>[];
  paidMs: number;
};
/** Returns the piece pay of an hour at the rates of a date, exactly; null where nothing is known of the employee. */
export function paceOf(worker: Worker, usual: Usual | undefined, date: LocalDate, { find }: Pick<Rules, 'find'>) {
  if (!usual || usual.paidMs <= 0) return null;
  const terms = workerOn(worker, date);
  const pay = usual.pieces.reduce((sum, piece) => {
    const rate = find('piece', namedBy(terms, piece), date);
    return rate ? sum.plus(rate.value.times(moneyOf(piece.units))) : sum;
  }, ZERO);
  return Money.max(pay, ZERO).times(HOUR).div(usual.paidMs);
}

/**
 * Returns the top-up that today will need: the guarantee of the hours of the whole shift, less what is earned so far and the rest of the shift at the usual
 * pace; without one, at today's. An employee with an hourly rate who has done no piecework today is taken to work by the hour.
 */
export function foreseenTopUp(
  employee: Worker,
  day: EarnDay,
  { restMs, pace }: { restMs: number; pace: Money | null },
  rules: Rules,
): Money {
  const worker = workerOn(employee, day.date);
  const hasPieces = day.pieces.length > 0;
  const hasHourly = hasHourlyRate(
    day.rule,
    rules.find('hourly', worker, day.date),
    rules.find('minimum', worker, day.date),
  );
  const isPiece =
    worker.payType === 'piece' || (worker.payType === 'both' && (hasPieces || (!hasHourly && pace !== null)));
  const before = earningsOf(worker, [day], rules)[0];
  const whole = {
    ...day,
    paidMs: { ...day.paidMs, ordinary: day.paidMs.ordinary + restMs },
    workedMs: isPiece && day.workedMs > 0 ? day.workedMs + restMs : day.workedMs,
    pieceTime: isPiece && day.workedMs > 0 ? withMore(day, restMs) : day.pieceTime,
  };
  const after = earningsOf(isPiece && !hasHourly ? { ...worker, payType: 'piece' } : worker, [whole], rules)[0];
  if (!after || !before) return ZERO;
  const soFarMs = totalMs(day);
  const own = soFarMs > 0 ? before.counts.times(HOUR).div(soFarMs) : ZERO;
  const still = isPiece ? (pace ?? own).times(restMs).div(HOUR) : ZERO;
  return Money.max(after.guarantee().minus(after.counts).minus(still), ZERO).toDecimalPlaces(rules.cents);
}

/** Returns the time of a day's entries where its rest is of piecework too: it follows its ordinary time. */
function withMore({ paidMs, pieceTime }: EarnDay, restMs: number): EarnDay['pieceTime'] {
  const until = (paidMs.ordinary + paidMs.overtime1 + paidMs.overtime2) / MINUTE;
  return { ...pieceTime, ordinaryMinutes: [...pieceTime.ordinaryMinutes, until, until + restMs / MINUTE] };
}

type Today = Pick<Earned, 'worker' | 'windows'>;
/** Returns the top-ups that windows of a day are foreseen to need today, of those who need one. */
export function topUpsToday(
  people: readonly Today[],
  { rules, usual, live }: { rules: Rules; usual: ReadonlyMap<string, Usual>; live: ReadonlyMap<string, Person> },
): Money[] {
  const { today } = rules;
  return people.flatMap(({ worker, windows }) => {
    const day = windows.find(({ rule, to }) => rule?.window === 'day' && to === today)?.days[0];
    if (!day) return [];
    const person = live.get(worker.employeeId);
    const pace = paceOf(worker, usual.get(worker.employeeId), today, rules);
    const amount = foreseenTopUp(worker, day, { restMs: person ? restOf(person) : 0, pace }, rules);
    return amount.gt(0) ? [amount] : [];
  });
}
