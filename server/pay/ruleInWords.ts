import type { HoursRule } from '../attendance/hoursRules.ts';

/** Returns an hours rule as a sentence for 'Why?' (spec/pay.md P1 to P5). */
export function ruleInWords(rule: HoursRule): string {
  const limits = [limit(rule.dayLimitMinutes, 'day'), limit(rule.weekLimitMinutes, 'week')].filter(Boolean);
  const parts = [
    rule.effectiveFrom === null ? 'Hours rule' : `Hours rule from ${rule.effectiveFrom}`,
    limits.length > 0 ? `ordinary time up to ${limits.join(' and ')}` : 'no limit of ordinary time',
    rule.roundMinutes === 0 ? 'not rounded' : `rounded to the nearest ${rule.roundMinutes} minutes`,
    rule.earlyCounts ? 'time before the shift counts' : 'time before the shift does not count',
    `a break that was not clocked is taken off after ${hours(rule.breakAfterMinutes)} of work`,
    rule.isWhole ? 'Sundays and holidays by the greater part of the shift' : 'Sundays and holidays cut at midnight',
  ];
  return `${parts.join(', ')}.`.replace(', ', ': ');
}

const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
const limit = (minutes: number | null, of: string) => (minutes === null ? '' : `${hours(minutes)} a ${of}`);
