import { z } from 'zod';
import { durationMs, instant, nullableInstant } from '../platform/common.ts';
import { asText, english, type Message, msg, words } from '../platform/words.ts';

/** Limits of hours (docs/reference/records.md#limits-of-hours): fields of an hours rule, each switched on by itself. */

/** Returns a schema of minutes up to so many hours; null: no limit. */
export const minutesUpTo = (hours: number, least = 1) =>
  z
    .int()
    .min(least, words('More than 0 hours'))
    .max(hours * 60, asText(msg('At most {hours} hours', { hours })))
    .nullable();

export const REST_DAYS = ['none', '1 in 7', '2 in 14'] as const;
/** A rule of before there were limits has none of these, so each has a default. */
export const hourLimitFields = {
  /** The most paid time of a day, of any seven days, and the most overtime of a week. */
  maxDayMinutes: minutesUpTo(24).default(null),
  maxSevenDaysMinutes: minutesUpTo(168).default(null),
  maxOvertimeMinutes: minutesUpTo(168, 0).default(null),
  /** The least time from the last punch of a work day to the first of the next one. */
  minRestMinutes: minutesUpTo(24).default(null),
  /** The days without work that any seven or fourteen days must have. */
  restDays: z.enum(REST_DAYS).default('none'),
  /** The most paid time of a day within the window of the night; 0: none. */
  maxNightMinutes: minutesUpTo(24, 0).default(null),
  /** So near to a limit a day is 'near'. */
  nearMinutes: z.int().min(0).max(600, words('At most 10 hours')).default(60),
  /** The people of the time group are under 18: their limits are called so. */
  isUnder18: z.boolean().default(false),
};
const fields = z.object(hourLimitFields);
export type HourLimits = z.infer<typeof fields>;
export const NO_LIMITS: HourLimits = fields.parse({});

/** Returns true if a rule has at least one limit. */
export const hasLimits = (rule: HourLimits) =>
  rule.restDays !== 'none' ||
  [
    rule.maxDayMinutes,
    rule.maxSevenDaysMinutes,
    rule.maxOvertimeMinutes,
    rule.minRestMinutes,
    rule.maxNightMinutes,
  ].some((limit) => limit !== null);

/** The limits by name. Rest between shifts has a least value, the others a most. */
export const HOUR_LIMITS = {
  day: words('Hours a day'),
  sevenDays: words('Hours in 7 days'),
  overtime: words('Overtime a week'),
  rest: words('Rest between shifts'),
  restDays: words('Rest days'),
  night: words('Night work'),
} as const;
export const hourLimit = z.enum(Object.keys(HOUR_LIMITS) as (keyof typeof HOUR_LIMITS)[]); // the keys of a constant
/** The most findings of a day. */
export const MOST_LIMITS = Object.keys(HOUR_LIMITS).length;
export type HourLimit = z.infer<typeof hourLimit>;

/** How a day keeps a limit, from the best to the worst. `unknown`: it cannot be said, because a punch is missing or a day is not verified. */
export const LIMIT_STATES = {
  kept: words('kept'),
  near: words('near'),
  unknown: words('cannot be said'),
  broken: words('broken'),
} as const;
export const limitState = z.enum(Object.keys(LIMIT_STATES) as (keyof typeof LIMIT_STATES)[]); // the keys of a constant
export type LimitState = z.infer<typeof limitState>;
/** The states, the worst first. */
export const WORST_FIRST: readonly LimitState[] = ['broken', 'unknown', 'near', 'kept'];

export const limitFinding = z.object({
  limit: hourLimit,
  state: limitState,
  /** The minute at which it was broken; null where it was not, or where only a length of time is known. */
  at: nullableInstant,
  /** The time that was reached in ms, of rest days the days of work; null: it is not known. `most` is the limit in the same unit. */
  value: z.number().nullable(),
  most: z.number(),
  isUnder18: z.boolean(),
});
export type LimitFinding = z.infer<typeof limitFinding>;

/** The limit that an employee at work would pass if they went on, and when; `isNear`: within the minutes that their rule calls near, or passed. */
export const limitPass = z.object({ limit: hourLimit, most: durationMs, at: instant, isNear: z.boolean() });
export type LimitPass = z.infer<typeof limitPass>;

const clock = (ms: number) => {
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
type Reached = Pick<LimitFinding, 'limit' | 'value' | 'most' | 'isUnder18'>;
/** Returns what was reached of a limit: 'Hours a day 12:01 of 12:00', 'Rest between shifts 9:30, at least 11:00'; of no known rest, only the limit. */
export function limitMessage({ limit, value, most, isUnder18 }: Reached): Message {
  const name: Message = { id: HOUR_LIMITS[limit] };
  const of = isUnder18 ? msg('{limit} (under 18)', { limit: name }) : name;
  if (limit === 'restDays')
    return msg('{limit}: {days} days of work, at most {most}', { limit: of, days: `${value}`, most });
  const known = { limit: of, most: clock(most) };
  if (value === null)
    return limit === 'rest' ? msg('{limit}, at least {most}', known) : msg('{limit} of {most}', known);
  const reached = { ...known, reached: clock(value) };
  return limit === 'rest'
    ? msg('{limit} {reached}, at least {most}', reached)
    : msg('{limit} {reached} of {most}', reached);
}
/** Returns the same in English. */
export const limitWords = (reached: Reached) => english(limitMessage(reached));
/** Returns what an employee at work would pass, or has passed, in words, with the clock time: 'would pass 12 h at 18:10', 'passed 60 h in 7 days at 16:00'. */
export function passMessage({ limit, most }: Pick<LimitPass, 'limit' | 'most'>, time: string, isPast = false): Message {
  const values = { hours: clock(most).replace(/:00$/, ''), time };
  if (limit === 'sevenDays')
    return isPast
      ? msg('passed {hours} h in 7 days at {time}', values)
      : msg('would pass {hours} h in 7 days at {time}', values);
  return isPast ? msg('passed {hours} h at {time}', values) : msg('would pass {hours} h at {time}', values);
}
