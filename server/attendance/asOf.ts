import type { Db } from '../db/db.ts';
import type { Calendar } from './calendar.ts';
import { deriveDays, shiftsOf } from './derive.ts';
import { factOf, historiesOf, pieceworkOf } from './factRows.ts';
import {
  type DayFactRow,
  type Member,
  type PieceworkFactRow,
  selectHistories,
  selectMembers,
  selectReceivedAfter,
} from './facts.sql.ts';
import { decidedOver, firstReach, MAX_TRIES, widened } from './window.ts';
import { dayBounds, type LocalDate } from './zone.ts';

/** How the day of some employees looked: nobody's facts where there was nothing. */
export type PastFacts = { employeeIds: ReadonlySet<string>; facts: DayFactRow[]; work: PieceworkFactRow[] };
type Ask = { accountId: string; calendar: Calendar; day: LocalDate; at: Date };

const CHUNK = 500;

/**
 * A day as of an instant that is past, from the raw records: of those who have sent something since. What was received by then
 * counts, and what had happened by then and came later: who clocked in while the server was down was there. Writes nothing.
 */
export async function factsAsOf(tx: Db, ask: Ask): Promise<PastFacts> {
  const { accountId, at } = ask;
  const since = await selectReceivedAfter(tx, accountId, at);
  const members = since.length > 0 ? await selectMembers(tx, accountId, since) : [];
  const past: PastFacts = { employeeIds: new Set(since), facts: [], work: [] };
  for (let first = 0; first < members.length; first += CHUNK) {
    let waiting = members.slice(first, first + CHUNK);
    for (let tries = 0; waiting.length > 0 && tries < MAX_TRIES; tries++)
      waiting = await deriveSome(tx, ask, waiting, tries, past);
  }
  return past;
}

/** Answers those of whom more must be read. */
async function deriveSome(
  tx: Db,
  { accountId, calendar, day, at }: Ask,
  members: readonly Member[],
  tries: number,
  past: PastFacts,
): Promise<Member[]> {
  const byId = new Map(members.map((member) => [member.employeeId, member]));
  const { start, end } = dayBounds(calendar.zone, day);
  const reach = widened(firstReach(calendar), tries);
  const span = { from: start - reach, to: end + reach };
  const undecided: Member[] = [];
  const asked = members.map(({ employeeId }) => ({ employeeId, ...span }));
  for (const row of await selectHistories(tx, accountId, asked, at)) {
    const member = byId.get(row.employeeId);
    if (!member) continue;
    const shifts = shiftsOf(calendar, member.timeGroupId);
    const decided = decidedOver(calendar, shifts, { ...span, ...historiesOf(row) }, { from: day, to: day });
    if (decided === null) undecided.push(member);
    if (decided === null || decided === 'nothing') continue;
    const work = deriveDays(decided.steps, shifts).get(day);
    if (!work) continue;
    past.facts.push(factOf(row.employeeId, day, work));
    past.work.push(...pieceworkOf(row.employeeId, day, work));
  }
  return undecided;
}
