import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type CorrectionBody,
  type CorrectionItem,
  listCorrections,
  listExceptions,
  listPeriodLocks,
  lockPeriod,
  makeCorrections,
  previewCorrections,
  reopenPeriod,
  reviewExceptions,
  type UndoItem,
  undoCorrections,
} from '#contract/corrections.ts';
import { MAX_CORRECTION_ITEMS, MAX_LIST_ROWS } from '#contract/limits.ts';
import { listByAttendanceStatus } from '#contract/stats.ts';
import { call } from '../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest, ofEverybody } from '../../api/day.ts';
import { ApiError } from '../../api/errors.ts';
import { count } from '../../lib/figures.ts';
import { ledgerKey, type Span } from './exceptionCounts.ts';

/** The exceptions of some days, with proposals. */
export const exceptionsQuery = (accountId: string, span: Span) =>
  queryOptions({
    queryKey: ledgerKey(accountId, 'exceptions', span),
    queryFn: ({ signal }) => call(listExceptions, { query: span }, { signal }),
    placeholderData: keepPreviousData,
    ...dayOptions({ silent: true }),
  });

/** The newest locks, those that were re-opened too. */
export const periodLocksQuery = (accountId: string) =>
  queryOptions({
    queryKey: ledgerKey(accountId, 'period-locks'),
    queryFn: ({ signal }) => call(listPeriodLocks, {}, { signal }),
    select: ({ results }) => results,
    ...dayOptions({ silent: true }),
  });

/** Everybody who counts on a day, whatever the filter: those to whom a record can be given. */
export const peopleQuery = (day: Day) =>
  queryOptions({
    // The list behind the tile of all employees is the same question.
    queryKey: dayKey(ofEverybody(day), 'attendance-list', { status: 'total' }),
    queryFn: ({ signal }) =>
      call(listByAttendanceStatus, { params: { status: 'total' }, query: dayRequest(ofEverybody(day)) }, { signal }),
    ...dayOptions({ silent: true }),
  });

