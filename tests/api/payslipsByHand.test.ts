import { expect, test } from 'vitest';
import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenPay, MONDAY } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Payslips that were worked out by hand, each with its arithmetic: units, hours and rates as they are typed into the pay calculator. */
const t = useTestApp();
const LAW: PayRuleValue = {
  ...{ name: 'By hand', window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [], restRate: 'minimum' },
  ...{ hourlyAtLeastMinimum: false, overtime: 'factors', premiumBase: 'greater' },
};
/** Hours of a day as they are written on paper: ordinary, overtime, of a Sunday, of a holiday; units and the time of their entries. */
type Day = { o?: string; x?: string; s?: string; h?: string; units?: string; time?: string; nth?: number };
type Case = {
  rule?: Partial<PayRuleValue> | 'former';
  piece?: string | null;
  hourly?: string;
  minimum?: string | null;
  type?: 'piece' | 'hourly' | 'both';
  factors?: [overtime: number, sunday: number, holiday: number];
  days: Day[];
};
const minutes = (clock = '0:00') => {
  const [hours = 0, rest = 0] = clock.split(':').map(Number);
  return hours * 60 + rest;
};

type Ask = Awaited<ReturnType<typeof givenPay>>['ask'];
/** Returns the sums of a payslip that are not 0, with its total and what is open. */
async function slip(ask: Ask, { rule = {}, piece = '1', hourly, minimum = '10', type = 'piece', factors, days }: Case) {
  const [overtimeFactor, sundayFactor, holidayFactor] = factors ?? [1.5, 2, 2];
  const { premiumBase: _, ...former } = LAW;
  const { sums, total, open } = await ask('/pay/test', {
    ...{ rule: rule === 'former' ? former : { ...LAW, ...rule }, payType: type, pieceRate: piece },
    ...{ hourlyRate: hourly ?? null, minimum, overtimeFactor, sundayFactor, holidayFactor },
    days: days.map(({ o, x, s, h, units = null, time, nth }, at) => ({
      ...{ date: addDays(MONDAY, nth ?? at), ordinary: minutes(o), overtime1: minutes(x) },
      ...{ sunday: minutes(s), holiday: minutes(h), units, unitMinutes: time === undefined ? null : minutes(time) },
    })),
  });
  const named = Object.entries<string>(sums).flatMap(([kind, amount]) =>
    amount === '0.00' ? [] : `${kind} ${amount}`,
  );
  return [...named, `= ${total}`, ...open].join(', ');
}
const week = { window: 'workweek' } as const;
const period = { window: 'period' } as const;
const piece = { scope: 'piece' } as const;
const least = { leastMinutes: 240 };
const byMinimum = { premiumBase: 'minimum' } as const;
const byRegular = { premiumBase: 'regular' } as const;
const tenMinutes = [{ afterMinutes: 120, restMinutes: 10 }];

