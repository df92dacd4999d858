import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  createPayRule,
  deletePayRate,
  deletePayRule,
  listPayRules,
  type PayRate,
  type PayRule,
  setCurrency,
  updatePayRule,
} from '#contract/masterData/payRules.ts';
import {
  getCosts,
  getEarnings,
  getPayRuleWhatIf,
  getPersonEarnings,
  getWhatIf,
  type PersonEarnings,
  setPayType,
  testPayRule,
} from '#contract/money/earnings.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { allRows } from '../../../api/allRows.ts';
import { call } from '../../../api/call.ts';
import type { Crew } from '../../../api/crew.ts';
import { dayOptions, figuresKey } from '../../../api/day.ts';
import { paySetUpKey, type RateInput, rateKeys, saveRate } from '../../../api/payRates.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { payKey } from './today.queries.ts';

/** Queries of pay. None of them is stored on the device: not everybody who uses it may see what people earn. */

/** All rows of a pay period, without a span of the current one. */
export const earningsQuery = (accountId: string, crew: Crew, span: Span | undefined) =>
  queryOptions({
    queryKey: [...payKey(accountId), 'people', crew, span],
    queryFn: ({ signal }) =>
      allRows((lastIndex) => call(getEarnings, { query: { ...crew, ...span, lastIndex } }, { signal })),
    ...dayOptions({ silent: true }),
  });
export const personEarningsQuery = (accountId: string, employeeId: string, span: Span | undefined) =>
  queryOf(getPersonEarnings, [...payKey(accountId), 'person', employeeId, span], {
    request: () => ({ params: { employeeId }, query: { ...span } }),
    ...dayOptions({ silent: true }),
  });
export const costsQuery = (accountId: string, crew: Crew, span: Span | undefined) =>
  queryOf(getCosts, [...payKey(accountId), 'cost', crew, span], {
    request: () => ({ query: { ...crew, ...span } }),
    ...dayOptions({ silent: true }),
  });
export const whatIfQuery = (accountId: string, rateId: string, amount: string) =>
  queryOf(getWhatIf, [...payKey(accountId), 'what-if', rateId, amount], {
    request: () => ({ query: { rateId, amount } }),
    ...dayOptions({ silent: true }),
  });
/** Reads the cost of the last 90 days by a rule set with the base of premiums that new ones have. */
export const payRuleWhatIfQuery = (accountId: string, payRuleId: string) =>
  queryOf(getPayRuleWhatIf, [...payKey(accountId), 'what-if', payRuleId], {
    request: () => ({ params: { payRuleId }, query: { premiumBase: 'greater' } }),
    ...dayOptions({ silent: true }),
  });
export type Payslip = RequestOf<typeof testPayRule>['body'];
export const testRuleMutation = () => mutationOf(testPayRule, { silent: true }, (body: Payslip) => ({ body }));

const silent = { silent: true };
const saving = (accountId: string) => ({ silent: true, invalidates: rateKeys(accountId) });
export const saveRateMutation = (accountId: string, shown: PayRate | null) =>
  mutationOptions({
    mutationFn: (body: RateInput) => saveRate(shown, body),
    meta: saving(accountId),
  });
export const deleteRateMutation = (accountId: string) =>
  mutationOf(deletePayRate, saving(accountId), ({ _id, basis }: PayRate) => ({
    params: { rateId: _id },
    query: { basis },
  }));
export const currencyMutation = (accountId: string) =>
  mutationOf(setCurrency, { invalidates: rateKeys(accountId) }, (currency: string) => ({ body: { currency } }));
export const payTypeMutation = (accountId: string, employeeId: string) =>
  mutationOf(setPayType, { invalidates: [figuresKey(accountId)] }, (payType: PersonEarnings['payType']) => ({
    params: { employeeId },
    body: { payType },
  }));

export const payRulesQuery = (accountId: string) =>
  queryOf(listPayRules, [...paySetUpKey(accountId), 'rules'], { select: ({ payRules }) => payRules, meta: silent });
export type PayRuleInput = Omit<PayRule, '_id' | 'basis'>;
export const savePayRuleMutation = (accountId: string, shown: PayRule | null) =>
  mutationOptions({
    mutationFn: (body: PayRuleInput) =>
      shown
        ? call(updatePayRule, { params: { payRuleId: shown._id }, body: { ...body, basis: shown.basis } })
        : call(createPayRule, { body }),
    meta: saving(accountId),
  });
export const deletePayRuleMutation = (accountId: string) =>
  mutationOf(deletePayRule, saving(accountId), ({ _id, basis }: PayRule) => ({
    params: { payRuleId: _id },
    query: { basis },
  }));
