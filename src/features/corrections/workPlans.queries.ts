import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import { listWorkPlans, setWorkPlan, type WorkPlan, withdrawWorkPlan } from '#contract/workPlans.ts';
import { call } from '../../api/call.ts';
import { counted } from '../../lib/figures.ts';

const plansKey = (accountId: string) => ['work-plans', accountId] as const;
/** The plans are read again this often while they are shown, because Recorders report on them. */
const AGAIN_MS = 60_000;

/** The Recorders for which the user may plan, and their plans; never stored on disk, because they name users. */
export const workPlansQuery = (accountId: string) =>
  queryOptions({
    queryKey: plansKey(accountId),
    queryFn: ({ signal }) => call(listWorkPlans, {}, { signal }),
    refetchInterval: AGAIN_MS,
    meta: { silent: true },
  });

export type Planned = RequestOf<typeof setWorkPlan>['body'];
/** Plans work. The form shows failures itself. */
export const setWorkPlanMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (body: Planned) => call(setWorkPlan, { body }),
    meta: {
      silent: true,
      success: (answer: unknown) => {
        const { planned } = answer as { planned: number }; // the answer of the call
        return `Work planned for ${counted(planned, 'Recorder', 'Recorders')}`;
      },
      invalidates: [plansKey(accountId)],
    },
  });
export const withdrawWorkPlanMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ _id: planId }: WorkPlan) => call(withdrawWorkPlan, { params: { planId } }),
    meta: { success: 'Plan withdrawn', invalidates: [plansKey(accountId)] },
  });