const GUARANTEE: [string, Case, string][] = [
  // 8 h x 10 = 80.00, less 50.00.
  [
    'fewer units than the hours are worth',
    { days: [{ o: '8:00', units: '50' }] },
    'piece 50.00, top-up 30.00, = 80.00',
  ],
  // 80.00 is 80.00.
  ['as much as the hours are worth', { days: [{ o: '8:00', units: '80' }] }, 'piece 80.00, = 80.00'],
  // 79.999 is rounded to 80.00 first.
  ['a thousandth less', { days: [{ o: '8:00', units: '79.999' }] }, 'piece 80.00, = 80.00'],
  // 7 1/3 h x 12.34 = 90.4933; 70 x 1.15 = 80.50; 9.9933.
  [
    'thirds of an hour',
    { piece: '1.15', minimum: '12.34', days: [{ o: '7:20', units: '70' }] },
    'piece 80.50, top-up 9.99, = 90.49',
  ],
  // 18.90 / 60 = 0.315, half up.
  ['a minute', { minimum: '18.90', days: [{ o: '0:01' }] }, 'top-up 0.32, = 0.32'],
  // 5 7/60 h x 11.11 = 56.84617, less 56.84: 0.00617.
  [
    'two thirds of a cent short',
    { minimum: '11.11', days: [{ o: '5:07', units: '56.84' }] },
    'piece 56.84, top-up 0.01, = 56.85',
  ],
  // 56.84617 is less than 56.85.
  ['a third of a cent over', { minimum: '11.11', days: [{ o: '5:07', units: '56.85' }] }, 'piece 56.85, = 56.85'],
  // By day: 100.00 of 80.00, then 80.00 less 20.00.
  [
    'a good and a bad day, by day',
    {
      days: [
        { o: '8:00', units: '100' },
        { o: '8:00', units: '20' },
      ],
    },
    'piece 120.00, top-up 60.00, = 180.00',
  ],
  // 16 h x 10 = 160.00, less 120.00.
  [
    'the same by workweek',
    {
      rule: week,
      days: [
        { o: '8:00', units: '100' },
        { o: '8:00', units: '20' },
      ],
    },
    'piece 120.00, top-up 40.00, = 160.00',
  ],
  [
    'the same by pay period',
    {
      rule: period,
      days: [
        { o: '8:00', units: '100' },
        { o: '8:00', units: '20' },
      ],
    },
    'piece 120.00, top-up 40.00, = 160.00',
  ],
  // Sunday 15 and Monday 16 November: two weeks from Monday on, of which the second lacks 60.00.
  [
    'over the end of a week from Monday',
    {
      rule: week,
      days: [
        { nth: 6, o: '8:00', units: '100' },
        { nth: 7, o: '8:00', units: '20' },
      ],
    },
    'piece 120.00, top-up 60.00, = 180.00',
  ],
  // One week from Sunday on.
  [
    'the same by weeks from Sunday',
    {
      rule: { ...week, weekStart: 7 },
      days: [
        { nth: 6, o: '8:00', units: '100' },
        { nth: 7, o: '8:00', units: '20' },
      ],
    },
    'piece 120.00, top-up 40.00, = 160.00',
  ],
  // 4 h x 10 = 40.00, less 5 x 2.
  [
    'a short day of at least 4 h',
    { rule: least, piece: '2', days: [{ o: '2:00', units: '5' }] },
    'piece 10.00, top-up 30.00, = 40.00',
  ],
  // Not worked: nothing.
  ['a day without work', { rule: least, days: [{}] }, '= 0.00'],
  // Units are work: 40.00, less 20.00.
  ['units without hours', { rule: least, piece: '2', days: [{ units: '10' }] }, 'piece 20.00, top-up 20.00, = 40.00'],
  // (4 + 6) x 10 = 100.00, less 60.00: each day is filled by itself.
  [
    'at least 4 h within a week',
    {
      rule: { ...least, ...week },
      days: [
        { o: '2:00', units: '30' },
        { o: '6:00', units: '30' },
      ],
    },
    'piece 60.00, top-up 40.00, = 100.00',
  ],
  // 4 h x 10.
  ['exactly the least hours', { rule: least, days: [{ o: '4:00', units: '39' }] }, 'piece 39.00, top-up 1.00, = 40.00'],
  // Without a minimum nothing is guaranteed.
  ['no minimum', { minimum: null, days: [{ o: '8:00', units: '5' }] }, 'piece 5.00, = 5.00'],
  // 7.6 h x 26.40 = 200.64; 15 x 12.90 = 193.50.
  [
    'bins of a day of 7:36',
    { rule: piece, piece: '12.90', minimum: '26.40', days: [{ o: '7:36', units: '15' }] },
    'piece 193.50, top-up 7.14, = 200.64',
  ],
  // 24 h x 12.21 = 293.04, less 280.00.
  [
    'three days of a reference period',
    {
      rule: period,
      minimum: '12.21',
      days: [
        { o: '8:00', units: '90' },
        { o: '8:00', units: '110' },
        { o: '8:00', units: '80' },
      ],
    },
    'piece 280.00, top-up 13.04, = 293.04',
  ],
];

const UNITS: [string, Case, string][] = [
  // Below 0 the line is 0; the day's 80.00 stand.
  ['fewer than no units', { piece: '2', days: [{ o: '8:00', units: '-5' }] }, 'top-up 80.00, = 80.00, pay-below-zero'],
  // 0.335 x 1, half away from zero.
  ['half a cent', { minimum: null, days: [{ units: '0.335' }] }, 'piece 0.34, = 0.34'],
  // 33 x 0.0151 = 0.4983.
  ['a rate of four decimals', { piece: '0.0151', minimum: null, days: [{ units: '33' }] }, 'piece 0.50, = 0.50'],
  // 0.333 + 0.334 by days of their own: 0.33 and 0.33.
  [
    'each day is rounded by itself',
    { minimum: null, days: [{ units: '0.333' }, { units: '0.334' }] },
    'piece 0.66, = 0.66',
  ],
  // The hours are guaranteed all the same.
  ['units without a rate', { piece: null, days: [{ o: '8:00', units: '10' }] }, 'top-up 80.00, = 80.00, no-piece-rate'],
];

