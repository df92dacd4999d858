import { expect, test } from 'vitest';
import { type Trust, trustWords } from '#contract/platform/trust.ts';
import { trustClauses } from '#contract/platform/trustMessages.ts';
import { english } from '#contract/platform/words.ts';

const complete: Trust = {
  asOf: '09:40',
  reporting: 7,
  silent: 0,
  silentDevices: [],
  notJudged: 0,
  ofSilence: 0,
  recalculating: false,
};
const gates = (...names: string[]) => names.map((name, index) => ({ name, since: `0${index + 1}:00` }));

test.each<[string, Partial<Trust>, string]>([
  ['complete', {}, 'As of 09:40, 7 of 7 devices heard from.'],
  ['nothing has ever reported', { reporting: 0 }, 'As of 09:40, no device has been heard from yet.'],
  [
    'being worked out anew',
    { recalculating: true },
    'As of 09:40, 7 of 7 devices heard from. Figures are being worked out anew.',
  ],
  [
    'being worked out anew, and not all of it can be judged',
    { recalculating: true, notJudged: 2 },
    'As of 09:40, 7 of 7 devices heard from. 2 people not judged. Figures are being worked out anew.',
  ],
  [
    'some are offline, and nobody depends on them',
    { reporting: 4, inUse: 5 },
    'As of 09:40, 4 of 5 devices heard from.',
  ],
  ['one device', { reporting: 1 }, 'As of 09:40, 1 of 1 device heard from.'],
  [
    'silent, and people depend on it',
    { reporting: 6, silent: 1, silentDevices: [{ name: 'Gate B', since: '06:10' }], notJudged: 42, ofSilence: 42 },
    'As of 09:40, 6 of 7 devices heard from. Gate B silent since 06:10: 42 people not judged',
  ],
  [
    'silent, and nobody is unjudged',
    { reporting: 6, silent: 1, silentDevices: gates('Gate B') },
    'As of 09:40, 6 of 7 devices heard from. Gate B silent since 01:00',
  ],
  [
    'silent, and some are not judged for other reasons',
    { reporting: 6, silent: 1, silentDevices: gates('Gate B'), notJudged: 17, ofSilence: 15 },
    'As of 09:40, 6 of 7 devices heard from. Gate B silent since 01:00: 15 people not judged, 2 more for other reasons',
  ],
  [
    'silent, and all are not judged for other reasons',
    { reporting: 6, silent: 1, silentDevices: gates('Gate B'), notJudged: 17 },
    'As of 09:40, 6 of 7 devices heard from. Gate B silent since 01:00. 17 people not judged',
  ],
  ['not judged for another reason', { notJudged: 1 }, 'As of 09:40, 7 of 7 devices heard from. 1 person not judged'],
  [
    'none of several',
    { reporting: 0, lastContact: '08:42', silent: 3, silentDevices: gates('A', 'B'), notJudged: 60, ofSilence: 60 },
    'As of 09:40, none heard from since 08:42: 60 people not judged.',
  ],
  [
    'being worked out anew',
    { notJudged: 1, recalculating: true },
    'As of 09:40, 7 of 7 devices heard from. 1 person not judged. Figures are being worked out anew.',
  ],
  [
    'events were lost, and people depend on them',
    { lost: [{ name: 'Gate B', events: 14, from: '06:10', to: '06:40' }], notJudged: 3, ofSilence: 3 },
    'As of 09:40, 7 of 7 devices heard from. 14 events of Gate B between 06:10 and 06:40 never arrived: 3 people not judged',
  ],
  [
    'one device silent, one event of another lost',
    {
      ...{ reporting: 6, silent: 1, silentDevices: gates('Gate A') },
      ...{ lost: [{ name: 'Gate B', events: 1, from: '06:10', to: '06:40' }], notJudged: 3, ofSilence: 2 },
    },
    'As of 09:40, 6 of 7 devices heard from. Gate A silent since 01:00, 1 event of Gate B between 06:10 and 06:40 never arrived: 2 people not judged, 1 more for other reasons',
  ],
  [
    'more than can be named',
    { reporting: 2, silent: 5, silentDevices: gates('A', 'B', 'C', 'D', 'E'), notJudged: 1_200, ofSilence: 1_200 },
    'As of 09:40, 2 of 7 devices heard from. A silent since 01:00, B silent since 02:00, C silent since 03:00, 2 more silent: 1,200 people not judged',
  ],
])('%s', (_, changes, words) => {
  expect(trustWords({ ...complete, ...changes })).toBe(words);
  expect(trustWords({ ...complete, ...changes }, trustClauses(english))).toBe(words);
});
