import { explainDay } from '#contract/figures/explain.ts';
import { type Day, dayKey, dayRequest, ofEverybody } from '../../../api/day.ts';
import { queryOf } from '../../../api/query.ts';
import { peopleOptions } from './stats.queries.ts';

/** The explanation of one person's day. In a file of its own, because it loads with the dialog and not with the dashboard. */
export const explainDayQuery = (day: Day, employeeId: string) =>
  queryOf(explainDay, dayKey(ofEverybody(day), 'explanation', { employeeId }), {
    request: () => ({ params: { employeeId }, query: dayRequest(ofEverybody(day)) }),
    ...peopleOptions(day),
  });