const HOURLY: [string, Case, string][] = [
  // 4 h x 12 = 48.00; 4 h of pieces are worth 40.00, less 20.00.
  [
    'both, by piece time',
    { rule: piece, type: 'both', hourly: '12', days: [{ o: '8:00', units: '20', time: '4:00' }] },
    'piece 20.00, hourly 48.00, top-up 20.00, = 88.00',
  ],
  // 80.00, less 20.00 and 48.00.
  [
    'both, by all time',
    { type: 'both', hourly: '12', days: [{ o: '8:00', units: '20', time: '4:00' }] },
    'piece 20.00, hourly 48.00, top-up 12.00, = 80.00',
  ],
  // 8 h x 8 = 64.00: no piece time.
  [
    'by the hour, below the minimum, by piece time',
    { rule: piece, type: 'hourly', hourly: '8', days: [{ o: '8:00' }] },
    'hourly 64.00, = 64.00',
  ],
  [
    'by the hour, below the minimum, by all time',
    { type: 'hourly', hourly: '8', days: [{ o: '8:00' }] },
    'hourly 64.00, top-up 16.00, = 80.00',
  ],
  // 8 h x 10, the minimum.
  [
    'by the hour, at the minimum at least',
    { rule: { ...piece, hourlyAtLeastMinimum: true }, type: 'hourly', hourly: '8', days: [{ o: '8:00' }] },
    'hourly 80.00, = 80.00',
  ],
  // 4 h x 10 = 40.00 of hours; 40.00 less 20.00 of pieces.
  [
    'both, hours at the minimum at least',
    {
      rule: { ...piece, hourlyAtLeastMinimum: true },
      type: 'both',
      hourly: '8',
      days: [{ o: '8:00', units: '20', time: '4:00' }],
    },
    'piece 20.00, hourly 40.00, top-up 20.00, = 80.00',
  ],
  // Nobody can tell what the day is paid by.
  ['both, without a rate or pieces', { type: 'both', days: [{ o: '8:00' }] }, '= 0.00, not-priced'],
  // All 8 h are time of pieces: 80.00 less 20.00.
  [
    'both, with pieces and no hourly rate',
    { rule: piece, type: 'both', days: [{ o: '8:00', units: '20', time: '4:00' }] },
    'piece 20.00, top-up 60.00, = 80.00',
  ],
  // Units without time take none: 8 h x 12 = 96.00.
  [
    'both, units without time',
    { type: 'both', hourly: '12', days: [{ o: '8:00', units: '20' }] },
    'piece 20.00, hourly 96.00, = 116.00',
  ],
  // Of a person paid by the hour units are no pay.
  [
    'by the hour, with units',
    { type: 'hourly', hourly: '12', days: [{ o: '8:00', units: '500' }] },
    'hourly 96.00, = 96.00',
  ],
  // 6 x 20, and 2 x 20 x 2.
  [
    'a Sunday within a day by the hour',
    { type: 'hourly', hourly: '20', days: [{ o: '6:00', s: '2:00' }] },
    'hourly 200.00, = 200.00',
  ],
  // No rate, and no guarantee of piece time.
  ['by the hour without a rate', { rule: piece, type: 'hourly', days: [{ o: '8:00' }] }, '= 0.00, no-hourly-rate'],
];

