import { parseRecord, tabStorage } from '../../lib/storage.ts';

const KEY = 'tb.muster';

/** Returns the people ticked on this tab's muster list; of another account: nobody. A reload on the meeting point loses nothing. */
export function readTicks(accountId: string): ReadonlySet<string> {
  const { account, ticked } = parseRecord(tabStorage.get(KEY)) ?? {};
  return new Set(
    account === accountId && Array.isArray(ticked) ? ticked.filter((id): id is string => typeof id === 'string') : [],
  );
}

export const keepTicks = (accountId: string, ticked: ReadonlySet<string>) =>
  void tabStorage.set(KEY, JSON.stringify({ account: accountId, ticked: [...ticked] }));
