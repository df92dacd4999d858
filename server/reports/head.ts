import type { DayModel } from '../stats/dayModel.ts';
import { trustOf } from '../stats/totals.ts';
import { ENGLISH } from '../words/words.ts';
import { type Filter, isChosen } from './rows.ts';

export type DayTrust = { day: string; words: string; complete: boolean };

/** How complete the figures of one day of a report are, for its people. */
export function dayTrust(model: DayModel, filter: Filter): DayTrust {
  const people = model.people.filter((person) => isChosen(person, filter));
  return {
    day: model.date,
    words: trustOf(model, people, ENGLISH),
    complete: !people.some(({ status }) => status === 'unverified') && !model.devices.some(({ isSilent }) => isSilent),
  };
}

/** Returns the lines about completeness: for one day the words of the dashboard, for several days those that are incomplete. */
export function trustLines(days: readonly DayTrust[]): string[] {
  const [first] = days;
  if (first && days.length === 1) return [first.words];
  const open = days.filter(({ complete }) => !complete);
  return [
    ...open.map(({ day, words }) => `${day}: ${words}`),
    ...(open.length < days.length
      ? [
          `No device was silent and everybody was judged on ${open.length === 0 ? 'each of these days' : 'the other days'}.`,
        ]
      : []),
  ];
}
