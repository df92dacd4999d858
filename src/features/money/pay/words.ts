import type { MessageDescriptor } from '@lingui/core';
import { msg, select, t } from '@lingui/core/macro';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type {
  LineKind,
  OpenReason,
  PaidClass,
  PayLine,
  PayWindowOf,
  PersonEarnings,
} from '#contract/money/earnings.ts';
import type { PayFileEvent, previewPayFile } from '#contract/money/payFiles.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { hours, moneyIn, units } from '../../../lib/figures.ts';
import { inLanguage } from '../../../lib/language.ts';
import { listed } from '../../../lib/lists.ts';
import { moment } from '../../../lib/moments.ts';
import { dayLabel, shortDay } from '../../../lib/zoned.ts';

/** The words of pay, each in one place. */

export type Money = ReturnType<typeof moneyIn>;
/** Formats a rate with all of its decimals: 'R 3.10', 'R 3.125'. */
export const rateIn = (currency: string | null, amount: string) => moneyIn(currency, 4)(amount);

export const LINE_WORDS: Record<LineKind, MessageDescriptor> = {
  piece: msg`Piecework`,
  hourly: msg`Hours`,
  'top-up': msg`Top-up`,
  rest: msg`Rest`,
  premium: msg`Premium`,
  floor: msg`Least pay of the day`,
  'holiday-off': msg`Holiday not worked`,
};
export const CLASS_WORDS: Record<PaidClass, MessageDescriptor> = {
  ordinary: msg`ordinary`,
  overtime1: msg`overtime 1`,
  overtime2: msg`overtime 2`,
  sunday: msg`sunday`,
  holiday: msg`holiday`,
};
export const OPEN_WORDS: Record<OpenReason, MessageDescriptor> = {
  'missing-punch': msg`A punch is missing, or work goes on`,
  'piecework-without-clock': msg`Piecework without a punch`,
  unverified: msg`Can’t tell yet whether they worked`,
  'unmatched-pin': msg`A punch of the day has a PIN that nobody has`,
  'unverified-time': msg`A record has a time that its device could not verify`,
  'held-record': msg`A record waits for a decision`,
  'inactive-clocked': msg`Not active on this day, but there are records`,
  dispute: msg`The employee says that something is wrong`,
  'no-hours-rule': msg`No hours rule is in force`,
  'no-piece-rate': msg`Units without a rate`,
  'shared-output': msg`Counted as Shared or Team: not payable by the piece under this pay rule`,
  'no-hourly-rate': msg`Hours without a rate`,
  'not-priced': msg`Hours without piecework: not priced`,
  'pay-below-zero': msg`Units below 0: the line is 0`,
  'not-over': msg`Not over yet`,
  'week-open': msg`Its premium needs the whole workweek, which is not over or has open days`,
};
export const PAY_TYPE_WORDS: Record<PersonEarnings['payType'], MessageDescriptor> = {
  piece: msg`By the piece`,
  hourly: msg`By the hour`,
  both: msg`By the piece, and by the hour where there is an hourly rate`,
};
export const WINDOW_WORDS: Record<PayRuleValue['window'], MessageDescriptor> = {
  day: msg`Day`,
  workweek: msg`Workweek`,
  period: msg`Pay period`,
};

export const PREMIUM_WORDS: Record<NonNullable<PayRuleValue['premiumBase']>, MessageDescriptor> = {
  greater: msg`The regular rate of the workweek or the minimum, whichever is more`,
  regular: msg`The regular rate of the workweek, also for overtime by the hour`,
  minimum: msg`The minimum`,
};

export const windowLabel = ({ from, to }: Pick<PayWindowOf, 'from' | 'to'>) =>
  from === to ? dayLabel(from) : t`${dayLabel(from)} to ${dayLabel(to)}`;

/** Returns what became of a payroll file: 'Taken by PAYROLL, 16 Nov 09:00'. */
export const saidOf = ({ kind, name, at, by }: PayFileEvent) =>
  kind === 'taken' ? t`Taken by ${name}, ${moment(at)}` : t`Downloaded as ${name} by ${by}, ${moment(at)}`;

export const factorFormat = inLanguage((language) => new Intl.NumberFormat(language));

