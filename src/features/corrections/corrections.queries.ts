import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type CorrectionBody,
  countExceptions,
  listCorrections,
  listExceptions,
  listPeriodLocks,
  makeCorrections,
  previewCorrections,
  reviewExceptions,
  type UndoItem,
  undoCorrections,
} from '#contract/corrections.ts';
import { MAX_LIST_ROWS } from '#contract/limits.ts';
import { listByAttendanceStatus } from '#contract/stats.ts';
import { call } from '../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest, figuresKey } from '../../api/day.ts';

/** Some days, local dates, both included; absent: the unlocked ones of the last 31. */
export type Span = { from?: string | undefined; to?: string | undefined };

const key = (accountId: string, what: string, span: Span = {}) => [...figuresKey(accountId), what, span] as const;

/** The exceptions of some days, with proposals. */
export const exceptionsQuery = (accountId: string, span: Span) =>
  queryOptions({
    queryKey: key(accountId, 'exceptions', span),
    queryFn: ({ signal }) => call(listExceptions, { query: span }, { signal }),
    placeholderData: keepPreviousData,
    ...dayOptions({ silent: true }),
  });

/** The number of exceptions to fix and to decide. */
export const exceptionCountsQuery = (accountId: string, span: Span) =>
  queryOptions({
    queryKey: key(accountId, 'exception-counts', span),
    queryFn: ({ signal }) => call(countExceptions, { query: span }, { signal }),
    ...dayOptions({ silent: true }),
  });

/** The newest locks, those that were re-opened too. */
export const periodLocksQuery = (accountId: string) =>
  queryOptions({
    queryKey: key(accountId, 'period-locks'),
    queryFn: ({ signal }) => call(listPeriodLocks, {}, { signal }),
    select: ({ results }) => results,
    ...dayOptions({ silent: true }),
  });

/** Everybody who counts on a day: those to whom a record can be given. */
export const peopleQuery = (day: Day) =>
  queryOptions({
    // The list behind the tile of all employees is the same question.
    queryKey: dayKey(day, 'attendance-list', { status: 'total' }),
    queryFn: ({ signal }) =>
      call(listByAttendanceStatus, { params: { status: 'total' }, query: dayRequest(day) }, { signal }),
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

/** A correction or excuse of a dialog, which says itself why it failed. */
export const saveCorrection = (success: string) => ({
  mutationFn: (body: CorrectionBody) => call(makeCorrections, { body }),
  meta: { silent: true, success, invalidates: FIGURES },
});

export const undoMutation = {
  mutationFn: (items: UndoItem[]) => call(undoCorrections, { body: { items } }),
  meta: { success: 'Correction undone', invalidates: FIGURES },
};

/** An act that can be taken back: its days, and what was told of it. */
export type Made = { actId: string | null; from: string; to: string; done: string };

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
export const CHANGED = 'This day changed while you were looking.';

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

/** 'Leave as it is': hides exceptions until their evidence changes. */
export const reviewMutation = {
  mutationFn: (items: { key: string; evidence: string }[]) => call(reviewExceptions, { body: { items } }),
  meta: { success: 'Left as it is', invalidates: FIGURES },
};
