import type { LineKind } from '#contract/money/earnings.ts';
import { weekOf } from '../../figures/pay/payWindow.ts';
import { HOUR } from '../../platform/zone.ts';
import { type Rules, totalMs, ZERO } from './earnDay.ts';
import type { Money } from './money.ts';
import type { DayPay, Settled } from './settle.ts';

export type Part = { pay: DayPay; window: Settled };
export const partsOf = (windows: readonly Settled[]): Part[] =>
  windows.flatMap((window) => window.dayPays.map((pay) => ({ pay, window })));
export const weekOnPart = ({ pay, window }: Part) => weekOf(pay.day.date, window.rule?.weekStart ?? 1);

/** Leaves a date open while the workweek by which something of it is paid goes on, or other windows of it are open. */
export function raiseOpenWeek(part: Part, week: WeekOfPay, { today }: Rules) {
  const { pay, window } = part;
  const { to } = weekOnPart(part);
  if (!(to >= today && window.to < to) && !week.open.some((one) => one !== window)) return;
  const reasons = window.openOn.get(pay.day.date) ?? [];
  if (!reasons.includes('week-open')) window.openOn.set(pay.day.date, [...reasons, 'week-open']);
}

export type WeekOfPay = { pay: Money; ms: number; restMs: number; open: readonly Settled[] };
export const NO_WEEK: WeekOfPay = { pay: ZERO, ms: HOUR, restMs: 0, open: [] };

/** Returns the pay of a workweek that an average is made of: its own and lines of some kinds, of a window that reaches out of it the part of its days. */
export function weekOfPay(parts: readonly Part[], kinds: readonly LineKind[]): WeekOfPay {
  let pay = parts.reduce((sum, part) => sum.plus(part.pay.plain), ZERO);
  const windows = Map.groupBy(parts, ({ window }) => window);
  for (const [window, own] of windows) {
    const others = window.lines.filter(({ kind }) => kinds.includes(kind));
    const isWithin = own.length === window.dayPays.length;
    for (const { kind, amount } of others)
      pay = isWithin
        ? pay.plus(amount)
        : own.reduce((sum, part) => sum.plus(kind === 'rest' ? part.pay.rest : part.pay.need), pay);
  }
  const ms = parts.reduce((sum, part) => sum + totalMs(part.pay.day), 0);
  const restMs = parts.reduce((sum, part) => sum + part.pay.split.restMs, 0);
  return { pay, ms, restMs, open: [...windows.keys()].filter(({ openOn }) => openOn.size > 0) };
}
