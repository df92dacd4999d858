import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import type { OpenReason } from '#contract/money/earnings.ts';
import { windowOn } from '../../figures/pay/payWindow.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { addFloors } from './addFloors.ts';
import { costOf } from './cost.ts';
import type { EarnDay, Rules, Window, Worker } from './earnDay.ts';
import { isSettledLine, OF_WINDOWS } from './openPay.ts';
import { addClassPremiums, addWeekPremiums } from './premiums.ts';
import { type Settled, settle } from './settle.ts';
import { addWeeklyRest } from './weeklyRest.ts';

/** Returns the windows of an employee's days, which are in order of date. A day that comes under another rule set starts a window of its own. */
export function earningsOf(worker: Worker, days: readonly EarnDay[], rules: Rules): Window[] {
  const windows: { from: LocalDate; to: LocalDate; rule: PayRuleValue | null; days: EarnDay[] }[] = [];
  for (const day of days) {
    const span = windowOn(day.rule, day.date, rules.periodOf);
    const last = windows.at(-1);
    if (last && last.rule === day.rule && last.from === span.from) last.days.push(day);
    else windows.push({ ...span, rule: day.rule, days: [day] });
  }
  return premiumsOf(
    windows.map(({ days: own, ...window }) => ({
      ...settle(worker, own, window, rules),
      rule: window.rule,
      days: own,
    })),
    rules,
  );
}

const SETTLED: readonly OpenReason[] = [];

function premiumsOf(windows: readonly Settled[], rules: Rules): Window[] {
  addWeeklyRest(windows, rules);
  addWeekPremiums(windows, rules);
  addClassPremiums(windows, rules);
  addFloors(windows, rules);
  return windows.map(({ jobs, dayPays: _dayPays, ...settled }) => {
    const { openOn } = settled;
    const window: Window = {
      ...settled,
      open: openOn.size === 0 ? SETTLED : [...new Set([...openOn.values()].flat())],
      isDaySettled: (date) =>
        date < rules.today && !(openOn.get(date)?.some((reason) => !OF_WINDOWS.includes(reason)) ?? false),
      jobs: () =>
        costOf(
          window.open.length === 0 ? jobs() : jobs().filter(({ date }) => window.isDaySettled(date)),
          window.lines.filter((line) => isSettledLine(window, line)),
          { amount: window.guarantee(), isOfAll: window.rule?.scope === 'all' },
          rules.cents,
        ),
    };
    return window;
  });
}
