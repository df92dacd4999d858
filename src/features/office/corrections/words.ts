import { plural, t } from '@lingui/core/macro';
import { type Correction, EXCUSE_KINDS } from '#contract/figures/corrections.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { ApiError, issueText, messageOf } from '../../../api/errors.ts';
import { effectOf } from '../../../lib/effects.ts';
import { translated } from '../../../lib/words.tsx';
import { momentOf, shortDay } from '../../../lib/zoned.ts';

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** Returns what an exception is about. */
export const detailOf = ({ words, detail }: Pick<Exception, 'words' | 'detail'>) => translated(words ?? detail);

/** Returns the words of a refusal: those of a field where it concerns one. */
export const refusalText = (error: Error) =>
  error instanceof ApiError && error.issues[0] ? issueText(error.issues[0]) : messageOf(error);

/** Returns the choices of a table of the contract, in the language that is shown. */
export const choicesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label: translated(label) }));

/** Returns what a correction did, by whom and when. */
function done({ do: what, by, ...effect }: Correction, at: string): string {
  const { was, is } = effectOf(effect);
  const before = was ?? t`Record`;
  const after = is ?? t`Record`;
  if (what.startsWith('add-')) return t`${after} added by ${by}, ${at}`;
  if (what.startsWith('void-')) return t`${before} set aside by ${by}, ${at}`;
  if (what === 'excuse') {
    const excuse = is ?? t({ message: 'Excuse', context: 'a correction' });
    return t`${excuse} by ${by}, ${at}`;
  }
  if (what === 'approve') {
    const time = is ?? t`Time`;
    return t`${time} approved by ${by}, ${at}`;
  }
  return is === null ? t`${before} changed to nothing by ${by}, ${at}` : t`${before} changed to ${is} by ${by}, ${at}`;
}

/** Returns a row of the ledger in words: 'OUT 16:10 added by M. Botha, 24 Nov 08:12. Forgot to clock'; `day`: the local date that is shown. */
export function correctionWords(correction: Correction, timeZone: string, day: string): string {
  const { reason, note, excuseKind, undone } = correction;
  // An approval says itself what its reason is.
  const why = excuseKind ? translated(EXCUSE_KINDS[excuseKind]) : correction.do === 'approve' ? '' : translated(reason);
  const explanation = [why, note].filter(Boolean).join(': ');
  const moment = (instant: string) => momentOf(instant, timeZone, day).replace(',', '');
  const sentences = [done(correction, moment(correction.at)), explanation];
  if (undone) {
    const { by } = undone;
    const at = moment(undone.at);
    sentences.push(t`Undone by ${by}, ${at}`);
  }
  return sentences.filter(Boolean).join('. ');
}

/** '1 to 15 Nov' of two local dates. */
export function periodLabel(from: string, to: string): string {
  const last = shortDay(to);
  if (from === to) return last;
  const first = from.slice(0, 7) === to.slice(0, 7) ? Number(from.slice(8)) : shortDay(from);
  return t`${first} to ${last}`;
}

/** The name of the act that applies the likely fixes of several exceptions: in its buttons and on its dialog. */
export const applyLabel = (all: number) =>
  t`${plural(all, { one: 'Apply # suggestion', other: 'Apply # suggestions' })}`;
