import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ParsedRequestOf } from '#contract/platform/endpoint.ts';
import { type ChoicesAnswer, type ChosenTable, getChoices, saveChoices } from '#contract/reports/choices.ts';
import { useSession } from '../state/session.ts';
import { call } from './call.ts';

/** The user's choices, made once for every device: columns of tables, and periods. */

const key = (userId: string) => ['own-choices', userId] as const;
const ownChoicesQuery = (userId: string, accountId?: string) =>
  queryOptions({
    queryKey: accountId ? [...key(userId), accountId] : key(userId),
    queryFn: ({ signal }) => call(getChoices, { query: { accountId } }, { signal }),
    // The day changes, and so does the present period.
    staleTime: 10 * 60_000,
    meta: { silent: true },
  });

/** Returns the user's choices; undefined until they are loaded. `accountId`: the account whose pay periods an administrator reads. */
export function useOwnChoices(accountId?: string): ChoicesAnswer | undefined {
  const userId = useSession()?.info.userId;
  return useQuery({ ...ownChoicesQuery(userId ?? '', accountId), enabled: userId !== undefined }).data;
}

type Changes = ParsedRequestOf<typeof saveChoices>['body'];
/** One after the other, so that the last choice is the one that is stored. */
const SAVING = { mutationKey: ['own-choices'] };
const saveMutation = () =>
  mutationOptions({
    ...SAVING,
    mutationFn: (changes: Changes) => call(saveChoices, { body: changes }),
    scope: { id: 'own-choices' },
    meta: { failed: t`Failed to save your choice` },
  });
/** Returns the function that stores some choices. They hold at once, so that the next choice builds on them; the other devices have them once they are stored. */
export function useSaveChoices() {
  const userId = useSession()?.info.userId ?? '';
  const client = useQueryClient();
  const save = useMutation({
    ...saveMutation(),
    // While another choice is under way, its answer is the newer one.
    onSuccess: (answer) => {
      if (client.isMutating(SAVING) !== 1) return;
      client.setQueryData(key(userId), answer);
      void client.invalidateQueries({ queryKey: key(userId), predicate: ({ queryKey }) => queryKey.length > 2 });
    },
    onError: () => client.invalidateQueries({ queryKey: key(userId) }),
  });
  return (changes: Changes) => {
    client.setQueryData(key(userId), (was: ChoicesAnswer | undefined) => was && withChanges(was, changes));
    save.mutate(changes);
  };
}

function withChanges(was: ChoicesAnswer, { columns, periods }: Changes): ChoicesAnswer {
  const all = Object.entries({ ...was.columns, ...columns }).filter(([, ids]) => ids !== null);
  return { ...was, columns: Object.fromEntries(all), periods: periods ?? was.periods };
}

/** Returns the columns of a table that the user chose, in their order, or undefined for those that are specified, and the function that chooses others. */
export function useColumns(table: ChosenTable) {
  const save = useSaveChoices();
  const chosen = useOwnChoices()?.columns[table];
  const choose = (ids: string[] | undefined) => save({ columns: { [table]: ids ?? null } });
  return [chosen, choose] as const;
}
