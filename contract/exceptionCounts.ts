import { z } from 'zod';
import { localDate } from './common.ts';
import { employer, endpoint } from './endpoint.ts';

/** At most 31 days; without them the unlocked ones of the last 31. */
export const exceptionDays = z.object({ from: localDate.optional(), to: localDate.optional() });
/** Apart from the exceptions themselves: every dashboard asks for it, few for them. */
export const countExceptions = endpoint({
  method: 'GET',
  path: '/exceptions/counts',
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  summary: 'How many there are to fix and to decide; the same days as the list.',
  query: exceptionDays,
  response: z.object({ toFix: z.int(), toDecide: z.int() }),
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
});
