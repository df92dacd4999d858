import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type CorrectionBody,
  type CorrectionItem,
  makeCorrections,
  previewCorrections,
  type UndoItem,
  undoAct,
  undoCorrections,
} from '#contract/figures/corrections.ts';
import { listByAttendanceStatus } from '#contract/figures/stats.ts';
import { correctPieces, type PieceAct, type PieceOrder, previewPieces } from '#contract/intake/pieces.ts';
import {
  addCrewPunch,
  addCrewSheet,
  type CrewPunch,
  type CrewSheet,
  previewCrewPunch,
  previewCrewSheet,
} from '#contract/office/crewSheets.ts';
import { listExceptions, reviewExceptions, undoReviews } from '#contract/office/exceptions.ts';
import { listPeriodLocks, lockPeriod, reopenPeriod } from '#contract/office/periodLocks.ts';
import {
  createSetupEmployee,
  listSetupEmployees,
  type SetupEmployeeInput,
  updateSetupEmployee,
} from '#contract/office/setup.ts';
import { MAX_CORRECTION_ITEMS } from '#contract/platform/limits.ts';
import { call } from '../../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest, ofEverybody } from '../../../api/day.ts';
import { ApiError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { translated } from '../../../lib/words.tsx';
import { ledgerKey, type Span } from './exceptionCounts.ts';

/** The exceptions of some days, with proposals. */
export const exceptionsQuery = (accountId: string, span: Span) =>
  queryOf(listExceptions, ledgerKey(accountId, 'exceptions', span), {
    request: () => ({ query: span }),
    placeholderData: keepPreviousData,
    ...dayOptions({ silent: true }),
  });

/** The newest locks, those that were re-opened too. */
export const periodLocksQuery = (accountId: string) =>
  queryOf(listPeriodLocks, ledgerKey(accountId, 'period-locks'), {
    select: ({ results }) => results,
    ...dayOptions({ silent: true }),
  });

/** Everybody who counts on a day, whatever the filter: the people to whom a record can be reassigned. */
export const peopleQuery = (day: Day) =>
  queryOptions({
    // The same query as the list behind the tile of all employees.
    queryKey: dayKey(ofEverybody(day), 'attendance-list', { status: 'total' }),
    queryFn: ({ signal }) =>
      call(listByAttendanceStatus, { params: { status: 'total' }, query: dayRequest(ofEverybody(day)) }, { signal }),
    ...dayOptions({ silent: true }),
  });

/** The people of an employee group who count on a day. */
export const crewQuery = (day: Day, employeeGroup: string | null) =>
  queryOf(
    listByAttendanceStatus,
    dayKey(ofEverybody(day), 'attendance-list', { status: 'total', employeeGroup: employeeGroup ?? '' }),
    {
      request: () => ({
        params: { status: 'total' },
        query: { ...dayRequest(ofEverybody(day)), ...(employeeGroup && { employeeGroups: employeeGroup }) },
      }),
      ...peopleQuery(day),
    },
  );

/** Returns 'What changes' for an act that has not been made. */
export const previewQuery = (body: CorrectionBody) =>
  queryOf(previewCorrections, ['correction-preview', body], {
    request: () => ({ body }),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

const FIGURES = [['stats']] as const;

/** Something that was done: the message about it, and its acts, which can be undone. */
export type Done = {
  text: string;
  actIds: readonly string[];
  /** The acts left exceptions as they are. */
  areReviews?: boolean;
};
/** Undoes what was done. */
type OnUndo = (done: Done) => void;
/** Shows the message of a mutation that returns `Done`, with 'Undo'. */
const doneMeta = (onUndo: OnUndo) => ({
  success: (answer: unknown) => {
    const done = answer as Done; // the value that the mutation returned
    if (done.actIds.length === 0) return done.text;
    return { text: done.text, action: { label: t`Undo`, run: () => onUndo(done) } };
  },
  invalidates: FIGURES,
});
const actsOf = (answers: readonly { actId: string | null }[]) => answers.flatMap(({ actId }) => actId ?? []);

/** Saves a correction or excuse of a dialog, which shows failures itself. */
export const saveCorrection =
  (success: string) =>
  async (body: CorrectionBody): Promise<Done> => {
    const answer = await call(makeCorrections, { body });
    const ends = answer.results.map(({ errorCode }) => errorCode ?? null);
    return { text: outcomeText(ends, success), actIds: actsOf([answer]) };
  };
/** The mutation of a dialog that changes days: `save` makes the act. */
export const saveMutation = (save: (body: CorrectionBody) => Promise<Done>, onUndo: OnUndo) => ({
  mutationFn: save,
  meta: { silent: true, ...doneMeta(onUndo) },
});

/** An exception by its key, with the items that resolve it. */
type Resolving = { key: string; items: readonly CorrectionItem[] };
/** Returns the keys of the exceptions that are still to be resolved. */
export type ListedKeys = () => Promise<ReadonlySet<string>>;

/**
 * Resolves several exceptions in as many calls as needed. Returns `success`, or '36 resolved. 2 changed meanwhile and are still listed.' Of those
 * that changed, some may have been resolved by another user, as `listed` shows.
 */
export const resolveAll =
  (all: readonly Resolving[], listed: ListedKeys | undefined, success = resolved(all.length)) =>
  async ({ items: _all, ...body }: CorrectionBody): Promise<Done> => {
    const act = { ...body, onlySafe: true };
    const ends: (string | null)[] = [];
    const acts: { actId: string | null }[] = [];
    // One fix may settle two rows of a day.
    const distinct = new Map(all.map((one) => [JSON.stringify(one.items.map(({ change }) => change)), one]));
    for (const part of partsOf([...distinct.values()])) {
      const items = part.flatMap((one) => one.items);
      const [alone] = items;
      // A refused item fails its call if it is the only one.
      const answer =
        items.length === 1 && alone
          ? await call(makeCorrections, { body: { ...act, items: [alone] } }).catch((error: unknown) => {
              if (error instanceof ApiError && error.status === 409)
                return { actId: null, results: [{ errorCode: error.errorCode }] };
              throw error;
            })
          : await call(makeCorrections, { body: { ...act, items } });
      acts.push(answer);
      let next = 0;
      for (const one of part) {
        const own = answer.results.slice(next, next + one.items.length);
        next += one.items.length;
        ends.push(own.find(({ errorCode }) => errorCode)?.errorCode ?? null);
      }
    }
    const actIds = actsOf(acts);
    if (!ends.some(isChanged)) return { text: outcomeText(ends, success), actIds };
    // Without an answer the message does not mention other users.
    const left = await listed?.().catch(() => null);
    const sent = [...distinct.values()];
    const known = ends.map((end, index) =>
      isChanged(end) && left?.has(sent[index]?.key ?? '') === false ? GONE : end,
    );
    return { text: outcomeText(known, success), actIds };
  };

/** In place of an error code: another user has resolved it. */
const GONE = 'GONE';
/** Returns true for the end of an exception whose evidence was another one than on the screen. */
const isChanged = (end: string | null) =>
  end !== null && !['PERIOD_LOCKED', 'OWN_RECORD', 'DATE_OUT_OF_RANGE', 'VALIDATION_FAILED', GONE].includes(end);

const resolved = (some: number) => t`${plural(some, { one: '# resolved.', other: '# resolved.' })}`;

/**
 * Returns the message about several exceptions: '36 resolved. 2 changed meanwhile and are still listed.'; `ends`: null for an applied one, else the
 * reason.
 */
function outcomeText(ends: readonly (string | null)[], success: string): string {
  const refused = ends.filter((end) => end !== null);
  if (refused.length === 0) return success;
  const locked = refused.filter((end) => end === 'PERIOD_LOCKED').length;
  const own = refused.filter((end) => end === 'OWN_RECORD').length;
  const old = refused.filter((end) => end === 'DATE_OUT_OF_RANGE').length;
  const gone = refused.filter((end) => end === GONE).length;
  const unsafe = refused.filter((end) => end === 'VALIDATION_FAILED').length;
  const changed = refused.filter(isChanged).length;
  return [
    resolved(ends.length - refused.length),
    changed > 0 &&
      t`${plural(changed, { one: '# changed meanwhile and is still listed.', other: '# changed meanwhile and are still listed.' })}`,
    gone > 0 &&
      t`${plural(gone, { one: '# was resolved by another user.', other: '# were resolved by another user.' })}`,
    unsafe > 0 &&
      t`${plural(unsafe, { one: '# would lower paid time together with others: decide it by itself.', other: '# would lower paid time together with others: decide them one by one.' })}`,
    locked > 0 && t`${plural(locked, { one: '# is of a locked period.', other: '# are of a locked period.' })}`,
    old > 0 && t`${plural(old, { one: '# is too old to be corrected.', other: '# are too old to be corrected.' })}`,
    own > 0 &&
      t`${plural(own, { one: '# is your own: another user corrects it.', other: '# are your own: another user corrects them.' })}`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

/** Splits exceptions into calls of at most the allowed number of items; the items of one exception stay together. */
function partsOf(all: readonly Resolving[]) {
  const parts: Resolving[][] = [];
  let size = MAX_CORRECTION_ITEMS;
  for (const one of all) {
    size += one.items.length;
    if (size > MAX_CORRECTION_ITEMS) {
      parts.push([]);
      size = one.items.length;
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

type Starting = { employee: { _id: string; number: string }; day: string; done: string };
/** Lets an employee count from a day on (docs/reference/attendance.md#who-counts); a locked day, or a start that a payroll system owns, is refused. */
export const countFromMutation = {
  mutationFn: async ({ employee, day, done }: Starting) => {
    const { employees } = await call(listSetupEmployees, { query: { q: employee.number } });
    const shown = employees.find(({ _id }) => _id === employee._id);
    if (!shown) throw new Error(`Employee ${employee.number} is not there any more.`);
    const body = { activeFrom: day, basis: shown.basis };
    await call(updateSetupEmployee, { params: { employeeId: shown._id }, query: {}, body });
    return done;
  },
  meta: { success: (answer: unknown) => String(answer), invalidates: [...FIGURES, ['setup'], ['employees']] },
};

/** Makes an employee of a person whom a Recorder has named; their records that wait become theirs. */
export const makeEmployeeMutation = (accountId: string) => ({
  mutationFn: (body: SetupEmployeeInput) => call(createSetupEmployee, { query: { accountId }, body }),
  meta: { silent: true, success: () => t`Employee added`, invalidates: [...FIGURES, ['setup'], ['employees']] },
});

/** Undoes corrections. */
export const undoMutation = {
  mutationFn: (items: UndoItem[]) => call(undoCorrections, { body: { items } }),
  meta: { success: () => t`Correction undone`, invalidates: FIGURES },
};

/** Nothing was done; no message is shown. */
const NOTHING_DONE: Done = { text: '', actIds: [] };

/** Applies a proposal with one press and offers to undo it. A refusal is not shown where the exception is settled already (`isListed`). */
export const applyMutation = (onMade: (done: Done) => void, onUndo: OnUndo, isListed: () => Promise<boolean>) => ({
  mutationFn: async ({ body, done }: { body: CorrectionBody; done: string }): Promise<Done> => {
    const answer = await call(makeCorrections, { body }).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status === 409 && !(await isListed().catch(() => true))) return null;
      throw error;
    });
    if (!answer) return NOTHING_DONE;
    // Several items are answered one by one, but the press is reported as a whole.
    const refused = answer.results.find(({ outcome }) => outcome !== 'applied');
    const made = {
      text: refused
        ? translated(refused.words ?? refused.message ?? t`This day changed while you were looking.`)
        : done,
      actIds: actsOf([answer]),
    };
    onMade(made);
    return made;
  },
  meta: doneMeta(onUndo),
});

/** Undoes an act, whatever its size, or what was done in several. */
export const undoActMutation = {
  mutationFn: async (acts: readonly string[]) => {
    let undone = 0;
    let refused = 0;
    let why: string | null = null;
    for (const actId of acts) {
      const answer = await call(undoAct, { params: { actId } });
      undone += answer.undone;
      refused += answer.refused;
      why ??= answer.message && translated(answer.words ?? answer.message);
    }
    if (refused === 0) return undoMutation.meta.success();
    return t`${plural(undone, { one: '# undone', other: '# undone' })}, ${plural(refused, { one: '# not', other: '# not' })}: ${why ?? ''}`;
  },
  meta: { success: (answer: unknown) => String(answer), invalidates: FIGURES },
};

const PREVIEW = {
  retry: false,
  gcTime: 0,
  staleTime: 0,
  placeholderData: keepPreviousData,
  meta: { silent: true },
} as const;
/** Returns what an act on pieces in bulk would do. */
export const previewPiecesQuery = (body: PieceOrder) =>
  queryOf(previewPieces, ['pieces-preview', body], { request: () => ({ body }), ...PREVIEW });

/** Returns what a crew sheet would add. */
export const previewSheetQuery = (body: CrewSheet | null) =>
  queryOptions({
    queryKey: ['sheet-preview', body],
    queryFn: ({ signal }) => (body ? call(previewCrewSheet, { body }, { signal }) : null),
    ...PREVIEW,
  });
/** Returns who would be clocked in or out. */
export const previewCrewPunchQuery = (body: CrewPunch | null) =>
  queryOptions({
    queryKey: ['crew-punch-preview', body],
    queryFn: ({ signal }) => (body ? call(previewCrewPunch, { body }, { signal }) : null),
    ...PREVIEW,
  });

/** Makes an act on many records, and offers to undo it; `successText` describes what was done. Its page shows failures itself. */
const actMutation = <Body, Answer extends { actId: string | null }>(
  make: (body: Body) => Promise<Answer>,
  successText: (answer: Answer, body: Body) => string,
  onMade: (done: Done) => void,
  onUndo: OnUndo,
) => ({
  mutationFn: async (body: Body): Promise<Answer & Done> => {
    const answer = await make(body);
    const done = { text: successText(answer, body), actIds: actsOf([answer]) };
    onMade(done);
    return { ...answer, ...done };
  },
  meta: {
    silent: true,
    ...doneMeta(onUndo),
    invalidates: [...FIGURES, ['pieces-preview'], ['sheet-preview'], ['crew-punch-preview']],
  },
});
type OnAct = [onMade: (done: Done) => void, onUndo: OnUndo];
/** Changes pieces in bulk. */
export const correctPiecesMutation = (...on: OnAct) =>
  actMutation(
    (body: PieceAct) => call(correctPieces, { body }),
    ({ applied, arrived }, { choice: { from, to } }) => {
      const days = spanLabel(from, to);
      const changed = t`${plural(applied, { one: `# entry changed, ${days}`, other: `# entries changed, ${days}` })}`;
      if (arrived === 0) return changed;
      return `${changed}. ${t`${plural(arrived, { one: '# more arrived since the preview and was not changed', other: '# more arrived since the preview and were not changed' })}`}`;
    },
    ...on,
  );
/** Adds a crew sheet. */
export const addSheetMutation = (...on: OnAct) =>
  actMutation(
    (body: CrewSheet) => call(addCrewSheet, { body }),
    ({ added }, { day }) => {
      const date = spanLabel(day, day);
      return t`${plural(added, { one: `# entry added, ${date}`, other: `# entries added, ${date}` })}`;
    },
    ...on,
  );
/** Clocks a crew in or out. */
export const addCrewPunchMutation = (...on: OnAct) =>
  actMutation(
    (body: CrewPunch) => call(addCrewPunch, { body }),
    ({ added }, { day }) => {
      const date = spanLabel(day, day);
      return t`${plural(added, { one: `# clock-in added, ${date}`, other: `# clock-ins added, ${date}` })}`;
    },
    ...on,
  );

/** Undoes a correction or an excuse with one press. */
export const undoExceptionMutation = {
  mutationFn: async ({ items, done }: { items: UndoItem[]; done: string }) => {
    await call(undoCorrections, { body: { items } });
    return done;
  },
  meta: { success: (answer: unknown) => String(answer), invalidates: FIGURES },
};

type Reviewing = { items: { key: string; evidence: string }[]; what: string };
/** 'Leave as it is': hides exceptions until their evidence changes, and offers to undo it. `what`: the exceptions in words. */
export const reviewMutation = (onMade: (done: Done) => void, onUndo: OnUndo) => ({
  mutationFn: async ({ items, what }: Reviewing): Promise<Done> => {
    const acts: { actId: string }[] = [];
    for (let start = 0; start < items.length; start += MAX_CORRECTION_ITEMS)
      acts.push(await call(reviewExceptions, { body: { items: items.slice(start, start + MAX_CORRECTION_ITEMS) } }));
    const made = { text: t`Left as it is: ${what}`, actIds: actsOf(acts), areReviews: true };
    onMade(made);
    return made;
  },
  meta: doneMeta(onUndo),
});

/** Lists again what was left as it is. */
export async function undoReviewActs(actIds: readonly string[]): Promise<string> {
  for (const actId of actIds) await call(undoReviews, { params: { actId } });
  return t`Listed again`;
}

/** Settles the dispute of an employee. */
export const settleMutation = {
  mutationFn: (item: { key: string; evidence: string; note: string }) =>
    call(reviewExceptions, { body: { items: [item] } }),
  meta: { success: () => t`Settled`, invalidates: FIGURES },
};

/** Locks days that payroll takes; refused if other exceptions were opened meanwhile. */
export const lockMutation = mutationOptions({
  mutationFn: (body: { from: string; to: string; knownOpen: number }) => call(lockPeriod, { body }),
  meta: { success: () => t`Period locked`, invalidates: FIGURES },
  // A refusal says that the page shows what is no longer so.
  onError: (_error, _body, _result, { client }) => void client.invalidateQueries({ queryKey: FIGURES[0] }),
});

/** Re-opens a locked period. */
export const reopenMutation = {
  mutationFn: ({ lockId, reason }: { lockId: string; reason: string }) =>
    call(reopenPeriod, { params: { lockId }, body: { reason } }),
  meta: { success: () => t`Period opened again`, invalidates: FIGURES },
};
