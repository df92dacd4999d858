/** A part of a long list of kills: the list takes hours on a busy machine, a part minutes. `part` counts from 1. */
export type Share = { part: number; of: number };

const SHARE = /^([1-9]\d?)\/([1-9]\d?)$/;
export const isShare = (word: string) => SHARE.test(word);

/** Returns the share that a word like '2/4' names; the whole without one. */
export function share(word = '1/1'): Share {
  const [, part, of] = SHARE.exec(word) ?? [];
  if (Number(part) > Number(of)) throw new Error(`There is no part ${part} of ${of}`);
  return { part: Number(part), of: Number(of) };
}

/** Returns every `of`-th, from the `part`-th on. */
export const sharedOut = <T>(all: readonly T[], { part, of }: Share): T[] => all.filter((_, i) => i % of === part - 1);

/** Returns what is said of a share in a row's name; nothing of the whole. */
export const saidOf = ({ part, of }: Share) => (of === 1 ? '' : `, part ${part} of ${of}`);