/** Returns what a line of pay was made of, in sentences: 'Why this pay?'. */
export function whyPay(line: PayLine, window: PayWindowOf, currency: string | null): string[] {
  const money = moneyIn(currency);
  const { rate, units: counted, pieces, morePieces, ms, perHour, factor, paidClass, base, amount } = line;
  // The terms of a formula.
  const since =
    rate &&
    t`${rateIn(currency, rate.amount)} (${select(rate.kind, { piece: 'piece rate', hourly: 'hourly rate', other: 'minimum' })} from ${dayLabel(rate.from)})`;
  const worked = hours(ms ?? 0);
  const each = rateIn(currency, perHour ?? '');
  const open = window.days.flatMap((day) => {
    const date = shortDay(day.date);
    return day.open.map((one) => {
      const reason = t(OPEN_WORDS[one]);
      return t`Open on ${date}: ${reason}.`;
    });
  });
  const own = (): string[] => {
    switch (line.kind) {
      case 'piece':
        return [
          ...pieces.map((piece) => `${units(piece.units)} ${listed([piece.lookup1, piece.lookup2])}`),
          ...(morePieces > 0 ? [t`... and units of ${morePieces} more.`] : []),
          t`${units(counted ?? 0)} units x ${since ?? ''} = ${money(amount)}, rounded once to the cent.`,
        ];
      case 'hourly': {
        const kind = paidClass ? t(CLASS_WORDS[paidClass]) : '';
        return [
          factor === null || factor === 1
            ? t`${worked} h ${kind} x ${since ?? each} = ${money(amount)}.`
            : t`${worked} h ${kind} x ${since ?? each} x ${factorFormat().format(factor)} = ${money(amount)}.`,
        ];
      }
      case 'top-up': {
        const days = windowLabel(window);
        const { ruleName } = window;
        const guarantee = money(window.guarantee);
        return [
          ...window.days.map((day) =>
            day.notSettledMs > 0
              ? t`${shortDay(day.date)}: ${hours(day.notSettledMs)} h open, minimum ${rateIn(currency, day.minimum ?? '0')} an hour.`
              : t`${shortDay(day.date)}: ${hours(day.paidMs)} h paid, minimum ${rateIn(currency, day.minimum ?? '0')} an hour.`,
          ),
          ruleName
            ? t`Guarantee of ${days} by '${ruleName}': ${guarantee}. Pay that counts: ${money(window.counts)}. The difference is ${money(amount)}.`
            : t`Guarantee of ${days}: ${guarantee}. Pay that counts: ${money(window.counts)}. The difference is ${money(amount)}.`,
        ];
      }
      case 'rest':
        return [t`${worked} h of rest x ${each} an hour = ${money(amount)}.`];
      case 'premium': {
        const kind = paidClass ? t(CLASS_WORDS[paidClass]) : '';
        const more = factorFormat().format(Number(((factor ?? 1) - 1).toFixed(4)));
        if (base === 'minimum') return [t`${worked} h ${kind} x ${each} (minimum) x ${more} = ${money(amount)}.`];
        if (base === 'regular')
          return [
            t`${worked} h ${kind} x ${each} (regular rate of the workweek: pay without premiums, with the top-up, by all hours) x ${more} = ${money(amount)}.`,
          ];
        return [
          t`${worked} h of overtime at the regular rate of ${each} an hour: what its factor exceeds 1 by is ${money(amount)}.`,
        ];
      }
      case 'floor': {
        const times = factorFormat().format(factor ?? 1);
        return [
          t`The ordinary hours of the day are ${worked} h, at ${each} an hour. ${times} x ${worked} h x ${each} less the day's pay, with its part of the top-up: ${money(amount)}.`,
        ];
      }
      case 'holiday-off':
        return [t`Ordinary hours of the day, ${worked} h x ${each} an hour = ${money(amount)}.`];
    }
  };
  return [...own(), ...open];
}

/** Returns why the sum of a file is not that of its days: windows that reach over the border of a period, such as a week. */
export const acrossPeriods = (
  { earlier, later }: Pick<ResponseOf<typeof previewPayFile>, 'earlier' | 'later'>,
  money: (amount: string) => string,
) => [
  ...(Number(earlier) === 0
    ? []
    : [t`Of it, ${money(earlier)} is for days before this period, of a week that ends in it.`]),
  ...(Number(later) === 0
    ? []
    : [t`${money(later)} for these days comes with the next period, in which their week ends.`]),
];
