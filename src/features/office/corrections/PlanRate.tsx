import { select } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createPayRate, type PayRate } from '#contract/masterData/payRules.ts';
import { rateAmount } from '#contract/platform/money.ts';
import { payRatesQuery, type RateInput } from '../../../api/payRates.ts';
import { decimalIn, typedAs } from '../../../lib/typed.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { useMayCall, useSession } from '../../../state/session.ts';
import { faultIn } from '../../../ui/checkedBy.ts';

/** The work, people and day of a rate. */
type Of = Pick<PayRate, 'from' | 'lookup1' | 'lookup2' | 'employeeGroupId'>;
/** A rate to save, and the one of the same work, people and day that it changes. */
export type PlannedRate = { body: RateInput; shown: PayRate | null };

/** Returns true for users who set rates: they see everybody. */
export function useMayRate() {
  const maySet = useMayCall(createPayRate);
  return useSession()?.info.scope === undefined && maySet;
}

/**
 * Returns the rate that is typed with planned work: the piece rate of *Pay*, *Rates* (docs/reference/pay.md#rates) for its product, block and employee group from its day
 * on. `rate`: null without an amount, undefined for one that cannot be saved, which `wrong` says; `before`: the one that applies to the same until then.
 */
export function usePlanRate(accountId: string, typed: string, { from, lookup1, lookup2, employeeGroupId }: Of) {
  const { t } = useLingui();
  const rates = useQuery({ ...payRatesQuery(accountId), enabled: useMayRate() }).data;
  const own = { kind: 'piece', lookup1, lookup2, employeeGroupId, jobDescriptionId: null, employeeId: null } as const;
  // The newest first.
  const before = rates?.rates.find(
    (one) => one.from <= from && SAME.every((key) => one[key] === own[key]) && one.employeeId === null,
  );
  const amount = decimalIn(typed);
  const wrong =
    amount === ''
      ? undefined
      : lookup1 === null && lookup2 === null
        ? t`A rate with a plan is for a product or a block: choose one.`
        : faultIn(rateAmount, amount);
  const rate: PlannedRate | null | undefined =
    amount === ''
      ? null
      : wrong || !rates
        ? undefined
        : { body: { ...own, amount, from }, shown: before?.from === from ? before : null };
  return { rate, wrong, before, currency: rates?.currency ?? null };
}
const SAME = ['kind', 'lookup1', 'lookup2', 'employeeGroupId', 'jobDescriptionId'] as const;

type Props = Pick<ReturnType<typeof usePlanRate>, 'wrong' | 'before' | 'currency'> & {
  value: string;
  onChange: (typed: string) => void;
  of: Pick<Of, 'from' | 'employeeGroupId'>;
};
/** The fields of a row stay in line. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
/** The amount per unit of planned work; empty: as it is. */
export function PlanRate({ value, onChange, of, wrong, before, currency }: Props) {
  const { t } = useLingui();
  const from = dayLabel(of.from);
  const now = before && typedAs(before.amount);
  const since = before && dayLabel(before.from);
  const whose = of.employeeGroupId ? 'group' : 'all';
  const description =
    value.trim() === ''
      ? before
        ? t`As it is: ${now} since ${since}`
        : t`As it is: none`
      : [
          before
            ? t`${select(whose, { group: 'For this employee group', other: 'For everybody' })}, whole days from ${from} on; before: ${now} since ${since}.`
            : t`${select(whose, { group: 'For this employee group', other: 'For everybody' })}, whole days from ${from} on; before: none.`,
          t`It is one of Pay, Rates, and stays there when the plan is withdrawn.`,
        ].join(' ');
  return (
    <TextInput
      label={t`Rate per unit`}
      description={description}
      inputWrapperOrder={BELOW}
      inputMode="decimal"
      maxLength={20}
      rightSection={currency}
      rightSectionWidth={56}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={wrong}
    />
  );
}
