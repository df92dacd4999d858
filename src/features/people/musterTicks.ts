import { parseRecord, tabStorage } from '../../lib/storage.ts';

const KEY = 'tb.muster';

/** Returns the people who are ticked on this tab's muster list (nobody, if it is another account's), so that a reload loses nothing. */
export function readTicks(accountId: string): ReadonlySet<string> {
  const { account, ticked } = parseRecord(tabStorage.get(KEY));
  return new Set(
    account === accountId && Array.isArray(ticked) ? ticked.filter((id): id is string => typeof id === 'string') : [],
  );
}

export const keepTicks = (accountId: string, ticked: ReadonlySet<string>) =>
  void tabStorage.set(KEY, JSON.stringify({ account: accountId, ticked: [...ticked] }));
