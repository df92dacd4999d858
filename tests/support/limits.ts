import { LIMITS, type Limit, type LimitName } from '#server/platform/http/rateLimit.ts';

/** Rate limits for tests and measurements, which call faster than anybody may. */
export const UNLIMITED = Object.fromEntries(
  Object.keys(LIMITS).map((name) => [name, { perMinute: 1e9, burst: 1e9 }]),
) as Record<LimitName, Limit>;
