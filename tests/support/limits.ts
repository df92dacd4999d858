import { LIMITS, type Limit, type LimitName } from '#server/http/rateLimit.ts';

/** For whatever asks faster than anybody may: tests and measurements. */
export const UNLIMITED = Object.fromEntries(
  Object.keys(LIMITS).map((name) => [name, { perMinute: 1e9, burst: 1e9 }]),
) as Record<LimitName, Limit>;
