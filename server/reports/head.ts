import { msg } from '#contract/platform/words.ts';
import type { DayModel } from '../figures/stats/dayModel.ts';
import { trustOf } from '../figures/stats/totals.ts';
import { dayInFigures } from '../platform/words/figures.ts';
import { ENGLISH, type Words } from '../platform/words/words.ts';
import { type Filter, isChosen } from './rows.ts';

export type DayTrust = { day: string; words: string; complete: boolean };

/** How complete the figures of one day of a report are, for its people. */
export function dayTrust(model: DayModel, filter: Filter, words: Words): DayTrust {
  const people = model.people.filter((person) => isChosen(person, filter));
  return {
    day: model.date,
    words: trustOf(model, people, words),
    complete: !people.some(({ status }) => status === 'unverified') && !model.devices.some(({ isSilent }) => isSilent),
  };
}

/** Returns the lines about completeness: for one day the words of the dashboard, for several days those that are incomplete. */
export function trustLines(days: readonly DayTrust[], spoken = ENGLISH): string[] {
  const [first] = days;
  if (first && days.length === 1) return [first.words];
  const open = days.filter(({ complete }) => !complete);
  return [
    ...open.map(({ day, words }) =>
      spoken.say(msg('{label}: {text}', { label: dayInFigures(spoken, day), text: words })),
    ),
    ...(open.length < days.length
      ? [
          spoken.say(
            open.length === 0
              ? msg('No device was silent and everybody was judged on each of these days.')
              : msg('No device was silent and everybody was judged on the other days.'),
          ),
        ]
      : []),
  ];
}
