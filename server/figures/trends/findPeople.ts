import { cardOf } from '#contract/attendance/cards.ts';
import { type FoundPeople, MAX_FOUND_PEOPLE } from '#contract/figures/people.ts';
import { foldText } from '#contract/platform/personNames.ts';
import { words } from '#contract/platform/words.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { notFound } from '../../platform/http/errors.ts';
import { textMatcher } from '../../platform/searchText.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { readCrew, readMembers } from '../stats/crew.ts';
import { selectPhoneNumbers } from '../stats/phoneNumbers.sql.ts';
import { listedOf } from './range.ts';
import { sightOf } from './roll.ts';
import { selectCards, selectRoster } from './roster.sql.ts';

/** Fewer characters are part of too many cards. */
const MIN_CARD_PART = 4;

type Asked = { q: string; who: 'present' | 'all'; today: LocalDate };
/** Returns the caller's employees whose number, name, PIN or card fit a search; `today`: the account-local date. */
export async function findPeopleOf(db: Db, caller: UserCaller, { q, who, today }: Asked): Promise<FoundPeople> {
  const { accountId } = caller;
  const crew = await readCrew(db, caller);
  return db.tenant(accountId, async (tx) => {
    const isMember = await readMembers(tx, accountId, crew);
    const cards = new Map((await selectCards(tx, accountId)).map((one) => [one.employeeId, one.cards]));
    const matches = textMatcher(q);
    const [whole, wholeCard] = [foldText(q), cardOf(q)];
    const cardNamed = (employeeId: string) => {
      const own = cards.get(employeeId) ?? [];
      if (own.includes(wholeCard)) return wholeCard;
      return wholeCard.length < MIN_CARD_PART ? undefined : own.find((card) => card.includes(wholeCard));
    };
    const found = (await selectRoster(tx, accountId)).flatMap((each) => {
      const { employeeId, deletedOn, number, firstName, lastName, timeId } = each;
      if ((who === 'present' && deletedOn !== null) || !(isMember?.(employeeId, today) ?? true)) return [];
      const card = cardNamed(employeeId);
      if (card === undefined && !matches(`${number} ${firstName} ${lastName} ${timeId ?? ''}`)) return [];
      return [{ ...listedOf(each), timeId, ...(card && { card }), ...(deletedOn !== null && { leftOn: deletedOn }) }];
    });
    const isNamed = ({ number, timeId, card }: (typeof found)[number]) =>
      foldText(number) === whole || (timeId !== null && foldText(timeId) === whole) || card === wholeCard;
    const byNumber = sortedByNumber(found, ({ number }) => number);
    const people = [...byNumber.filter(isNamed), ...byNumber.filter((each) => !isNamed(each))];
    return { people: people.slice(0, MAX_FOUND_PEOPLE), total: found.length };
  });
}

/** Returns the card numbers and the phone number of one of the caller's present employees, the latter to users who see attendance; NOT_FOUND for anybody else. `today`: the account-local date. */
export async function cardsOfPerson(db: Db, caller: UserCaller, employeeId: string, today: LocalDate) {
  const { accountId } = caller;
  const crew = await readCrew(db, caller);
  return db.tenant(accountId, async (tx) => {
    const [rostered] = await selectRoster(tx, accountId, [employeeId]);
    const isMember = await readMembers(tx, accountId, crew, [employeeId]);
    if (!rostered || rostered.deletedOn !== null || !(isMember?.(employeeId, today) ?? true))
      throw notFound(words('Employee not found'));
    const [found] = await selectCards(tx, accountId, employeeId);
    const seesPhone = !caller.isKey && sightOf(caller).attendance;
    const [phone] = seesPhone ? await selectPhoneNumbers(tx, accountId, [employeeId]) : [];
    return { cards: found?.cards ?? [], ...(phone && { phoneNumber: phone.phoneNumber }) };
  });
}
