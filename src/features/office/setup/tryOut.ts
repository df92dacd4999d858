import { mutationOptions, useQuery } from '@tanstack/react-query';
import {
  type Correction,
  type CorrectionItem,
  listCorrections,
  makeCorrections,
  undoCorrections,
} from '#contract/figures/corrections.ts';
import { explainDay } from '#contract/figures/explain.ts';
import { listSetupEmployees, type Setup } from '#contract/office/setup.ts';
import { call } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { addDays } from '../../../lib/zoned.ts';
import { useMayCall } from '../../../state/session.ts';
import { changed, setupKey } from './setup.queries.ts';

/** Punches of the first run are corrections with this note, so that they can be removed together. */
const NOTE = 'Try-out of the set-up';
/** Enough people to make a dashboard move. */
const PEOPLE = 5;

const meta = (accountId: string) => ({
  silent: true,
  invalidates: changed(accountId),
});

/** The days for which tried-out punches can be removed together. */
const KEPT_DAYS = 30;
const tryOutQuery = (accountId: string, today: string) =>
  queryOf(listCorrections, [...setupKey(accountId), 'try-out', today], {
    request: () => ({ query: { from: addDays(today, -KEPT_DAYS), to: today, startRow: 0, endRow: 1_000 } }),
    select: ({ results }) => results.filter(({ note, undone, basis }) => note === NOTE && !undone && basis !== null),
    meta: { silent: true },
  });

/** Returns the tried-out punches that have not been removed; `mayTry`: the user is an employer who may correct. */
export function useTryOut(accountId: string, today: string) {
  // Reading corrections and making them are two calls with different permissions.
  const maySee = useMayCall(listCorrections);
  const mayTry = useMayCall(makeCorrections) && maySee;
  const { data: punches = [] } = useQuery({ ...tryOutQuery(accountId, today), enabled: mayTry });
  return { mayTry, punches };
}

/** Clocks the first people in, at this moment. */
export const tryOutMutation = (accountId: string, { today }: Pick<Setup, 'today'>) =>
  mutationOptions({
    mutationFn: async () => {
      const query = { startRow: 0, endRow: PEOPLE };
      const { employees } = await call(listSetupEmployees, { query });
      const at = new Date().toISOString();
      const items = await Promise.all(
        employees.map(async ({ _id }): Promise<CorrectionItem> => {
          const { basis } = await call(explainDay, { params: { employeeId: _id }, query: { referenceDate: today } });
          return {
            day: today,
            basis: basis ?? '',
            change: { do: 'add-punch', employeeId: _id, at, direction: 'in' },
          };
        }),
      );
      return call(makeCorrections, { body: { reason: 'other', note: NOTE, items } });
    },
    meta: meta(accountId),
  });

/** Removes the tried-out punches. */
export const removeTryOutMutation = (accountId: string) =>
  mutationOf(undoCorrections, meta(accountId), (punches: readonly Correction[]) => ({
    body: { items: punches.map(({ _id, basis }) => ({ correctionId: _id, basis: basis ?? '' })) },
  }));
