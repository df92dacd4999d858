import { type Correction, EXCUSE_KINDS } from '#contract/corrections.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { momentOf, spanLabel } from '../../lib/zoned.ts';

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** Offline, corrections are disabled and not queued, because the evidence may change. */
export const OFFLINE = 'You are offline. Corrections need a connection.';

/** Returns the words of a refusal: those of a field where it concerns one. */
export const saidOf = (error: Error) =>
  error instanceof ApiError ? (error.issues[0]?.message ?? messageOf(error)) : messageOf(error);

const done = ({ do: what, was, is }: Correction) => {
  if (what === 'excuse') return `${is ?? 'Excuse'}`;
  if (what === 'approve') return `${is ?? 'Time'} approved`;
  if (what.startsWith('add-')) return `${is ?? 'Record'} added`;
  if (what.startsWith('void-')) return `${was ?? 'Record'} set aside`;
  return `${was ?? 'Record'} changed to ${is ?? 'nothing'}`;
};

/** Returns a row of the ledger in words: 'OUT 16:10 added by M. Botha, 24 Nov 08:12. Forgot to clock'; `day`: the local date that is shown. */
export function correctionWords(correction: Correction, timeZone: string, day: string): string {
  const { by, at, reason, note, excuseKind, undone } = correction;
  // An approval says itself what its reason is.
  const why = excuseKind ? EXCUSE_KINDS[excuseKind] : correction.do === 'approve' ? '' : reason;
  const told = [why, note].filter(Boolean).join(': ');
  const moment = (instant: string) => momentOf(instant, timeZone, day).replace(',', '');
  const undoing = undone ? `. Undone by ${undone.by}, ${moment(undone.at)}` : '';
  return `${done(correction)} by ${by}, ${moment(at)}${told ? `. ${told}` : ''}${undoing}`;
}

/** '1 to 15 Nov' of two local dates. */
export const periodLabel = (from: string, to: string) => spanLabel(from, to).replace(/\b[A-Z][a-z]+ (?=\d)/g, '');
