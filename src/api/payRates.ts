import { createPayRate, listPayRates, type PayRate, updatePayRate } from '#contract/masterData/payRules.ts';
import { call } from './call.ts';
import { figuresKey } from './day.ts';
import { queryOf } from './query.ts';

/** Begins with 'setup', like every list that a dialog of records loads again. */
export const paySetUpKey = (accountId: string) => ['setup', accountId, 'pay'] as const;
/** The queries that change with a rate: the list of rates, and pay. */
export const rateKeys = (accountId: string) => [paySetUpKey(accountId), figuresKey(accountId)];
/** Rates and minimums. They are not stored on the device: not everybody who uses it may see what people earn. */
export const payRatesQuery = (accountId: string) =>
  queryOf(listPayRates, [...paySetUpKey(accountId), 'rates'], { meta: { silent: true } });
export type RateInput = Omit<PayRate, '_id' | 'basis' | 'systemId' | 'owner' | 'isLocked'>;
/** Adds a rate or minimum, or changes the one that is `shown`. */
export const saveRate = (shown: PayRate | null, body: RateInput) =>
  shown
    ? call(updatePayRate, { params: { rateId: shown._id }, body: { ...body, basis: shown.basis } })
    : call(createPayRate, { body });
