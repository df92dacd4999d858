import { queryOptions } from '@tanstack/react-query';
import { explainDay } from '#contract/figures/explain.ts';
import { call } from '../../../api/call.ts';
import { type Day, dayKey, dayRequest, ofEverybody } from '../../../api/day.ts';
import { peopleOptions } from './stats.queries.ts';

/** The explanation of one person's day. In a file of its own, because it loads with the dialog and not with the dashboard. */
export const explainDayQuery = (day: Day, employeeId: string) =>
  queryOptions({
    queryKey: dayKey(ofEverybody(day), 'explanation', { employeeId }),
    queryFn: ({ signal }) =>
      call(explainDay, { params: { employeeId }, query: dayRequest(ofEverybody(day)) }, { signal }),
    ...peopleOptions(day),
  });