const PREMIUMS: [string, Case, string][] = [
  // 10 h x 10 = 100.00, less 40.00; 2 h x 10 x 0.5.
  [
    'overtime by the minimum',
    { rule: byMinimum, days: [{ o: '8:00', x: '2:00', units: '40' }] },
    'piece 40.00, top-up 60.00, premium 10.00, = 110.00',
  ],
  // 100.00 by 10 h is the minimum.
  [
    'overtime by the greater, at the minimum',
    { days: [{ o: '8:00', x: '2:00', units: '40' }] },
    'piece 40.00, top-up 60.00, premium 10.00, = 110.00',
  ],
  // 200.00 by 10 h = 20.00; 2 h x 20 x 0.5.
  [
    'overtime by the greater, above the minimum',
    { days: [{ o: '8:00', x: '2:00', units: '200' }] },
    'piece 200.00, premium 20.00, = 220.00',
  ],
  [
    'the same by the minimum',
    { rule: byMinimum, days: [{ o: '8:00', x: '2:00', units: '200' }] },
    'piece 200.00, premium 10.00, = 210.00',
  ],
  // 5 h x 10 = 50.00, less 10.00; 5 h x 10 x 1.
  ['a Sunday', { days: [{ s: '5:00', units: '10' }] }, 'piece 10.00, top-up 40.00, premium 50.00, = 100.00'],
  // 120.00 by 6 h = 20.00; 6 h x 20 x 1.5.
  [
    'a holiday at 2.5',
    { factors: [1.5, 2, 2.5], days: [{ h: '6:00', units: '120' }] },
    'piece 120.00, premium 180.00, = 300.00',
  ],
  // 1 h x 10 x 0.25.
  [
    'overtime at 1.25',
    { factors: [1.25, 2, 2], days: [{ o: '9:00', x: '1:00', units: '100' }] },
    'piece 100.00, premium 2.50, = 102.50',
  ],
  // Nothing exceeds 1.
  ['overtime at 1', { factors: [1, 2, 2], days: [{ o: '8:00', x: '2:00', units: '100' }] }, 'piece 100.00, = 100.00'],
  // 8 x 15, and 2 x 15 x 1.5: no premium beside it.
  [
    'overtime by the hour',
    { type: 'hourly', hourly: '15', days: [{ o: '8:00', x: '2:00' }] },
    'hourly 165.00, = 165.00',
  ],
  // 10 x 15, and 2 x 15 x 0.5.
  [
    'overtime by the hour, at the regular rate',
    { rule: byRegular, type: 'hourly', hourly: '15', days: [{ o: '8:00', x: '2:00' }] },
    'hourly 150.00, premium 15.00, = 165.00',
  ],
  // 8 x 8 + 2 x 8 x 1.5 = 88.00; at 1 it is 80.00 of 100.00.
  [
    'overtime by the hour below the minimum',
    { rule: byMinimum, type: 'hourly', hourly: '8', days: [{ o: '8:00', x: '2:00' }] },
    'hourly 88.00, top-up 20.00, = 108.00',
  ],
  // 10 x 8 + 20.00 = 100.00 by 10 h; 2 h x 10 x 0.5.
  [
    'the same at the regular rate',
    { rule: byRegular, type: 'hourly', hourly: '8', days: [{ o: '8:00', x: '2:00' }] },
    'hourly 80.00, top-up 20.00, premium 10.00, = 110.00',
  ],
  // 4 x 15 x 2.
  [
    'a Sunday by the hour, at the regular rate',
    { rule: byRegular, type: 'hourly', hourly: '15', days: [{ s: '4:00' }] },
    'hourly 120.00, = 120.00',
  ],
  // Entries take 6 of 8 h: 2 x 12, and 2 x 12 x 1.5.
  [
    'both, overtime by the hour',
    { piece: '10', type: 'both', hourly: '12', days: [{ o: '8:00', x: '2:00', units: '10', time: '6:00' }] },
    'piece 100.00, hourly 60.00, = 160.00',
  ],
  // Entries take 8 h and 1 of overtime; 1 x 12 x 1.5 = 18.00. (100 + 12) by 10 h = 11.20; 1 h x 11.20 x 0.5.
  [
    'both, overtime of each kind',
    { piece: '10', type: 'both', hourly: '12', days: [{ o: '8:00', x: '2:00', units: '10', time: '9:00' }] },
    'piece 100.00, hourly 18.00, premium 5.60, = 123.60',
  ],
  // 160 + 40 + 60 of top-up = 260.00 by 18 h = 14.4444; 2 h x 14.4444 x 0.5.
  [
    'a regular rate over two days',
    {
      days: [
        { o: '8:00', units: '160' },
        { o: '8:00', x: '2:00', units: '40' },
      ],
    },
    'piece 200.00, top-up 60.00, premium 14.44, = 274.44',
  ],
  // 20 h x 10 = 200.00, less 120.00. The second week: 20.00 and its own 80.00 by 10 h.
  [
    'a fortnight whose second week is short',
    {
      rule: period,
      days: [
        { o: '10:00', units: '100' },
        { nth: 7, o: '8:00', x: '2:00', units: '20' },
      ],
    },
    'piece 120.00, top-up 80.00, premium 10.00, = 210.00',
  ],
  // 220.00 of 200.00: no top-up. The second week has 20.00 by 10 h; 2 h x 2 x 0.5.
  [
    'a fortnight whose first week is good, regular',
    {
      rule: { ...period, ...byRegular },
      days: [
        { o: '10:00', units: '200' },
        { nth: 7, o: '8:00', x: '2:00', units: '20' },
      ],
    },
    'piece 220.00, premium 2.00, = 222.00',
  ],
  // 2 h x 10 x 0.5: the minimum is more.
  [
    'the same by the greater',
    {
      rule: period,
      days: [
        { o: '10:00', units: '200' },
        { nth: 7, o: '8:00', x: '2:00', units: '20' },
      ],
    },
    'piece 220.00, premium 10.00, = 230.00',
  ],
  // 8 h x 10 = 80.00, less 40.00; 4 h x 10 x 1.
  [
    'a holiday that begins within a shift',
    { days: [{ o: '4:00', h: '4:00', units: '40' }] },
    'piece 40.00, top-up 40.00, premium 40.00, = 120.00',
  ],
  // 5 x 288.00; Saturday 64.00 and 143.95 - 64.00. 1583.95 by 50 h = 31.679; 5 h x 31.679 x 0.5 = 79.1975.
  [
    'a Saturday after 45 h',
    {
      piece: '3.20',
      minimum: '28.79',
      days: [...Array.from({ length: 5 }, () => ({ o: '9:00', units: '90' })), { x: '5:00', units: '20' }],
    },
    'piece 1504.00, top-up 79.95, premium 79.20, = 1663.15',
  ],
  // 5 h x 28.79 x 0.5 = 71.975, half up.
  [
    'the same by the minimum, by the half cent',
    {
      rule: byMinimum,
      piece: '3.20',
      minimum: '28.79',
      days: [...Array.from({ length: 5 }, () => ({ o: '9:00', units: '90' })), { x: '5:00', units: '20' }],
    },
    'piece 1504.00, top-up 79.95, premium 71.98, = 1655.93',
  ],
];

