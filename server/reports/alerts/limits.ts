import type { License } from '#contract/access/accounts.ts';
import { MAX_ALERT_TIMES } from '#contract/platform/limits.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import type { AlertCategory, AlertInput, AlertReport } from '#contract/reports/alerts.ts';

/** The part of a licence that limits alerts (spec/product.txt section 5), for saving and for sending. */
type AlertLicense = License['alerts'];

const SLOTS = { attendance: 'attendanceTimeSlots', piecework: 'pieceworkTimeSlots', break: 'breakTimeSlots' } as const;
/** An alert about events has no times; the times of reports are limited for every account alike, and their number as alerts. */
export const slotsAllowed = (license: AlertLicense, category: AlertCategory) =>
  category === 'event' || category === 'report' ? MAX_ALERT_TIMES[category] : license[SLOTS[category]];

/**
 * Returns why the licence does not allow this alert, or null. `others` is the number of other alerts of the account, of any category. The choice of
 * time groups is checked by targetsAllowed.
 */
export function refusedByLicense(
  { category, times }: Pick<AlertInput, 'category' | 'times'>,
  license: AlertLicense,
  others: number,
): string | Message | null {
  const slots = slotsAllowed(license, category);
  if (others + 1 > license.maxAlerts)
    return license.maxAlerts === 0
      ? words('The licence of this account has no alerts.')
      : msg('The licence of this account has {count, plural, one {# alert} other {# alerts}}, and all are in use.', {
          count: license.maxAlerts,
        });
  if (category === 'event') return null;
  if (slots === 0)
    return msg(
      'The licence of this account has no {category, select, attendance {attendance} piecework {piecework} break {break} other {report}} alerts.',
      { category },
    );
  if (times.length > slots)
    return msg(
      'The licence of this account has {slots, plural, one {# time} other {# times}} per {category, select, attendance {attendance} piecework {piecework} break {break} other {report}} alert.',
      { slots, category },
    );
  return null;
}

/** Returns true for a report that is narrowed to time groups which the licence does not allow choosing. */
export const isNarrowedBeyond = ({ canSelectTimeGroups }: AlertLicense, report: AlertReport | null | undefined) =>
  !canSelectTimeGroups && report?.options?.timeGroupIds !== undefined;
export const NO_TIME_GROUPS = words('The licence of this account does not allow choosing shifts.');

/**
 * Returns the time groups to store; none means all. Without the right to choose groups, naming every existing group also means all; any
 * other choice is refused with null.
 */
export function targetsAllowed(
  targets: AlertInput['targetGroups'],
  license: AlertLicense,
  liveGroupIds: readonly string[],
): AlertInput['targetGroups'] | null {
  if (license.canSelectTimeGroups || targets.length === 0) return targets;
  const named = new Set(targets.map(({ timeGroupId }) => timeGroupId));
  return liveGroupIds.every((id) => named.has(id)) ? [] : null;
}
