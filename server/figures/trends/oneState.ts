import { words } from '#contract/platform/words.ts';
import { selectDataVersion } from '../../attendance/recordChanges.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { isConflict, isDuplicate } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { DayModels } from '../stats/dayModels.ts';
import {
  createJudgedDays,
  type DaysAsked,
  type JudgedDays,
  judgedDaysWithin,
  NotJudged,
  requireDerived,
} from './judgedDays.ts';

/** One state of an account's data, in which all parts of an answer are read (docs/decisions/029-one-state.md). */
export type State = {
  /** A snapshot: another `Db` cannot be used beside it. */
  db: Db;
  /** The version of the data that the snapshot sees. */
  dataVersion: number;
  models: Pick<DayModels, 'get'>;
  days: JudgedDays;
};
export type StateAsked = Pick<DaysAsked, 'accountId' | 'timeZone' | 'now'>;
/** Reads an answer that is put together of several reads within one state. `read` may run more than once. UNAVAILABLE where the data changes too quickly. */
export type OneState = <T>(asked: StateAsked, read: (state: State) => Promise<T>, signal?: AbortSignal) => Promise<T>;

type Options = {
  /** The answers that may be read at once: each has a connection until it is there. */
  atOnce: number;
  /** False for what takes long: it never judges days itself, because others would wait for these. */
  mayJudge?: boolean;
};

/** Days are judged before the snapshot and looked for in it; while others keep changing them, so often. */
const READ_ONLY_TRIES = 2;
const LONG_TRIES = 8;
const JUDGING_TRIES = 6;

export function createOneState(db: Db, models: DayModels, { atOnce, mayJudge = true }: Options): OneState {
  const turns = createSemaphore(Math.max(1, atOnce));
  const judged = createJudgedDays(db, models);
  const readIn = <T>(asked: StateAsked, read: (state: State) => Promise<T>, isJudging: boolean) =>
    db.tenant(
      asked.accountId,
      async (tx) => {
        const dataVersion = await selectDataVersion(tx, asked.accountId);
        const within = models.within(tx, dataVersion);
        const own: State['models'] = {
          async get(ask) {
            await requireDerived(tx, { ...asked, from: ask.date, to: ask.date });
            return within.get(ask);
          },
        };
        return read({ db: tx, dataVersion, models: own, days: judgedDaysWithin(tx, own, isJudging) });
      },
      { snapshot: isJudging ? 'judging' : true },
    );
  const readSome = async <T>(asked: StateAsked, read: (state: State) => Promise<T>, signal: AbortSignal) => {
    for (let tries = 0; tries < (mayJudge ? READ_ONLY_TRIES : LONG_TRIES); tries++) {
      signal.throwIfAborted();
      try {
        return await turns.run(signal, () => readIn(asked, read, false), asked.accountId);
      } catch (error) {
        if (!(error instanceof NotJudged)) throw error;
        const { from, to } = error;
        await judged.judge({ ...asked, dataVersion: await selectDataVersion(db, asked.accountId) }, from, to, signal);
      }
    }
    for (let tries = 0; mayJudge && tries < JUDGING_TRIES; tries++)
      try {
        return await turns.run(signal, () => readIn(asked, read, true), asked.accountId);
      } catch (error) {
        if (!(error instanceof NotJudged) && !isLost(causeOf(error))) throw error;
      }
    throw new Refusal(
      'UNAVAILABLE',
      words('Records are arriving faster than figures can be read. Try again in a moment.'),
      {
        retryAfter: 5,
      },
    );
  };
  return (asked, read, signal = new AbortController().signal) => readSome(asked, read, signal);
}

/** Returns true where others were quicker: days that they judged after the snapshot was taken are not seen in it, and are there all the same. */
const isLost = (error: unknown) => isConflict(error) || isDuplicate(error);

/** A conflict that was tried often enough comes as the cause of what `Db` throws. */
const causeOf = (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error);