const RESTS: [string, Case, string][] = [
  // 4:50 x 10 = 48.33 is earned; 10 minutes x 10 = 1.67.
  [
    'rest at the minimum',
    { rule: { ...piece, rests: tenMinutes }, days: [{ o: '5:00', units: '60' }] },
    'piece 60.00, rest 1.67, = 61.67',
  ],
  // 60.00 by 5 h = 12.00; 10 minutes of it.
  [
    'rest at the average',
    { rule: { ...piece, ...week, rests: tenMinutes, restRate: 'average' }, days: [{ o: '5:10', units: '60' }] },
    'piece 60.00, rest 2.00, = 62.00',
  ],
  // 30.00 and 20.00 by 5 h is the minimum.
  [
    'rest at the average of a topped up day',
    { rule: { ...piece, rests: tenMinutes, restRate: 'average' }, days: [{ o: '5:10', units: '30' }] },
    'piece 30.00, top-up 20.00, rest 1.67, = 51.67',
  ],
  // 120.00 by 10 h = 12.00, twice 10 minutes, by days of their own: 2.00 each.
  [
    'rest at the average of the week by windows of a day',
    {
      rule: { ...piece, rests: tenMinutes, restRate: 'average' },
      days: [
        { o: '5:10', units: '70' },
        { o: '5:10', units: '50' },
      ],
    },
    'piece 120.00, rest 4.00, = 124.00',
  ],
  // From 6:01 on 20 minutes: 5:41 x 10 = 56.83, less 30.00; 20 minutes x 10 = 3.33.
  [
    'the second row of a table',
    {
      rule: {
        ...piece,
        rests: [
          { afterMinutes: 210, restMinutes: 10 },
          { afterMinutes: 361, restMinutes: 20 },
        ],
      },
      days: [{ o: '6:01', units: '30' }],
    },
    'piece 30.00, top-up 26.83, rest 3.33, = 60.16',
  ],
  // 3:29 x 10 = 34.83.
  [
    'a minute before the first row',
    { rule: { ...piece, rests: [{ afterMinutes: 210, restMinutes: 10 }] }, days: [{ o: '3:29', units: '10' }] },
    'piece 10.00, top-up 24.83, = 34.83',
  ],
  // 3:20 x 10 = 33.33, less 10.00; 10 minutes x 10 = 1.67.
  [
    'at the first row',
    { rule: { ...piece, rests: [{ afterMinutes: 210, restMinutes: 10 }] }, days: [{ o: '3:30', units: '10' }] },
    'piece 10.00, top-up 23.33, rest 1.67, = 35.00',
  ],
  // Rest is of the hours outside the entries: 3:50 x 12 = 46.00.
  [
    'both, rest comes out of the hourly time',
    {
      rule: { ...piece, rests: tenMinutes },
      type: 'both',
      hourly: '12',
      days: [{ o: '8:00', units: '40', time: '4:00' }],
    },
    'piece 40.00, hourly 46.00, rest 1.67, = 87.67',
  ],
  // Who is paid by the hour is paid for rest by the hour.
  [
    'by the hour there is no rest apart',
    { rule: { ...piece, rests: tenMinutes }, type: 'hourly', hourly: '12', days: [{ o: '8:00' }] },
    'hourly 96.00, = 96.00',
  ],
  // 9:30 x 23.50 = 223.25, less 180 x 1.10 = 198.00; 30 minutes x 23.50.
  [
    'three rests of 10 h',
    {
      rule: {
        ...piece,
        rests: [...tenMinutes, { afterMinutes: 361, restMinutes: 20 }, { afterMinutes: 600, restMinutes: 30 }],
      },
      piece: '1.10',
      minimum: '23.50',
      days: [{ o: '10:00', units: '180' }],
    },
    'piece 198.00, top-up 25.25, rest 11.75, = 235.00',
  ],
  // Twice 0:40 x 16 = 10.67; 14 h x 16 = 224.00 of 238.00. 259.34 by 15:20 = 16.9135; 40 minutes of it 11.28.
  [
    'rest, other time and pieces of two days',
    {
      rule: {
        ...piece,
        ...week,
        ...byRegular,
        weekStart: 7,
        rests: [{ afterMinutes: 361, restMinutes: 20 }],
        restRate: 'average',
        hourlyAtLeastMinimum: true,
      },
      minimum: '16',
      type: 'both',
      days: [
        { o: '8:00', units: '140', time: '7:00' },
        { o: '8:00', units: '98', time: '7:00' },
      ],
    },
    'piece 238.00, hourly 21.34, rest 11.28, = 270.62',
  ],
  // 210.00 of 224.00. 245.34 by 15:20 = 16.0004; 40 minutes of it 10.67.
  [
    'the same with fewer pieces',
    {
      rule: {
        ...piece,
        ...week,
        ...byRegular,
        weekStart: 7,
        rests: [{ afterMinutes: 361, restMinutes: 20 }],
        restRate: 'average',
        hourlyAtLeastMinimum: true,
      },
      minimum: '16',
      type: 'both',
      days: [
        { o: '8:00', units: '140', time: '7:00' },
        { o: '8:00', units: '70', time: '7:00' },
      ],
    },
    'piece 210.00, hourly 21.34, top-up 14.00, rest 10.67, = 256.01',
  ],
];

