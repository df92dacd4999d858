import { expect, test } from 'vitest';
import type { CodedLine, PayFile } from '#contract/money/payFiles.ts';
import { type ByHand, givenByHand, workOf } from '../support/payByHand.ts';
import { useTestApp } from '../support/testApp.ts';

/** More pay that was worked out on paper, as in payByHand: rates, moves, windows, floors, costs, and files with what arrives late. The minimum is 20, a crate 2. */
const t = useTestApp();
const at = (days: string, clock: string) => days.split(' ').map((day) => `${day} ${clock}`);
const WEEKDAYS = '09 10 11 12 13';
const EIGHT = '07:00-15:00';
const WORKWEEK = { window: 'workweek' } as const;
const FLOORS = {
  sunday: { ordinaryHours: false, wages: 1 },
  holiday: { ordinaryHours: false, wages: 2 },
  holidayOff: true,
};

test.each<[name: string, ByHand, lines: string[]]>([
  [
    'E1: moved to another group on Thursday, by the hour',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10', 'hourly H 12'], clock: at(WEEKDAYS, EIGHT) },
      employee: [{}, { employeeGroupCode: 'H', employeeGroupFrom: '2026-11-12' }],
    },
    [
      ...['11-09 hourly ordinary 80.00', '11-10 hourly ordinary 80.00', '11-11 hourly ordinary 80.00'],
      ...['11-12 hourly ordinary 96.00', '11-13 hourly ordinary 96.00'],
    ],
  ],
  [
    // 3 x 8 x 20 + 2 x 8 x 25 = 880, less 5 x 50 x 2; a crate of the former group is 2.10: 3 x 105 + 2 x 100 = 515.
    'E4: moved on Thursday to a group of another minimum and rate, by workweek',
    {
      ...{ rule: WORKWEEK, clock: at(WEEKDAYS, EIGHT), pieces: at(WEEKDAYS, 'crate 50') },
      rates: ['minimum 20', 'minimum H 25', 'piece crate 2', 'piece crate+G 2.10'],
      employee: [{}, { employeeGroupCode: 'H', employeeGroupFrom: '2026-11-12' }],
    },
    [
      ...['11-09 piece 105.00', '11-10 piece 105.00', '11-11 piece 105.00', '11-12 piece 100.00'],
      ...['11-13 piece 100.00', '11-13 top-up 365.00'],
    ],
  ],
  [
    // 2 x 8 x 20 + 2 x 8 x 22.50 = 680, less 4 x 100.
    'E4: a minimum that changes within a workweek',
    {
      ...{ rule: WORKWEEK, rates: ['minimum 20', 'minimum 22.50 from 11', 'piece crate 2'] },
      ...{ clock: at('09 10 11 12', EIGHT), pieces: at('09 10 11 12', 'crate 50') },
    },
    [
      ...['11-09 piece 100.00', '11-10 piece 100.00', '11-11 piece 100.00', '11-12 piece 100.00'],
      '11-12 top-up 280.00',
    ],
  ],
  [
    'E1: a piece rate from a date on',
    {
      ...{ rates: ['piece crate 2', 'piece crate 2.25 from 11'], clock: at('10 11', EIGHT) },
      pieces: at('10 11', 'crate 33'),
    },
    ['11-10 piece 66.00', '11-11 piece 74.25'],
  ],
  [
    // 10 x 5; the other by the employee's own job: 10 x 3.
    'E1: the job of the entry, else of the employee',
    {
      ...{ employee: [{ jobDescriptionCode: 'J2' }], rates: ['piece crate 2', 'piece J1 5', 'piece J2 3'] },
      ...{ clock: ['09 07:00-08:00'], pieces: ['09 bin 10 J1', '09 bin 10'] },
    },
    ['11-09 piece 30.00', '11-09 piece 50.00'],
  ],
  [
    // In B1 product and block come before product and group: 3. Elsewhere product and group: 2.50. A bin by its job before its group: 1.70.
    'E1: what names most, of equally many the earlier in the list',
    {
      rates: ['piece crate 2', 'piece crate+G 2.50', 'piece crate+B1 3', 'piece G 1.10', 'piece J1 1.70'],
      clock: ['09 07:00-08:00', '10 07:00-08:00', '11 07:00-08:00'],
      pieces: ['09 crate 10 B1', '10 crate 10 B2', '11 bin 10 J1'],
    },
    ['11-09 piece 30.00', '11-10 piece 25.00', '11-11 piece 17.00'],
  ],
  [
    // Twice 0.5 x 0.125 is one 0.125; the bins have a rate of their own.
    'E2: rounded once for a day and rate',
    {
      ...{ rates: ['piece crate 0.125', 'piece bin 0.125'], clock: ['09 07:00-08:00'] },
      pieces: ['09 crate 0.5', '09 11:00 crate 0.5', '09 bin 1'],
    },
    ['11-09 piece 0.13', '11-09 piece 0.13'],
  ],
  [
    'E8: negative units reduce their day',
    { clock: ['09 07:00-09:00'], pieces: ['09 crate 40', '09 11:00 crate -15.5'] },
    ['11-09 piece 49.00'],
  ],
  [
    // 10 x 3 and 0 of 8 h x 20: 130.
    'E8: one rate below zero is 0 beside another',
    {
      ...{ rates: ['minimum 20', 'piece crate 2', 'piece bin 3'], clock: ['09 07:00-15:00'] },
      pieces: ['09 crate -5', '09 bin 10'],
    },
    ['11-09 piece 30.00', '11-09 piece 0.00', '11-09 top-up 130.00'],
  ],
  [
    'E1: an employee’s own hourly rate from a date on',
    { payType: 'hourly', rates: ['hourly G 10', 'hourly own 13.33 from 10'], clock: at('09 10', '07:00-12:00') },
    ['11-09 hourly ordinary 50.00', '11-10 hourly ordinary 66.65'],
  ],
  [
    // 8 x 17.33; 7 / 60 x 17.33 x 1.5 = 3.0328.
    'E3: minutes of overtime by the hour',
    { payType: 'hourly', rates: ['hourly G 17.33'], hours: [{ dayLimitMinutes: 480 }], clock: ['09 07:00-15:07'] },
    ['11-09 hourly ordinary 138.64', '11-09 hourly overtime1 3.03'],
  ],
  [
    // 18 h x 20 on the last day worked; from 11 November on the ninth hour is overtime: 360 by 18 h, of which the week has 180 by 9.
    'P5: an hours rule dated within a pay period neither cuts it nor reaches back',
    {
      ...{
        rule: { window: 'period' },
        hours: [{ dayLimitMinutes: 540 }, { from: '2026-11-11', dayLimitMinutes: 480 }],
      },
      clock: at('04 11', '07:00-16:00'),
    },
    ['11-11 top-up 360.00', '11-11 premium overtime1 10.00'],
  ],
  [
    // Entries of 08 to 10 and 09 to 11 are three hours: 5 x 12, and 3 h x 20 less 20.
    'E3: the union of entries',
    {
      ...{ payType: 'both', rule: { scope: 'piece' }, rates: ['minimum 20', 'piece crate 2', 'hourly G 12'] },
      ...{ clock: ['09 07:00-15:00'], pieces: ['09 08:00-10:00 crate 5', '09 09:00-11:00 crate 5'] },
    },
    ['11-09 piece 20.00', '11-09 hourly ordinary 60.00', '11-09 top-up 40.00'],
  ],
  [
    // From Monday to Friday 40 h; the night from Sunday is of Sunday's work day, so of that week, and not of class Sunday.
    'P5: a night that ends in the next week fills the week in which it began',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10'], shift: '22:00-06:00', hours: [{ weekLimitMinutes: 2_400 }] },
      ...{ clock: at('02 03 04 05 08', '22:00-06:00'), query: 'from=2026-11-08&to=2026-11-08' },
    },
    ['11-08 hourly ordinary 80.00'],
  ],
  [
    'the same after one more night',
    {
      ...{ payType: 'hourly', rates: ['hourly G 10'], shift: '22:00-06:00', hours: [{ weekLimitMinutes: 2_400 }] },
      ...{ clock: at('02 03 04 05 06 08', '22:00-06:00'), query: 'from=2026-11-08&to=2026-11-08' },
    },
    ['11-08 hourly overtime1 120.00'],
  ],
  [
    // One work day: 8 h x 20 less 40.
    'E4: without shifts the pieces after midnight are of the night in which they lie',
    {
      ...{ shift: 'none', rule: { leastMinutes: 240 }, clock: ['09 20:00-04:00'] },
      pieces: ['09 21:00 crate 10', '10 01:00 crate 10'],
    },
    ['11-09 piece 40.00', '11-09 top-up 120.00'],
  ],
  [
    'E4: a pay period that begins on Wednesday',
    {
      ...{ rule: { window: 'period' }, hours: [{ payPeriod: 'weekly', periodStart: '2026-11-04' }] },
      ...{ clock: at('03 04', EIGHT), pieces: ['03 crate 100'] },
    },
    ['11-03 piece 200.00', '11-04 top-up 160.00'],
  ],
  [
    'E4: the same days are one workweek',
    {
      ...{ rule: WORKWEEK, hours: [{ payPeriod: 'weekly', periodStart: '2026-11-04' }] },
      ...{ clock: at('03 04', EIGHT), pieces: ['03 crate 100'] },
    },
    ['11-03 piece 200.00', '11-04 top-up 120.00'],
  ],
  [
    // 45 h x 7.25 = 326.25 of 450; 450 by 45 h = 10; 5 h x 10 x 0.5.
    'FLSA: 45 h of a week from Sunday',
    {
      ...{ rule: { ...WORKWEEK, weekStart: 7, premiumBase: 'regular' }, rates: ['minimum 7.25', 'piece crate 2'] },
      hours: [{ weekLimitMinutes: 2_400, weekStart: 7 }],
      ...{ clock: at(WEEKDAYS, '07:00-16:00'), pieces: at(WEEKDAYS, 'crate 45') },
    },
    [
      ...['11-09 piece 90.00', '11-10 piece 90.00', '11-11 piece 90.00', '11-12 piece 90.00'],
      ...['11-13 piece 90.00', '11-13 premium overtime1 25.00'],
    ],
  ],
  [
    // 8, 6, 7 and 9 h are 7.5 h a day: twice 150, less 60 and 60.
    'E6a: a holiday that is worked, by the average of four weeks',
    {
      ...{ shift: 'none', rule: { floors: FLOORS }, holidays: ['11'], query: 'from=2026-11-11&to=2026-11-11' },
      clock: ['10-15 07:00-15:00', '10-20 07:00-13:00', '10-27 07:00-14:00', '11-03 07:00-16:00', '11 07:00-10:00'],
    },
    ['11-11 top-up 60.00', '11-11 premium holiday 60.00', '11-11 floor 180.00'],
  ],
  [
    // Two Wednesdays of 8 and 6 h: 7 x 20.
    'E6a: a holiday that is not worked, on a weekday worked twice',
    {
      ...{ shift: 'none', rule: { floors: FLOORS }, holidays: ['11'], query: 'from=2026-11-11&to=2026-11-11' },
      clock: ['10-28 07:00-15:00', '11-04 07:00-13:00'],
    },
    ['11-11 holiday-off 140.00'],
  ],
  [
    // 9 h x 20 less 40 and 60: of the 20 at x1 there are 6 from pieces.
    'E6a: a Sunday of less than the ordinary wage',
    { rule: { floors: FLOORS }, clock: ['15 07:00-10:00'], pieces: ['15 crate 3'] },
    ['11-15 piece 6.00', '11-15 top-up 54.00', '11-15 premium sunday 60.00', '11-15 floor 60.00'],
  ],
])('%s', async (_, own, lines) => {
  expect(await (await givenByHand(t, own)).lines()).toEqual(lines);
});

