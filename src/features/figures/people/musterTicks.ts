import { parseRecord, tabStorage } from '../../../lib/storage.ts';
import { session } from '../../../state/session.ts';

const KEY = 'tb.muster';

/** Returns the people who are ticked on this tab's muster list, so that a reload loses nothing; none in another session, whose user has ticked no one yet. */
export function readTicks(): ReadonlySet<string> {
  const { of, ticked } = parseRecord(tabStorage.get(KEY));
  return new Set(
    of === session.get()?.id && Array.isArray(ticked)
      ? ticked.filter((id): id is string => typeof id === 'string')
      : [],
  );
}

export const keepTicks = (ticked: ReadonlySet<string>) =>
  void tabStorage.set(KEY, JSON.stringify({ of: session.get()?.id, ticked: [...ticked] }));
