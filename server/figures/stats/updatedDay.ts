import { byText } from '../../attendance/order.ts';
import { type DayModel, devicesFor } from './dayModel.ts';
import type { Person } from './person.ts';
import type { Line } from './piecework.ts';
import { isSameSilence } from './silence.ts';

/**
 * Returns the day `before` with its employees `employeeIds` replaced by those of `fresh`, a model of the same minute with only these; null if others might be
 * judged differently too. Pure: the result equals a model of the whole day (tests/api/statsUpdatedDay.test.ts).
 */
export function updatedDay(before: DayModel, fresh: DayModel, employeeIds: readonly string[]): DayModel | null {
  if (before.isRecalculating || fresh.isRecalculating || before.firstEvidence !== fresh.firstEvidence) return null;
  if (fresh.devices.length !== before.devices.length || !isSameSilence(before.silence, fresh.devices)) return null;
  const known = new Set(before.devices.map(({ deviceId }) => deviceId));
  if (fresh.devices.some(({ deviceId }) => !known.has(deviceId))) return null;

  const freshById = new Map(fresh.people.map((person) => [person.employee._id, person]));
  const replaced = new Map<Person, Person>();
  const isTouched = new Set(employeeIds);
  // All people are looked at, however many: no object is made for those who stay as they are.
  const people = before.people.slice();
  for (let place = 0; place < people.length; place++) {
    const person = people[place];
    if (!person || !isTouched.has(person.employee._id)) continue;
    const own = freshById.get(person.employee._id);
    // An employee is no longer known on the day.
    if (!own) return null;
    people[place] = own;
    replaced.set(person, own);
  }
  // An employee has become known by their records.
  if (replaced.size < fresh.people.length) return null;

  const [linesBefore, others]: [Line[], Line[]] = [[], []];
  for (const line of before.lines) (replaced.has(line.person) ? linesBefore : others).push(line);
  const isSameWork =
    textOf(linesBefore) === textOf(fresh.lines) &&
    [...replaced].every(([one, other]) => textOfWork(one) === textOfWork(other));
  return {
    ...fresh,
    asOf: before.asOf,
    people,
    lines: others.concat(fresh.lines),
    devices: devicesFor(people, fresh.devices),
    silence: before.silence,
    work: isSameWork ? before.work : fresh.work,
  };
}

const textOfWork = ({ entries, units, workedMs }: Person) => (entries === 0 ? '' : `${entries} ${units} ${workedMs}`);
/** Returns lines as a text that does not depend on their order. */
const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ person, lookup1, lookup2, units, timeMs, entries, spans, plainMs }) =>
      JSON.stringify([person.employee._id, lookup1, lookup2, units, timeMs, entries, spans, plainMs]),
    )
    .sort(byText)
    .join('\n');
