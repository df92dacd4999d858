import { t } from '@lingui/core/macro';
import { addDayNote, type DayNote, listDayNotes, removeDayNote } from '#contract/office/dayNotes.ts';
import { type Day, dayOptions } from '../../../api/day.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

const notesKey = ({ accountId }: Pick<Day, 'accountId'>) => ['stats', accountId, 'day-notes'] as const;

/** The notes on a day and on the day before it, newest first; they may name people, so they are never kept on disk. */
export const dayNotesQuery = (day: Day) =>
  queryOf(listDayNotes, [...notesKey(day), { day: day.referenceDate }], {
    request: () => ({ query: { day: day.referenceDate } }),
    select: ({ notes }) => notes,
    ...dayOptions({ silent: true }),
  });

export const addNoteMutation = (day: Day) =>
  mutationOf(
    addDayNote,
    { silent: true, success: () => t`Note saved`, invalidates: [notesKey(day)] },
    (text: string) => ({ body: { day: day.referenceDate, text } }),
  );

export const removeNoteMutation = (day: Day) =>
  mutationOf(
    removeDayNote,
    { success: () => t`Note removed`, invalidates: [notesKey(day)] },
    ({ _id: noteId }: DayNote) => ({ params: { noteId } }),
  );
