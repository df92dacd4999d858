import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addDayNote, type DayNote, listDayNotes, removeDayNote } from '#contract/office/dayNotes.ts';
import { call } from '../../../api/call.ts';
import { type Day, dayOptions } from '../../../api/day.ts';

const notesKey = ({ accountId }: Pick<Day, 'accountId'>) => ['stats', accountId, 'day-notes'] as const;

/** The notes on a day and on the day before it, newest first; they may name people, so they are never kept on disk (spec/pwa.md 3c). */
export const dayNotesQuery = (day: Day) =>
  queryOptions({
    queryKey: [...notesKey(day), { day: day.referenceDate }],
    queryFn: ({ signal }) => call(listDayNotes, { query: { day: day.referenceDate } }, { signal }),
    select: ({ notes }) => notes,
    ...dayOptions({ silent: true }),
  });

export const addNoteMutation = (day: Day) =>
  mutationOptions({
    mutationFn: (text: string) => call(addDayNote, { body: { day: day.referenceDate, text } }),
    meta: { silent: true, success: () => t`Note saved`, invalidates: [notesKey(day)] },
  });

export const removeNoteMutation = (day: Day) =>
  mutationOptions({
    mutationFn: ({ _id: noteId }: DayNote) => call(removeDayNote, { params: { noteId } }),
    meta: { success: () => t`Note removed`, invalidates: [notesKey(day)] },
  });