/** 'What changes' of an act that is not made yet. */
export const previewQuery = (body: CorrectionBody) =>
  queryOptions({
    queryKey: ['correction-preview', body],
    queryFn: ({ signal }) => call(previewCorrections, { body }, { signal }),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

const FIGURES = [['stats']] as const;
/** The answer of these mutations is what is told. */
const saved = { meta: { silent: true, success: (answer: unknown) => String(answer), invalidates: FIGURES } };

/** A correction or excuse of a dialog, which says itself why it failed. */
export const saveCorrection = (success: string) => ({
  mutationFn: async (body: CorrectionBody) => {
    const { results } = await call(makeCorrections, { body });
    return told(
      results.map(({ errorCode }) => errorCode ?? null),
      success,
    );
  },
  ...saved,
});

/**
 * Several exceptions at once, in as many calls as they need; `groups`: the items of each. Answers `success`, or
 * '36 resolved. 2 changed meanwhile and are still listed.'
 */
export const resolveMutation = (
  groups: readonly (readonly CorrectionItem[])[],
  success = `${count(groups.length)} resolved.`,
) => ({
  mutationFn: async ({ items: _all, ...act }: CorrectionBody) => {
    const ends: (string | null)[] = [];
    for (const part of partsOf(groups)) {
      const items = part.flat();
      const [alone] = items;
      // A single item that is refused fails its call.
      const results =
        items.length === 1 && alone
          ? await call(makeCorrections, { body: { ...act, items: [alone] } }).then(
              (answer) => answer.results,
              (error: unknown) => {
                if (error instanceof ApiError && error.status === 409) return [{ errorCode: error.errorCode }];
                throw error;
              },
            )
          : (await call(makeCorrections, { body: { ...act, items } })).results;
      let next = 0;
      for (const group of part) {
        const own = results.slice(next, next + group.length);
        next += group.length;
        ends.push(own.find(({ errorCode }) => errorCode)?.errorCode ?? null);
      }
    }
    return told(ends, success);
  },
  ...saved,
});

/** Returns what is told of several: '36 resolved. 2 changed meanwhile and are still listed.'; `ends`: null of what was applied, else why not. */
function told(ends: readonly (string | null)[], success: string): string {
  const refused = ends.filter((end) => end !== null);
  if (refused.length === 0) return success;
  const locked = refused.filter((end) => end === 'PERIOD_LOCKED').length;
  const own = refused.filter((end) => end === 'OWN_RECORD').length;
  const old = refused.filter((end) => end === 'DATE_OUT_OF_RANGE').length;
  const changed = refused.length - locked - own - old;
  const are = (some: number) => (some === 1 ? 'is' : 'are');
  return [
    `${count(ends.length - refused.length)} resolved.`,
    changed > 0 && `${count(changed)} changed meanwhile and ${are(changed)} still listed.`,
    locked > 0 && `${count(locked)} ${are(locked)} of a locked period.`,
    old > 0 && `${count(old)} ${are(old)} too old to be corrected.`,
    own > 0 && `${count(own)} ${are(own)} your own: somebody else corrects ${own === 1 ? 'it' : 'them'}.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

/** Exceptions in calls of as many items as one takes; those of one exception stay together. */
function partsOf(groups: readonly (readonly CorrectionItem[])[]) {
  const parts: (readonly CorrectionItem[])[][] = [];
  let size = MAX_CORRECTION_ITEMS;
  for (const group of groups) {
    size += group.length;
    if (size > MAX_CORRECTION_ITEMS) {
      parts.push([]);
      size = group.length;
    }
    parts.at(-1)?.push(group);
  }
  return parts;
}

/** Takes corrections back. */
export const undoMutation = {
  mutationFn: (items: UndoItem[]) => call(undoCorrections, { body: { items } }),
  meta: { success: 'Correction undone', invalidates: FIGURES },
};

/** An act that can be taken back: its days, and what was told of it. */
type Made = { actId: string | null; from: string; to: string; done: string };

/** One press: applies a proposal and offers to take it back. */
export const applyMutation = (onUndo: (made: Made) => void) => ({
  mutationFn: async ({ body, done }: { body: CorrectionBody; done: string }): Promise<Made> => {
    const { actId, effects, results } = await call(makeCorrections, { body });
    // Of several items each answers for itself; one press stands or falls as a whole in what it says.
    const refused = results.find(({ outcome }) => outcome !== 'applied');
    const days = [...body.items.map(({ day }) => day), ...effects.map(({ day }) => day)].sort();
    const [from = ''] = days;
    return { actId, from, to: days.at(-1) ?? from, done: refused ? (refused.message ?? CHANGED) : done };
  },
  meta: {
    success: (answer: unknown) => {
      const made = answer as Made; // what the function above has returned
      return made.actId === null ? made.done : { text: made.done, action: { label: 'Undo', run: () => onUndo(made) } };
    },
    invalidates: FIGURES,
  },
});

/** The message where the evidence moved between a look and a press. */
const CHANGED = 'This day changed while you were looking.';

/** Takes back what an act did. Its days have moved since, by the act itself: what it is undone from is read first. */
export const undoActMutation = {
  mutationFn: async ({ actId, from, to }: Made) => {
    const { results } = await call(listCorrections, { query: { from, to, startRow: 0, endRow: MAX_LIST_ROWS } });
    const items = results.flatMap(({ _id, actId: act, basis }) =>
      act === actId && basis !== null ? { correctionId: _id, basis } : [],
    );
    if (items.length > 0) await call(undoCorrections, { body: { items } });
  },
  meta: undoMutation.meta,
};

/** One press that takes a correction or an excuse back. */
export const undoExceptionMutation = {
  mutationFn: async ({ items, done }: { items: UndoItem[]; done: string }) => {
    await call(undoCorrections, { body: { items } });
    return done;
  },
  meta: { ...saved.meta, silent: false },
};

/** 'Leave as it is': hides exceptions until their evidence changes. */
export const reviewMutation = {
  mutationFn: async (items: { key: string; evidence: string }[]) => {
    for (let start = 0; start < items.length; start += MAX_CORRECTION_ITEMS)
      await call(reviewExceptions, { body: { items: items.slice(start, start + MAX_CORRECTION_ITEMS) } });
  },
  meta: { success: 'Left as it is', invalidates: FIGURES },
};

/** Locks days that payroll takes; what else became open meanwhile refuses it. */
export const lockMutation = {
  mutationFn: (body: { from: string; to: string; knownOpen: number }) => call(lockPeriod, { body }),
  meta: { success: 'Period locked', invalidates: FIGURES },
};

/** Opens a locked period again. */
export const reopenMutation = {
  mutationFn: ({ lockId, reason }: { lockId: string; reason: string }) =>
    call(reopenPeriod, { params: { lockId }, body: { reason } }),
  meta: { success: 'Period opened again', invalidates: FIGURES },
};