const FORMER: [string, Case, string][] = [
  // 8 h x 10 = 80.00, less 40.00: overtime was no time of the guarantee.
  [
    'overtime was left out',
    { rule: 'former', days: [{ o: '8:00', x: '2:00', units: '40' }] },
    'piece 40.00, top-up 40.00, = 80.00',
  ],
  [
    'overtime by the hour',
    { rule: 'former', type: 'hourly', hourly: '15', days: [{ o: '8:00', x: '2:00' }] },
    'hourly 165.00, = 165.00',
  ],
  // A Sunday of piecework was paid at 1.
  ['a Sunday', { rule: 'former', days: [{ s: '5:00', units: '5' }] }, 'piece 5.00, top-up 45.00, = 50.00'],
];

test.each([
  ['the guarantee of hours', GUARANTEE],
  ['units', UNITS],
  ['time that is paid by the hour', HOURLY],
  ['premiums', PREMIUMS],
  ['rest', RESTS],
  ['rule sets without a base of premiums', FORMER],
])('by hand: %s', async (_, cases) => {
  const { ask } = await givenPay(t, {});
  const found: [string, string][] = [];
  for (const [name, one] of cases) found.push([name, await slip(ask, one)]);
  expect(found).toEqual(cases.map(([name, , expected]) => [name, expected]));
});
