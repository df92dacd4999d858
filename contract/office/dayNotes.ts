import { z } from 'zod';
import { documentId, instant, localDate, ok, requiredTypedLine } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { MAX_LISTED_NOTES } from '../platform/limits.ts';
import { words } from '../platform/words.ts';

/**
 * Notes on a day that the next shift sees. They concern no figure. A note has its author's people (docs/reference/scope.md): users with a scope see
 * the notes of users whose people are among theirs, and users without one see all of them.
 */
const seen = employer('Stats.GET_ATTENDANCE_INFORMATION');

export const dayNote = z.object({
  _id: documentId,
  day: localDate,
  text: z.string(),
  /** The author's name at the time. */
  by: z.string(),
  at: instant,
  /** The caller may remove it: the author, and users with Attendance.CORRECT. */
  mayRemove: z.boolean(),
});
export type DayNote = z.infer<typeof dayNote>;

export const listDayNotes = endpoint({
  method: 'GET',
  path: '/day-notes',
  access: seen,
  scope: 'people',
  summary: 'The notes on a day and on the day before it, newest first: at most 100.',
  query: z.strictObject({ day: localDate }),
  response: z.object({ notes: z.array(dayNote).max(MAX_LISTED_NOTES) }),
  refusals: ['DATE_OUT_OF_RANGE'],
});
/** 409 LIMIT_REACHED: the caller has left 20 notes on the day. */
export const addDayNote = endpoint({
  method: 'POST',
  path: '/day-notes',
  access: seen,
  scope: 'people',
  summary: 'Leave a note on a day, with one’s name, for everybody whose people include one’s own.',
  body: z.strictObject({ day: localDate, text: requiredTypedLine(words('A note is required'), 500) }),
  response: dayNote,
  refusals: ['DATE_OUT_OF_RANGE', 'LIMIT_REACHED'],
});
export const removeDayNote = endpoint({
  method: 'DELETE',
  path: '/day-notes/:noteId',
  access: seen,
  scope: 'people',
  summary: 'Remove a note for everybody: one’s own, or with Attendance.CORRECT any that one sees.',
  params: z.object({ noteId: documentId }),
  response: ok,
});
