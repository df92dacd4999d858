import { z } from 'zod';
import { localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { crewFilters } from '../platform/filters.ts';

/**
 * At most 31 days; without dates the last 31. Locked days are not to be fixed. With filters only the exceptions of those people are counted: exceptions of
 * nobody (unknown numbers, locked days that changed) are left out.
 */
export const exceptionDays = z.object({ from: localDate.optional(), to: localDate.optional(), ...crewFilters });
/** In a file of its own because every dashboard loads it, and few load the list of exceptions. */
export const countExceptions = endpoint({
  method: 'GET',
  path: '/exceptions/counts',
  isCostly: true,
  access: employer('Stats.GET_ATTENDANCE_INFORMATION'),
  scope: 'people',
  summary: 'How many there are to fix and to decide; the same days as the list.',
  query: exceptionDays,
  response: z.object({
    toFix: z.int(),
    toDecide: z.int(),
    /** Of the exceptions to decide: absences without an excuse. */
    absences: z.int(),
    /** Absences without an excuse that a user has left as they are: they are in no other number. */
    absencesLeft: z.int(),
    /** Exceptions on locked days, until these are re-opened: in no other number, and in no list. */
    onLockedDays: z.int(),
  }),
  refusals: ['DATE_OUT_OF_RANGE'],
  versioned: true,
});
