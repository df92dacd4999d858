import { plural, t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import { listWorkPlans, setWorkPlan, type WorkPlan, withdrawWorkPlan } from '#contract/intake/workPlans.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { call } from '../../../api/call.ts';
import { rateKeys, saveRate } from '../../../api/payRates.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import type { PlannedRate } from './PlanRate.tsx';

const plansKey = (accountId: string) => ['work-plans', accountId] as const;
/** The plans are read again this often while they are shown, because Recorders report on them. */
const AGAIN_MS = 60_000;

/** The Recorders for which the user may plan, and their plans; never stored on disk, because they name users. */
export const workPlansQuery = (accountId: string) =>
  queryOf(listWorkPlans, plansKey(accountId), { refetchInterval: AGAIN_MS, meta: { silent: true } });

export type Planned = RequestOf<typeof setWorkPlan>['body'] & { rate: PlannedRate | null };
/** Plans work, then saves its rate: `unsaved` is why that failed. The form shows failures itself. */
export const setWorkPlanMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: async ({ rate, ...body }: Planned) => {
      const answer = await call(setWorkPlan, { body });
      const unsaved = rate ? await saveRate(rate.shown, rate.body).then(() => undefined, asError) : undefined;
      return { ...answer, unsaved };
    },
    meta: {
      silent: true,
      success: (answer: unknown) => {
        const { planned } = answer as { planned: number }; // the answer of the call
        return t`${plural(planned, { one: 'Work planned for # Recorder', other: 'Work planned for # Recorders' })}`;
      },
      invalidates: [plansKey(accountId), ...rateKeys(accountId)],
    },
  });
const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));
export const withdrawWorkPlanMutation = (accountId: string) =>
  mutationOf(
    withdrawWorkPlan,
    { success: () => t`Plan withdrawn`, invalidates: [plansKey(accountId)] },
    ({ _id: planId }: WorkPlan) => ({ params: { planId } }),
  );
