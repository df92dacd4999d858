import type { Mode } from '../store/meta.ts';
import type { Words } from '../words/en.ts';

/** The modes of a device by their names. */
export const modesOf = (words: Words): [Mode, string][] => [
  ['kiosk', words.kiosk],
  ['crew', words.crew],
  ['count', words.counting],
];
