import { type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import type { CellKind } from './cellKinds.ts';

/** Returns what is wrong with the value of a column, with its heading. */
export const ofColumn = (column: string, said: string | Message) =>
  msg('{column}: {why}', { column, why: toMessage(said) });

const KINDS: Record<CellKind, string> = {
  date: words('This cell is a date: format the column as text.'),
  time: words('This cell is a time: format the column as text.'),
  boolean: words('This cell is true or false: format the column as text.'),
  long: words('This cell is longer than the time of day that it shows: format the column as text.'),
};
/** Returns why a column cannot take a cell of a kind, whose text is not what was typed; null where it can. */
export const wrongKind = (
  kind: CellKind | undefined,
  { label, takes }: { label: string; takes?: CellKind | undefined },
) => (kind === undefined || kind === takes ? null : ofColumn(label, KINDS[kind]));
