/**
 * A part of a long list of kills: the list takes hours on a busy machine, a part minutes. `part` counts from 1; `stage`: only the places whose name
 * begins so, of which the part is taken.
 */
export type Share = { part: number; of: number; stage: string };

const SHARE = /^([1-9]\d?)\/([1-9]\d?)$/;
const STAGE = /^stage=(.+)$/;
export const isShare = (word: string) => SHARE.test(word) || STAGE.test(word);

/** Returns the share that words like '2/4' and 'stage=swap' name; the whole without any. */
export function share(words: readonly string[] = []): Share {
  const [, part = '1', of = '1'] = words.map((word) => SHARE.exec(word)).find(Boolean) ?? [];
  const [, stage = ''] = words.map((word) => STAGE.exec(word)).find(Boolean) ?? [];
  if (Number(part) > Number(of)) throw new Error(`There is no part ${part} of ${of}`);
  return { part: Number(part), of: Number(of), stage };
}

/** Returns every `of`-th of the stage, from the `part`-th on. */
export const sharedOut = <T extends { name: string }>(all: readonly T[], { part, of, stage }: Share): T[] =>
  all.filter(({ name }) => name.startsWith(stage)).filter((_, i) => i % of === part - 1);

/** Returns what is said of a share in a row's name; nothing of the whole. */
export const saidOf = ({ part, of, stage }: Share) =>
  `${stage && `, stage ${stage}`}${of === 1 ? '' : `, part ${part} of ${of}`}`;
