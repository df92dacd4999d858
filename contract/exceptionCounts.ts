import { z } from 'zod';
import { localDate } from './common.ts';
import { employer, endpoint } from './endpoint.ts';
import { crewFilters } from './filters.ts';

/**
 * At most 31 days; without them the unlocked ones of the last 31. With filters those of some people alone: what is nobody's (unknown
 * numbers, locked days that changed) is left out.
 */
export const exceptionDays = z.object({ from: localDate.optional(), to: localDate.optional(), ...crewFilters });
/** Apart from the exceptions themselves: every dashboard asks for it, few for them. */
export const countExceptions = endpoint({
  method: 'GET',
  path: '/exceptions/counts',
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  summary: 'How many there are to fix and to decide; the same days as the list.',
  query: exceptionDays,
  response: z.object({
    toFix: z.int(),
    toDecide: z.int(),
    /** Of those to decide: absent, and nobody has said why. */
    absences: z.int(),
  }),
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
});
