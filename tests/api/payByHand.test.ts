import { expect, test } from 'vitest';
import { type ByHand, givenByHand } from '../support/payByHand.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Pay that was worked out on paper from the rules, then asked through the front door: punches and pieces arrive, and the pay of a person is read. Unless a case
 * says otherwise the shift is 07:00 to 16:00 on every day, the minimum 20, a crate 2, the person paid by the piece, each day its own window.
 */
const t = useTestApp();
const BREAK = [{ startTime: '12:00', endTime: '13:00', paid: false }];
const at = (days: string, clock: string) => days.split(' ').map((day) => `${day} ${clock}`);

test.each<[name: string, ByHand, lines: string[]]>([
  [
    // 10.5 h x 20 = 210, less 60 x 2; 2.5 h x 20 x 0.5.
    'P5: overtime from eight hours a day',
    { hours: [{ dayLimitMinutes: 480 }], clock: ['09 07:00-17:30'], pieces: ['09 crate 60'] },
    ['11-09 piece 120.00', '11-09 top-up 90.00', '11-09 premium overtime1 25.00'],
  ],
  [
    // 8, 8 and 4 of 20 h: 4 x 30 and 4 x 30 x 1.5.
    'P5: overtime from twenty hours a week',
    {
      ...{ hours: [{ weekLimitMinutes: 1_200 }], payType: 'hourly', rates: ['hourly G 30'] },
      clock: at('09 10 11', '07:00-15:00'),
    },
    [
      ...['11-09 hourly ordinary 240.00', '11-10 hourly ordinary 240.00'],
      ...['11-11 hourly ordinary 120.00', '11-11 hourly overtime1 180.00'],
    ],
  ],
  [
    // 10 + 10 + 8 h leave 2 of 30 h: 2 x 10 and 6 x 10 x 1.5.
    'P5: overtime from thirty hours of two weeks',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10'], query: 'from=2026-11-09&to=2026-11-15' },
      hours: [{ weeksLimitMinutes: 1_800, limitWeeks: 2, limitWeeksFrom: '2026-11-02' }],
      clock: [...at('05 06', '07:00-17:00'), ...at('09 10', '07:00-15:00')],
    },
    ['11-09 hourly ordinary 80.00', '11-10 hourly ordinary 20.00', '11-10 hourly overtime1 90.00'],
  ],
  [
    // Monday 9 + 2 of 11; with 27 that is 36 of 40, so that Friday has 4 + 5 of 9.
    'P5: a day of nine and a week of forty, whichever comes first',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10'], hours: [{ dayLimitMinutes: 540, weekLimitMinutes: 2_400 }] },
      clock: ['09 07:00-18:00', ...at('10 11 12 13', '07:00-16:00')],
    },
    [
      ...['11-09 hourly ordinary 90.00', '11-09 hourly overtime1 30.00', '11-10 hourly ordinary 90.00'],
      ...['11-11 hourly ordinary 90.00', '11-12 hourly ordinary 90.00'],
      ...['11-13 hourly ordinary 40.00', '11-13 hourly overtime1 75.00'],
    ],
  ],
  [
    // 12 h x 20; 2 h x 20 x 0.5 and 2 h x 20 x 1.
    'E6: overtime 1 and 2 of a day without a unit',
    { hours: [{ dayLimitMinutes: 480, dayLimit2Minutes: 600 }], clock: ['09 07:00-19:00'] },
    ['11-09 top-up 240.00', '11-09 premium overtime1 20.00', '11-09 premium overtime2 40.00'],
  ],
  [
    // 8 h of a Sunday fill the week where the rule says so: of 20 h Tuesday has 4.
    'P4: a Sunday fills the limit of a week that begins with it',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10'] },
      hours: [{ weekLimitMinutes: 1_200, weekStart: 7, sundaysFillWeek: true }],
      clock: at('08 09 10', '07:00-15:00'),
    },
    [
      ...['11-08 hourly sunday 160.00', '11-09 hourly ordinary 80.00'],
      ...['11-10 hourly ordinary 40.00', '11-10 hourly overtime1 60.00'],
    ],
  ],
  [
    // 8 + 8 h leave 4 of 20 for all hours: the rest is overtime 2.
    'P4: all hours fill the second limit of a week, a Sunday’s too',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10'] },
      hours: [{ weekLimitMinutes: 1_200, weekLimit2Minutes: 1_200, weekStart: 7 }],
      clock: at('08 09 10', '07:00-15:00'),
    },
    [
      ...['11-08 hourly sunday 160.00', '11-09 hourly ordinary 80.00'],
      ...['11-10 hourly ordinary 40.00', '11-10 hourly overtime2 80.00'],
    ],
  ],
  [
    // Four hours each: the Sunday has all eight.
    'P4: Saturday 20:00 to Sunday 04:00, equal parts',
    { shift: '20:00-04:00', clock: ['07 20:00-04:00'] },
    ['11-07 top-up 160.00', '11-07 premium sunday 160.00'],
  ],
  [
    'P4: Saturday 19:00 to Sunday 03:00, the greater part is Saturday',
    { shift: '19:00-03:00', clock: ['07 19:00-03:00'] },
    ['11-07 top-up 160.00'],
  ],
  [
    // 3 h of Sunday x 20 x 1.
    'P4: the same, cut at midnight',
    { shift: '19:00-03:00', clock: ['07 19:00-03:00'], hours: [{ isWhole: false }] },
    ['11-07 top-up 160.00', '11-07 premium sunday 60.00'],
  ],
  [
    // The greater part of 6 h is Sunday 1 November; the work day is Saturday’s.
    'E7: a night over the end of a month is of the day on which it began',
    { shift: '22:00-06:00', clock: ['10-31 22:00-06:00'], query: 'from=2026-10-01&to=2026-10-31' },
    ['10-31 top-up 160.00', '10-31 premium sunday 160.00'],
  ],
  [
    'E7: and none of the next month’s',
    {
      ...{ shift: '22:00-06:00', clock: ['10-31 22:00-06:00', '02 22:00-06:00'] },
      query: 'from=2026-11-01&to=2026-11-15',
    },
    ['11-02 top-up 160.00'],
  ],
  [
    // In Paris 22:00 to 06:00 of the night in which the hour from two is there twice: 9 h, of a Sunday.
    'P1: nine hours of a night in which clocks go back',
    {
      ...{ zone: 'Europe/Paris', shift: '22:00-06:00', clock: ['10-24 22:00-07:00'] },
      query: 'from=2026-10-24&to=2026-10-25',
    },
    ['10-24 top-up 180.00', '10-24 premium sunday 180.00'],
  ],
  [
    'P4: a holiday on a Sunday is a holiday',
    { holidays: ['15'], clock: ['15 07:00-12:00'], hours: [{ holidayFactor: 3 }] },
    ['11-15 top-up 100.00', '11-15 premium holiday 200.00'],
  ],
  [
    // 11:30 to 12:15 is the break: 9:00 - 0:45 = 8:15.
    'P2: a break before its time is taken off once, as clocked',
    { breaks: BREAK, clock: ['09 07:00-11:30', '09 12:15-16:00'] },
    ['11-09 top-up 165.00'],
  ],
  [
    'P2: at least its length',
    { breaks: [{ ...BREAK[0], atLeast: true }], clock: ['09 07:00-11:30', '09 12:15-16:00'] },
    ['11-09 top-up 160.00'],
  ],
  [
    // 5:30 of work: half an hour of it is within the break, and 5 h are left.
    'P2: a break that was not clocked leaves five hours',
    { breaks: BREAK, clock: ['09 07:00-12:30'] },
    ['11-09 top-up 100.00'],
  ],
  ['P2: nor is it taken off of five hours', { breaks: BREAK, clock: ['09 07:30-12:30'] }, ['11-09 top-up 100.00']],
  [
    // 9:40 at work; the gap of 20 minutes lacks 25 of 45: 9:15.
    'P2: a table of breaks, of which some was clocked',
    {
      hours: [
        {
          breakTable: [
            { afterMinutes: 360, breakMinutes: 30 },
            { afterMinutes: 540, breakMinutes: 45 },
          ],
        },
      ],
      clock: ['09 07:00-12:00', '09 12:20-17:00'],
    },
    ['11-09 top-up 185.00'],
  ],
  [
    // 9:50 at work; ten minutes are no break: 9:05 x 20 = 181.6667.
    'P2: a table of breaks and a gap of less than 15 minutes',
    {
      hours: [
        {
          breakTable: [
            { afterMinutes: 360, breakMinutes: 30 },
            { afterMinutes: 540, breakMinutes: 45 },
          ],
        },
      ],
      clock: ['09 07:00-12:00', '09 12:10-17:00'],
    },
    ['11-09 top-up 181.67'],
  ],
  ['P1: time before the shift is early', { clock: ['09 05:30-16:00'] }, ['11-09 top-up 180.00']],
  ['P1: early counts', { clock: ['09 05:30-16:00'], hours: [{ earlyCounts: true }] }, ['11-09 top-up 210.00']],
  [
    // 03:00 to 04:30 ends before 05:00: 1:30 and 9:00.
    'P1: called in before the shift',
    { clock: ['09 03:00-04:30', '09 07:00-16:00'] },
    ['11-09 top-up 210.00'],
  ],
  [
    // 07:07 is 07:00, 16:08 is 16:15: 9:15.
    'P3: to the nearest quarter',
    { clock: ['09 07:07-16:08'], hours: [{ rounding: 'nearest 15' }] },
    ['11-09 top-up 185.00'],
  ],
  [
    // 07:05 is 07:10 and 16:05 is 16:10; lunch stays 12:03 to 12:48: 9:00 - 0:45.
    'P3: halves go up, and lunch is not rounded',
    { clock: ['09 07:05-12:03', '09 12:48-16:05'], hours: [{ rounding: 'nearest 10' }] },
    ['11-09 top-up 165.00'],
  ],
])('%s', async (_, own, lines) => {
  expect(await (await givenByHand(t, own)).lines()).toEqual(lines);
});
