import type { Db } from '../db/db.ts';
import type { Calendar } from './calendar.ts';
import { historiesOf } from './factRows.ts';
import { selectHistories } from './facts.sql.ts';
import { type Decided, firstReach, MAX_TRIES, type ReadHistory, widened } from './window.ts';

/** A question about one employee, to be decided from records between `first` and `last` and as far around them as it takes. */
export type Question = {
  employeeId: string;
  first: number;
  last: number;
  /** Null when more of the history must be read. */
  decide(history: ReadHistory): Decided | 'nothing' | null;
};
export type Answer<Q extends Question> = { question: Q; decided: Decided | 'nothing'; hasEntries: boolean };
/** `asOf`: only what was known by a past instant; `hasLedger`: false where it is known that the account has no corrections. */
type Source = { accountId: string; calendar: Calendar; asOf?: Date; hasLedger?: boolean };

/** Few enough that what they take of the event loop is short. */
const CHUNK = 100;

/**
 * The one way from raw records to decided days: reads the histories of some employees, a wider part of those that are not decided yet,
 * and yields the answers of each read. One question an employee.
 */
export async function* answersTo<Q extends Question>(
  tx: Db,
  source: Source,
  questions: readonly Q[],
): AsyncGenerator<Answer<Q>[]> {
  const first = firstReach(source.calendar);
  for (let at = 0; at < questions.length; at += CHUNK) {
    let waiting: readonly Q[] = questions.slice(at, at + CHUNK);
    for (let tries = 0; waiting.length > 0 && tries < MAX_TRIES; tries++) {
      const reach = widened(first, tries);
      const spans = new Map(
        waiting.map((question) => [
          question.employeeId,
          { question, from: question.first - reach, to: question.last + reach },
        ]),
      );
      const asked = [...spans].map(([employeeId, { from, to }]) => ({ employeeId, from, to }));
      const undecided: Q[] = [];
      const answers: Answer<Q>[] = [];
      for (const row of await selectHistories(tx, source, asked)) {
        const span = spans.get(row.employeeId);
        if (!span) continue;
        const { question, from, to } = span;
        const history = { from, to, ...historiesOf(row) };
        const decided = question.decide(history);
        if (decided === null) undecided.push(question);
        else answers.push({ question, decided, hasEntries: history.entries.length > 0 });
      }
      yield answers;
      waiting = undecided;
    }
  }
}
