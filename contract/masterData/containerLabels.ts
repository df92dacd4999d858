/**
 * The code of a label: its account and kind, by the last 8 characters of their ids, and its number. A label of another account is known as such. Without zod,
 * because each start of a Recorder loads it.
 */
const PREFIX = 'TC1';
const short = (id: string) => id.slice(-8);
export const labelText = (accountId: string, kindId: string, number: string) =>
  [PREFIX, short(accountId), short(kindId), number].join(':');

export type Label = { number: string; isOfAccount: boolean; isOfKind: (kindId: string) => boolean };
/** Returns null for a code that is no label of ours; one that is cut off has no number. */
export function readLabel(text: string, accountId: string): Label | null {
  const [prefix, account, kind, number = '', more] = text.trim().split(':');
  if (prefix !== PREFIX || !account) return null;
  return {
    number: more ? '' : number,
    isOfAccount: account === short(accountId),
    isOfKind: (id) => short(id) === kind,
  };
}
