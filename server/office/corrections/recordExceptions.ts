import { pinWords } from '#contract/attendance/cards.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { localDateOf } from '../../platform/zone.ts';
import type { LooseRecord } from './exceptions.sql.ts';
import { type Found, made } from './found.ts';
import { numberOfPin } from './newPerson.ts';

export function ofLoose(records: readonly LooseRecord[], calendar: Calendar): Found[] {
  const dayOf = ({ kind, at, receivedAt }: LooseRecord) =>
    localDateOf(calendar.zone, Date.parse(kind === 'future-clock' ? receivedAt : at));
  const groups = Map.groupBy(records, (record) =>
    JSON.stringify([record.kind, dayOf(record), record.employeeId ?? record.timeId]),
  );
  return [...groups.values()].flatMap((some): Found[] => {
    const [record] = some;
    if (!record) return [];
    const ids = some.map(({ recordId }) => recordId);
    const count = some.length;
    const what = {
      'unmatched-pin': msg('{count, plural, one {# record} other {# records}} waiting', { count }),
      'future-clock': msg(
        '{count, plural, one {# record} other {# records}} more than 5 minutes in the future, left out of every number',
        { count },
      ),
      'unverified-time': msg(
        '{count, plural, one {# record} other {# records}} whose time the device could not verify',
        { count },
      ),
    }[record.kind];
    const { kind, employeeId } = record;
    const found = made({
      kind,
      day: dayOf(record),
      employeeId,
      what: employeeId ? '' : (record.timeId ?? ''),
      detail: record.employeeId ? what : msg('{who}: {what}', { who: unknownInWords(record), what }),
      evidence: ids,
    });
    const arrivedAt = Math.max(...some.map(({ receivedAt }) => Date.parse(receivedAt)));
    return [{ ...found, records: some, arrivedAt }];
  });
}

/** 'PIN 4711 matches no employee', 'Sipho Dlamini (number 4711) is no employee yet'. */
function unknownInWords({ timeId, name }: LooseRecord): Message {
  const number = numberOfPin(timeId ?? '');
  const what = pinWords(timeId ?? '');
  if (name)
    return number === undefined
      ? msg('{name} ({what}) is no employee yet', { name, what })
      : msg('{name} (number {number}) is no employee yet', { name, number });
  return number === undefined
    ? msg('{what} matches no employee', { what })
    : msg('Number {number} matches no employee', { number });
}
