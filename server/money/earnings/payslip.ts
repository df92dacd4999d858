import type { LINE_KINDS, testPayRule } from '#contract/money/earnings.ts';
import type { ParsedRequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import { LATEST, MINUTE } from '../../platform/zone.ts';
import { lineAnswer } from './answers.ts';
import { earningsOf } from './earn.ts';
import type { EarnDay } from './earnDay.ts';
import { Money } from './money.ts';
import { type Rate, rateFinder } from './rates.ts';

const WORKER = { employeeId: '', employeeGroupId: null, jobDescriptionId: null };
const NOTHING_NAMED = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };

type Payslip = ParsedRequestOf<typeof testPayRule>['body'];
/** Computes a payslip that is typed ('Test a rule'), by the same rules as everybody's pay; its days are one pay period, which is over. */
export function payslipOf(body: Payslip, cents: number): ResponseOf<typeof testPayRule> {
  const dates = body.days.map(({ date }) => date).sort();
  const period = { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  const rateOf = (kind: Rate['kind'], amount: string | null): Rate[] =>
    amount === null
      ? []
      : [{ ...NOTHING_NAMED, id: kind, kind, amount: new Money(amount).toFixed(), from: period.from }];
  const rates = [
    ...rateOf('piece', body.pieceRate),
    ...rateOf('hourly', body.hourlyRate),
    ...rateOf('minimum', body.minimum),
  ];
  const windows = earningsOf({ ...WORKER, payType: body.payType }, body.days.map(dayOf(body)).sort(byDate), {
    ...{ find: rateFinder(rates), cents, periodOf: () => period, today: LATEST },
  });
  const lines = windows.flatMap((window) => window.lines);
  const sum = (amounts: readonly Money[]) => amounts.reduce((all, one) => all.plus(one), new Money(0)).toFixed(cents);
  const of = (kind: (typeof LINE_KINDS)[number]) =>
    sum(lines.flatMap((line) => (line.kind === kind ? [line.amount] : [])));
  return {
    lines: lines.map((line) => lineAnswer(line, cents, (_lookup, code) => ({ code, description: code }))),
    guarantee: sum(windows.map(({ guarantee }) => guarantee())),
    sums: {
      piece: of('piece'),
      hourly: of('hourly'),
      'top-up': of('top-up'),
      rest: of('rest'),
      premium: of('premium'),
      floor: of('floor'),
      'holiday-off': of('holiday-off'),
    },
    total: sum(lines.map(({ amount }) => amount)),
    open: [...new Set(windows.flatMap(({ open }) => open))],
  };
}

const byDate = (a: EarnDay, b: EarnDay) => (a.date < b.date ? -1 : 1);
const dayOf =
  ({ rule, overtimeFactor, sundayFactor, holidayFactor, ordinaryMinutes }: Payslip) =>
  ({
    date,
    ordinary,
    overtime1,
    sunday,
    holiday,
    units,
    unitMinutes,
    isHolidayOff,
  }: Payslip['days'][number]): EarnDay => {
    const timeMs = (unitMinutes ?? 0) * MINUTE;
    // A payslip does not say when the units were counted: they take ordinary time first, then overtime, a Sunday and a holiday.
    const all = unitMinutes ?? 0;
    const plain = Math.min(all, ordinary + overtime1);
    const ofSunday = Math.min(all - plain, sunday);
    const ofHoliday = Math.min(all - plain - ofSunday, holiday);
    return {
      pieceTime: { ordinaryMinutes: [0, plain], sundayMs: ofSunday * MINUTE, holidayMs: ofHoliday * MINUTE },
      ...{ date, rule, open: [], workedMs: timeMs, isHolidayOff, ordinaryMs: (ordinaryMinutes ?? 0) * MINUTE },
      pieces: units === null ? [] : [{ lookup1: '', lookup2: '', units, timeMs }],
      paidMs: {
        ...{ ordinary: ordinary * MINUTE, overtime1: overtime1 * MINUTE, overtime2: 0 },
        ...{ sunday: sunday * MINUTE, holiday: holiday * MINUTE },
      },
      factors: {
        ...{ ordinary: 1, overtime1: overtimeFactor, overtime2: 1, sunday: sundayFactor, holiday: holidayFactor },
      },
    };
  };
