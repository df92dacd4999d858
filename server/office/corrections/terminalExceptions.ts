import { pinWords } from '#contract/attendance/cards.ts';
import { eventCodeOf, quarantineReason } from '#contract/attendance/quarantine.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { isAnotherName } from '../../intake/terminals/conflicts.ts';
import { keysWords } from '../../intake/terminals/keys.ts';
import { sourceOf } from '../../intake/terminals/networks.ts';
import type { Db } from '../../platform/db/db.ts';
import { localDateOf } from '../../platform/zone.ts';
import { type Conflict, type Days, type selectDoubtedKeys, selectQuarantined } from './exceptions.sql.ts';
import { earlier, type Found, later, made } from './found.ts';

/** Returns an exception for each terminal whose keys contradict the days, from the day on which they were doubted. */
export function doubtedKeys(
  doubted: Awaited<ReturnType<typeof selectDoubtedKeys>>,
  days: Days,
  calendar: Calendar,
): Found[] {
  return doubted.flatMap(({ deviceId, device, until, ...count }): Found[] => {
    const since = localDateOf(calendar.zone, Date.parse(until));
    if (since > days.to) return [];
    const detail = msg('{who}: {what}', { who: device, what: keysWords(count) });
    const found = made({ kind: 'doubted-keys', day: later(since, days.from), employeeId: null, detail, evidence: [] });
    // The same exception whichever day it is found on.
    return [{ ...found, key: `doubted-keys:${deviceId}`, evidence: until, keysOf: { deviceId } }];
  });
}

/** Returns an exception for each day on which a PIN clocked on a terminal that may know another person by it. */
export function twoPeople(conflicts: readonly Conflict[], calendar: Calendar): Found[] {
  return conflicts.flatMap(
    ({ deviceId, deviceName: device, pin, employeeId, employeeName, name, isElsewhere, punches }) => {
      const other = name !== null && isAnotherName(name, employeeName) ? name : null;
      if (other === null && !isElsewhere) return [];
      const days = Map.groupBy(punches, ({ at }) => localDateOf(calendar.zone, Date.parse(at)));
      return [...days].map(([day, some]) => {
        const count = some.length;
        const detail =
          other === null
            ? msg(
                '{count, plural, one {# punch} other {# punches}} on {device}, to which others are assigned and they are not',
                { count, device },
              )
            : msg('{count, plural, one {# punch} other {# punches}} on {device}, which calls PIN {pin} {other}', {
                ...{ count, device, pin, other },
              });
        const evidence = [other, ...some.map(({ recordId }) => recordId)];
        const found = made({ kind: 'two-people', day, employeeId, what: deviceId, detail, evidence });
        return { ...found, recordIds: some.map(({ recordId }) => recordId) };
      });
    },
  );
}

type Waiting = Parameters<typeof selectQuarantined>[2] & { days: Days; calendar: Calendar };

export async function quarantined(tx: Db, accountId: string, { days, calendar, ...asked }: Waiting): Promise<Found[]> {
  const rows = await selectQuarantined(tx, accountId, asked);
  return rows.map(({ employeeId, timeId, count, origin, address, deviceId, deviceName, lastReceived }) => {
    const received = localDateOf(calendar.zone, Date.parse(lastReceived));
    const day = later(earlier(received, days.to), days.from);
    const whose = timeId === null ? null : pinWords(timeId);
    const found = made({
      kind: 'quarantined',
      day,
      employeeId,
      what: `${deviceId}:${origin}:${timeId ?? ''}`,
      detail: msg('{punches}, {deviceName}', { punches: waitingFrom(origin, whose, count), deviceName }),
      evidence: [count, lastReceived],
    });
    return { ...found, quarantine: { ...sourceOf(origin, address), deviceId, deviceName, lastReceived } };
  });
}

/** Returns how many punches wait and why: '3 punches of PIN 30 older than 45 days when received'. */
function waitingFrom(origin: string, whose: Message | null, count: number): Message {
  const reason = quarantineReason(origin);
  const punches = count;
  if (reason === 'event')
    return msg('{punches, plural, one {# event} other {# events}} of a kind that is not known (code {code})', {
      punches,
      code: eventCodeOf(origin) ?? '',
    });
  if (reason === 'layout')
    return msg('{punches, plural, one {# event that cannot be read} other {# events that cannot be read}}', {
      punches,
    });
  if (reason === 'time')
    return msg(
      '{punches, plural, one {# event whose time cannot be read} other {# events whose time cannot be read}}',
      { punches },
    );
  if (reason === 'clock')
    return msg('{punches, plural, one {# punch} other {# punches}} while the clock was days behind', { punches });
  if (reason === 'age')
    return whose
      ? msg('{count, plural, one {# punch} other {# punches}} of {whose} older than 45 days when received', {
          ...{ count, whose },
        })
      : msg('{count, plural, one {# punch} other {# punches}} older than 45 days when received', { count });
  return whose
    ? msg('{count, plural, one {# punch} other {# punches}} of {whose} from another network ({origin})', {
        ...{ count, whose, origin },
      })
    : msg('{count, plural, one {# punch} other {# punches}} from another network ({origin})', { count, origin });
}