test('E5: the cost of a part of a week is that part’s pay; its top-up is spread, below zero too', async () => {
  const world = await givenByHand(t, {
    ...{ rule: WORKWEEK, rates: ['minimum 20', 'piece crate 2', 'piece bin 3'] },
    clock: ['09 07:00-15:00', '15 07:00-11:00'],
    pieces: ['09 07:00-11:00 crate 60', '09 11:00-15:00 bin 10', '15 07:00-11:00 crate 40'],
  });
  // 240 less 120, 30 and 80: 10. Monday's crates are 40 above 4 x 20, its bins 50 below; the Sunday has its 80. 4 h x 20 of a Sunday.
  expect(await world.lines()).toEqual([
    ...['11-09 piece 30.00', '11-09 piece 120.00', '11-15 piece 80.00', '11-15 top-up 10.00'],
    '11-15 premium sunday 80.00',
  ]);
  const rows = (await world.costs()).rows.map(({ lookup1, total }) => `${lookup1.code} ${total}`);
  expect(rows).toEqual(['crate 240.00', 'bin 80.00']);
  const sunday = 'from=2026-11-15&to=2026-11-15';
  expect((await world.costs(sunday)).totals.total).toBe('160.00');
});

test.each<[name: string, ByHand, late: Parameters<typeof workOf>[0], base: string[], delta: string[]]>([
  [
    // 160 less 100; then 180 is more than 160.
    'pieces that were late: the top-up is taken back',
    { clock: ['09 07:00-15:00'], pieces: ['09 crate 50'] },
    { pieces: ['09 11:00 crate 40'] },
    ['11-09 hours.ordinary 8 0.00', '11-09 piece 0 100.00', '11-09 top-up 0 60.00'],
    ['11-09 piece 0 80.00', '11-09 top-up 0 -60.00'],
  ],
  [
    'pieces that were too many: nothing in all, but two lines',
    { clock: ['09 07:00-15:00'], pieces: ['09 crate 50'] },
    { pieces: ['09 11:00 crate -20'] },
    ['11-09 hours.ordinary 8 0.00', '11-09 piece 0 100.00', '11-09 top-up 0 60.00'],
    ['11-09 piece 0 -40.00', '11-09 top-up 0 40.00'],
  ],
  [
    // 10 h x 20 less 160; 200 by 10 h = 20, 2 h x 0.5 of it.
    'two hours more: overtime and its premium',
    { hours: [{ dayLimitMinutes: 480 }], clock: ['09 07:00-15:00'], pieces: ['09 crate 80'] },
    { clock: ['09 15:30-17:30'] },
    ['11-09 hours.ordinary 8 0.00', '11-09 piece 0 160.00'],
    ['11-09 hours.overtime1 2 0.00', '11-09 top-up 0 40.00', '11-09 premium 2 20.00'],
  ],
  [
    // By the week 320 less 200: 120. 20 crates more on Monday: 80, and the Sunday's 8 h x 20 are as before.
    'pieces of another day of the week: its top-up alone',
    { rule: WORKWEEK, clock: at('09 10', EIGHT), pieces: ['09 crate 100'] },
    { pieces: ['09 11:00 crate 20'] },
    [
      ...['11-09 hours.ordinary 8 0.00', '11-09 piece 0 200.00', '11-10 hours.ordinary 8 0.00'],
      '11-10 top-up 0 120.00',
    ],
    ['11-09 piece 0 40.00', '11-10 top-up 0 -40.00'],
  ],
  [
    // A Sunday of 3 h: 60, premium 60, floor 180 - 120. An hour more: 80 and 80, floor 20.
    'an hour more of a Sunday: its floor is less',
    { rule: { floors: FLOORS }, clock: ['15 07:00-10:00'] },
    { clock: ['15 11:00-12:00'] },
    [...['11-15 hours.sunday 3 0.00', '11-15 top-up 0 60.00', '11-15 premium 3 60.00'], '11-15 floor 0 60.00'],
    [...['11-15 hours.sunday 1 0.00', '11-15 top-up 0 20.00', '11-15 premium 1 20.00'], '11-15 floor 0 -40.00'],
  ],
])('X4: %s', async (_, own, late, base, delta) => {
  const { ask, sync } = await givenByHand(t, own);
  const { _id: lockId } = await ask('/period-locks', { from: '2026-11-09', to: '2026-11-15' });
  const made = async () => {
    const file: PayFile = await ask('/pay/files', { lockId, knownLeftOut: 0 });
    const { people } = await ask(`/pay/files/${file._id}/lines`);
    return people.flatMap(({ lines }: { lines: CodedLine[] }) =>
      lines.map(({ date, element, ms, amount }) => [date.slice(5), element, ms / 3_600_000, amount].join(' ')),
    );
  };
  expect(await made()).toEqual(base);
  await sync(workOf(late, 'late '));
  expect(await made()).toEqual(delta);
});
