import { byText } from '../attendance/order.ts';
import type { DayModel } from './dayModel.ts';
import type { Person } from './person.ts';
import type { Line } from './piecework.ts';
import { isSameSilence } from './silence.ts';

/**
 * Returns the day `before` with the employees in `fresh`, a model of the same minute of `employeeIds` alone, in the place of what they were; null
 * where it is not certain that nobody else would be judged differently. Pure: it equals the model made anew (tests/api/statsUpdatedDay.test.ts).
 */
export function updatedDay(before: DayModel, fresh: DayModel, employeeIds: readonly string[]): DayModel | null {
  if (before.isRecalculating || fresh.isRecalculating || before.firstEvidence !== fresh.firstEvidence) return null;
  if (fresh.devices.length !== before.devices.length || !isSameSilence(before.silentSince, fresh.devices)) return null;
  const states = new Map(before.devices.map(({ deviceId, state }) => [deviceId, state]));
  if (fresh.devices.some(({ deviceId }) => !states.has(deviceId))) return null;

  const freshById = new Map(fresh.people.map((person) => [person.employee._id, person]));
  const replaced = new Map<Person, Person>();
  const isTouched = new Set(employeeIds);
  // Everybody is looked at, whatever their number: no object is made for those who are left as they are.
  const people = before.people.slice();
  for (let place = 0; place < people.length; place++) {
    const person = people[place];
    if (!person || !isTouched.has(person.employee._id)) continue;
    const own = freshById.get(person.employee._id);
    // Somebody is no longer known on the day.
    if (!own) return null;
    people[place] = own;
    replaced.set(person, own);
  }
  // Somebody has become known by their records.
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
    // Those that somebody misses are the same; of each other the contact alone says what it is.
    devices: fresh.devices.map((device) =>
      states.get(device.deviceId) === 'silent' ? { ...device, state: 'silent' } : device,
    ),
    silentSince: before.silentSince,
    work: isSameWork ? before.work : fresh.work,
  };
}

const textOfWork = ({ entries, units, workedMs }: Person) => (entries === 0 ? '' : `${entries} ${units} ${workedMs}`);
/** Of lines in any order. */
const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ person, lookup1, lookup2, units, timeMs, entries }) =>
      JSON.stringify([person.employee._id, lookup1, lookup2, units, timeMs, entries]),
    )
    .sort(byText)
    .join('\n');
