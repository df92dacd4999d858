import { t } from '@lingui/core/macro';
import type { LineKind, OpenReason, PaidClass, PayLine, PayWindowOf, PersonEarnings } from '#contract/earnings.ts';
import type { PayFileEvent } from '#contract/payFiles.ts';
import type { PayRuleValue } from '#contract/payRules.ts';
import { hours } from '../../lib/figures.ts';
import { shownLanguage } from '../../lib/language.ts';
import { moment } from '../../lib/moments.ts';
import { dayLabel, shortDay } from '../../lib/zoned.ts';

/** The words of pay, each in one place. */

/** Returns a formatter of amounts: 'R 812.00' of '812.00', with more decimals up to `decimals`; without a currency the digits alone. */
export function moneyIn(currency: string | null, decimals?: number) {
  const format = new Intl.NumberFormat(shownLanguage(), {
    maximumFractionDigits: decimals,
    ...(currency ? { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const } : {}),
    ...(!currency && { minimumFractionDigits: 2 }),
  });
  // A decimal as text is formatted with all its digits.
  return (amount: string) => format.format(amount as Intl.StringNumericLiteral);
}
export type Money = ReturnType<typeof moneyIn>;
/** Formats a rate with all of its decimals: 'R 3.10', 'R 3.125'. */
export const rateIn = (currency: string | null, amount: string) => moneyIn(currency, 4)(amount);

export const LINE_WORDS: Record<LineKind, string> = {
  piece: 'Piecework',
  hourly: 'Hours',
  'top-up': 'Top-up',
  rest: 'Rest',
  premium: 'Overtime premium',
};
export const CLASS_WORDS: Record<PaidClass, string> = {
  ordinary: 'Ordinary',
  overtime1: 'Overtime 1',
  overtime2: 'Overtime 2',
  sunday: 'Sunday',
  holiday: 'Holiday',
};
export const OPEN_WORDS: Record<OpenReason, string> = {
  'missing-punch': 'A punch is missing, or work goes on',
  unverified: 'The day is not verified',
  'unmatched-pin': 'A punch of the day has a PIN that nobody has',
  'no-hours-rule': 'No hours rule is in force',
  'no-piece-rate': 'Units without a rate',
  'shared-output': 'Counted as Shared or Team: not payable by the piece under this pay rule',
  'no-hourly-rate': 'Hours without a rate',
  'not-priced': 'Hours without piecework: not priced',
  'pay-below-zero': 'Units below 0: the line is 0',
  'not-over': 'Not over yet',
};
export const PAY_TYPE_WORDS: Record<PersonEarnings['payType'], string> = {
  piece: 'By the piece',
  hourly: 'By the hour',
  both: 'By the piece, and by the hour where there is an hourly rate',
};
export const WINDOW_WORDS: Record<PayRuleValue['window'], string> = {
  day: 'Day',
  workweek: 'Workweek',
  period: 'Pay period',
};
const RATE_WORDS = { piece: 'piece rate', hourly: 'hourly rate', minimum: 'minimum' };

export const windowLabel = ({ from, to }: Pick<PayWindowOf, 'from' | 'to'>) =>
  from === to ? dayLabel(from) : t`${dayLabel(from)} to ${dayLabel(to)}`;

/** Returns what became of a payroll file: 'Taken by PAYROLL, 16 Nov 09:00'. */
export const saidOf = ({ kind, name, at, by }: PayFileEvent) =>
  kind === 'taken' ? t`Taken by ${name}, ${moment(at)}` : t`Downloaded as ${name} by ${by}, ${moment(at)}`;

/** Returns what a line of pay was made of, in sentences: 'Why this pay?'. */
export function whyPay(line: PayLine, window: PayWindowOf, currency: string | null): string[] {
  const money = moneyIn(currency);
  const { rate, units, pieces, morePieces, ms, perHour, factor, paidClass, amount } = line;
  const since = rate && t`${rateIn(currency, rate.amount)} (${RATE_WORDS[rate.kind]} from ${dayLabel(rate.from)})`;
  const open = window.days.flatMap((day) =>
    day.open.map((reason) => t`Open on ${shortDay(day.date)}: ${OPEN_WORDS[reason]}.`),
  );
  const own = (): string[] => {
    switch (line.kind) {
      case 'piece':
        return [
          ...pieces.map((piece) => `${piece.units} ${[piece.lookup1, piece.lookup2].filter(Boolean).join(', ')}`),
          ...(morePieces > 0 ? [t`... and units of ${morePieces} more.`] : []),
          t`${units ?? ''} units x ${since ?? ''} = ${money(amount)}, rounded once to the cent.`,
        ];
      case 'hourly':
        return [
          `${hours(ms ?? 0)} h ${paidClass ? CLASS_WORDS[paidClass].toLowerCase() : ''} x ${since ?? rateIn(currency, perHour ?? '')}${factor === null || factor === 1 ? '' : ` x ${factor}`} = ${money(amount)}.`,
        ];
      case 'top-up':
        return [
          ...window.days.map(
            (day) =>
              t`${shortDay(day.date)}: ${hours(day.paidMs)} h paid, minimum ${rateIn(currency, day.minimum ?? '0')} an hour.`,
          ),
          `Guarantee of ${windowLabel(window)}${window.ruleName ? ` by '${window.ruleName}'` : ''}: ${money(window.guarantee)}. Pay that counts: ${money(window.counts)}. The difference is ${money(amount)}.`,
        ];
      case 'rest':
        return [t`${hours(ms ?? 0)} h of rest x ${rateIn(currency, perHour ?? '')} an hour = ${money(amount)}.`];
      case 'premium':
        return [
          t`${hours(ms ?? 0)} h of overtime at the regular rate of ${rateIn(currency, perHour ?? '')} an hour: what its factor exceeds 1 by is ${money(amount)}.`,
        ];
    }
  };
  return [...own(), ...open];
}
