import type { Db } from '../platform/db/db.ts';
import type { Calendar } from './calendar.ts';
import { historiesOf } from './factRows.ts';
import { selectHistories } from './facts.sql.ts';
import { type Decided, firstReach, MAX_TRIES, type ReadHistory, widened } from './window.ts';

/** A question about one employee that records between `first` and `last` decide, with as many around them as needed. */
export type Question = {
  employeeId: string;
  first: number;
  last: number;
  /** Null when more of the history must be read. */
  decide(history: ReadHistory): Decided | 'nothing' | null;
};
export type Answer<Q extends Question> = { question: Q; decided: Decided | 'nothing'; hasEntries: boolean };
/** `asOf`: only records that were known at that past instant; `hasLedger`: false where the account is known to have no corrections. */
type Source = { accountId: string; calendar: Calendar; asOf?: Date; hasLedger?: boolean };

/** Few enough to keep the event loop free for others. */
const CHUNK = 100;

/**
 * The one way from raw records to decided days: reads the histories of some employees, then reads wider for those that are not decided yet, and
 * yields the answers after each read. There is one question per employee.
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
