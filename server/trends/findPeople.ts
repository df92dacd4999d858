import { type FoundPeople, MAX_FOUND_PEOPLE } from '#contract/people.ts';
import { sortedByNumber } from '../attendance/order.ts';
import type { Db } from '../db/db.ts';
import type { UserCaller } from '../http/callers.ts';
import { foldText, textMatcher } from '../searchText.ts';
import { readCrew, readMembers } from '../stats/crew.ts';
import { listedOf } from './range.ts';
import { selectRoster } from './roster.sql.ts';

/** Returns the caller's present employees whose number, name or PIN fit a search (office.md 8); `today`: the account-local date. */
export async function findPeopleOf(db: Db, caller: UserCaller, q: string, today: string): Promise<FoundPeople> {
  const { accountId } = caller;
  const crew = await readCrew(db, caller);
  return db.tenant(accountId, async (tx) => {
    const isMember = await readMembers(tx, accountId, crew);
    const matches = textMatcher(q);
    const found = (await selectRoster(tx, accountId)).filter(
      ({ employeeId, isDeleted, number, firstName, lastName, timeId }) =>
        !isDeleted &&
        (isMember?.(employeeId, today) ?? true) &&
        matches(`${number} ${firstName} ${lastName} ${timeId ?? ''}`),
    );
    const whole = foldText(q);
    const isNamed = (each: { number: string; timeId: string | null }) =>
      foldText(each.number) === whole || (each.timeId !== null && foldText(each.timeId) === whole);
    const byNumber = sortedByNumber(found, ({ number }) => number);
    const people = [...byNumber.filter(isNamed), ...byNumber.filter((each) => !isNamed(each))];
    return {
      people: people.slice(0, MAX_FOUND_PEOPLE).map((each) => ({ ...listedOf(each), timeId: each.timeId })),
      total: found.length,
    };
  });
}
