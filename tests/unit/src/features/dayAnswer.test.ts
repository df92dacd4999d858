import { t } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { type DayAct, type DayFacts, dayAnswer } from '#src/features/figures/stats/dayAnswer.ts';
import { emptyTotals, sampleTotals } from '#tests/support/dashboardTotals.ts';

type Changes = Partial<Omit<DayFacts, 'totals'>> & { totals?: Parameters<typeof sampleTotals>[0] };
const devices = { reporting: 7, lastContact: '2026-11-20T07:39:00.000Z', silent: 0, silentDevices: [] };
/** Everybody who is due is here. */
const WELL = { absent: 0, pending: 0 };
const gate = (name: string, since = '2026-11-20T04:10:00.000Z') => ({ id: name, name, since });
const silent = (...names: string[]) => ({
  ...devices,
  silent: names.length,
  silentDevices: names.map((name) => gate(name)),
});
const PAST = { live: false, referenceDate: '2026-11-03' };

const said = ({ totals = {}, ...facts }: Changes) =>
  dayAnswer({
    ...{ referenceDate: '2026-11-20', live: true, filtered: false, toFix: 0, isCurrent: true, ...facts },
    totals: sampleTotals({ devices, ...totals }),
  });
const text = (changes: Changes) =>
  said(changes)
    .map(({ words }) => t(words))
    .join(' ');

