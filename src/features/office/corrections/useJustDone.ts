import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Done, undoActMutation, undoReviewActs } from './corrections.queries.ts';

/** The most that are listed. */
const MOST = 20;

/** The acts of this user, the newest first: forgotten with the log-in. */
const justDoneQuery = queryOptions<readonly Done[]>({
  queryKey: ['corrections-just-done'],
  queryFn: skipToken,
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Returns what was just done, what adds to it, and what undoes it: an act can be undone when its message has gone. */
export function useJustDone() {
  const client = useQueryClient();
  const { data: list = [] } = useQuery(justDoneQuery);
  const change = (of: (before: readonly Done[]) => readonly Done[]) =>
    client.setQueryData(justDoneQuery.queryKey, (before = []) => of(before));
  const isUndone = (one: Done, { actIds }: Done) => actIds.some((actId) => one.actIds.includes(actId));
  const undo = useMutation({
    ...undoActMutation,
    mutationFn: async (done: Done) => {
      const text = await (done.areReviews ? undoReviewActs(done.actIds) : undoActMutation.mutationFn(done.actIds));
      change((before) => before.filter((one) => !isUndone(one, done)));
      return text;
    },
  });
  const add = (done: Done) => done.actIds.length > 0 && change((before) => [done, ...before].slice(0, MOST));
  return { list, add, undo };
}