/** Situations, and the whole answer that each gives (docs/design.md). */
test.each<[string, Changes, string]>([
  ['all is well', { totals: WELL }, 'Everybody who is due is here. Nothing needs you. As of 09:40'],
  ['some are missing', {}, '30 people are missing. Nothing else needs you. As of 09:40'],
  ['one is missing', { totals: { absent: 1 } }, '1 person is missing. Nothing else needs you. As of 09:40'],
  [
    'nobody is due yet',
    { totals: { ...WELL, present: 0, late: 0, onTime: 0, pending: 28 } },
    'Nobody is due yet: 28 people are expected. Nothing needs you. As of 09:40',
  ],
  [
    'nobody has a shift',
    { totals: { ...WELL, present: 0, pending: 2, expected: 2, withoutShift: 2 } },
    'Nobody is due: 2 people have no shift. Nothing else needs you. As of 09:40',
  ],
  [
    'some have no shift',
    { totals: { ...WELL, present: 0, pending: 3, expected: 3, withoutShift: 1 } },
    'Nobody is due yet: 3 people are expected. Nothing needs you. As of 09:40',
  ],
  [
    'nobody is due yet, and no device is on',
    {
      totals: {
        ...WELL,
        present: 0,
        pending: 28,
        devices: { ...devices, reporting: 0, lastContact: '2026-11-19T16:02:00.000Z' },
      },
    },
    'Nobody is due yet: 28 people are expected. No device has been heard from since 19 Nov, 18:02. Nothing else needs you. As of 09:40',
  ],
  [
    'a holiday',
    { totals: { ...WELL, present: 0, expected: 0, off: 200, devices: { ...devices, reporting: 0 } } },
    'Nobody is expected today. Nothing needs you. As of 09:40',
  ],
  [
    'a silent gate',
    { totals: { absent: 6, unverified: 16, devices: silent('Gate C') } },
    'Gate C has been silent since 06:10: 16 people cannot be counted. 6 people are missing. Nothing else needs you. As of 09:40',
  ],
  [
    'several silent gates',
    { totals: { ...WELL, unverified: 1, devices: silent('Gate C', 'Gate A') } },
    '2 devices without contact, Gate C since 06:10: 1 person cannot be counted. Nothing else needs you. As of 09:40',
  ],
  [
    'no device is heard from',
    {
      totals: {
        ...WELL,
        unverified: 86,
        devices: { ...silent('Gate C', 'Gate A'), reporting: 0, lastContact: '2026-11-20T06:42:00.000Z' },
      },
    },
    'No device has been heard from since 08:42. 86 people cannot be counted. Nothing else needs you. As of 09:40',
  ],
  [
    'no device was ever heard from',
    { totals: { ...WELL, pending: 3, present: 0, devices: { ...devices, reporting: 0, lastContact: null } } },
    'Nobody is due yet: 3 people are expected. No device has been heard from yet. Nothing else needs you. As of 09:40',
  ],
  [
    'events that never arrived',
    {
      totals: {
        ...{ ...WELL, unverified: 2 },
        devices: {
          ...devices,
          lost: [
            { id: 'b', name: 'Gate B', events: 14, from: '2026-11-20T05:00:00.000Z', to: '2026-11-20T05:40:00.000Z' },
          ],
        },
      },
    },
    '14 events of Gate B between 07:00 and 07:40 never arrived. 2 people cannot be counted. Nothing else needs you. As of 09:40',
  ],
  [
    'a punch that waits for a decision, beside a silent gate',
    { totals: { ...WELL, unverified: 42, unverifiedBySilence: 40, devices: silent('Gate B') } },
    'Gate B has been silent since 06:10: 40 people cannot be counted. 2 more people cannot be counted. Nothing else needs you. As of 09:40',
  ],
  [
    'exceptions',
    { totals: WELL, toFix: 3 },
    'Everybody who is due is here. 3 exceptions of the day are to be fixed. Nothing else needs you. As of 09:40',
  ],
  [
    'the last days of a period',
    { totals: { ...WELL, payPeriodEnds: '2026-11-22' } },
    'Everybody who is due is here. The pay period ends on 22 Nov. Nothing else needs you. As of 09:40',
  ],
  [
    'the last day of a period',
    { totals: { ...WELL, payPeriodEnds: '2026-11-20' } },
    'Everybody who is due is here. The pay period ends on 20 Nov. Nothing else needs you. As of 09:40',
  ],
  [
    'several at once',
    { totals: { absent: 6, unverified: 16, devices: silent('Gate C'), payPeriodEnds: '2026-11-20' }, toFix: 1 },
    'Gate C has been silent since 06:10: 16 people cannot be counted. 6 people are missing. 1 exception of the day is to be fixed. The pay period ends on 20 Nov. Nothing else needs you. As of 09:40',
  ],
  [
    'some people only: nothing is promised about the others',
    { totals: WELL, filtered: true },
    'Everybody who is due is here. As of 09:40',
  ],
  ['the exceptions are not known yet', { totals: WELL, toFix: undefined }, 'Everybody who is due is here. As of 09:40'],
  [
    'old figures, as without a connection: their age is said beside them',
    { isCurrent: false, toFix: 4 },
    '30 people are missing. 4 exceptions of the day are to be fixed.',
  ],
  [
    'figures that are being worked out',
    { totals: { ...WELL, recalculating: true } },
    'Everybody who is due is here. Figures are being worked out anew. As of 09:40',
  ],
  [
    'a past date',
    { ...PAST, totals: { absent: 6, payPeriodEnds: '2026-11-03', asOf: '2026-11-03T18:00:00.000Z' }, toFix: 2 },
    '6 people were missing. 2 exceptions of the day are to be fixed. As of 20:00',
  ],
  [
    'a past date on which all came',
    { ...PAST, totals: { ...WELL, asOf: '2026-11-03T22:00:00.000Z' } },
    'Everybody who was expected came. As of 4 Nov, 00:00',
  ],
  [
    'a past holiday',
    { ...PAST, totals: { ...WELL, present: 0, expected: 0 } },
    'Nobody was expected. As of 20 Nov, 09:40',
  ],
  [
    'a gate that was silent on a past date',
    {
      ...PAST,
      totals: {
        ...WELL,
        unverified: 42,
        devices: { ...devices, silent: 1, silentDevices: [gate('Gate B', '2026-11-02T14:00:00.000Z')] },
      },
    },
    'Gate B was silent from 2 Nov, 16:00: 42 people cannot be counted. As of 20 Nov, 09:40',
  ],
  [
    'nobody counted on a past date',
    { ...PAST, totals: emptyTotals({ devices }) },
    'Nobody was expected. As of 20 Nov, 09:40',
  ],
  ['before any data: the first steps say so', { totals: emptyTotals({ devices }) }, ''],
  ['a filter that nobody fits: the tiles say so', { totals: emptyTotals({ devices }), filtered: true }, ''],
])('%s', (_, changes, answer) => expect(text(changes)).toBe(answer));

test('each sentence leads to its act, the time and the last words to none', () => {
  const acts = (changes: Changes) => said(changes).map(({ act }) => act);
  const list = (status: string) => ({ kind: 'list', status }) as DayAct;
  const totals = {
    absent: 6,
    unverified: 18,
    unverifiedBySilence: 16,
    devices: silent('Gate C'),
    payPeriodEnds: '2026-11-20',
  };
  expect(acts({ totals, toFix: 1 })).toEqual([
    { kind: 'device', id: 'Gate C' },
    list('absent'),
    list('unverified'),
    { kind: 'exceptions' },
    { kind: 'period' },
    undefined,
    undefined,
  ]);
  expect(acts({ totals: WELL })).toEqual([list('present'), undefined, undefined]);
  expect(acts({ totals: { ...WELL, present: 0, expected: 0 } })[0]).toEqual(list('off'));
  expect(acts({ totals: { ...WELL, present: 0, pending: 1 } })[0]).toEqual(list('pending'));
  expect(acts({ totals: { ...WELL, present: 0, pending: 1, expected: 1, withoutShift: 1 } })[0]).toEqual({
    kind: 'shifts',
  });
});
