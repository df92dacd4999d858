import { expect, test } from 'vitest';
import type { WorkbookLine, WorkbookPreview } from '#contract/office/workbook.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenPaid } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** The sheet *Hours rules* of the workbook, both ways (docs/reference/pay.md), and a payroll system that takes over rules made by hand. */
const t = useTestApp();
const HEAD = ['Time Group', 'From', 'Ordinary Hours a Day', 'Ordinary Hours a Week'];

async function given() {
  const world = await givenPaid(t, {});
  const { ask, token } = world;
  const paste = (rows: string[][]): Promise<WorkbookPreview> => ask('/setup/pasted', { sheet: 'hoursRules', rows });
  const outcomes = async (rows: string[][]) => {
    const { workbookId } = await paste(rows);
    const { lines } = await ask(`/setup/workbook/${workbookId}/lines?startRow=0&endRow=500`);
    return lines.map(({ outcome, reason, changes }: WorkbookLine) =>
      changes.length > 0 ? changes.map(({ column, before, after }) => [column, before, after]) : (reason ?? outcome),
    );
  };
  const take = async (rows: string[][]) => {
    const { workbookId, outcomeHash } = await paste(rows);
    return ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  };
  const rules = async () => (await ask('/setup/hours-rules')).hoursRules;
  const dropBack = async () => {
    const file = (await t.ask('/v2/setup/workbook?content=current', { token })).rawPayload;
    const { payload, headers } = multipart(file, { name: 'farm.xlsx' });
    const url = '/v2/setup/workbook';
    const shown = await t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
    const preview: WorkbookPreview = shown.json();
    return preview.sheets.find(({ sheet }) => sheet === 'hoursRules');
  };
  return { ...world, paste, outcomes, take, rules, dropBack };
}

test('rules are pasted, with defaults for what is left out; the same again changes nothing', async () => {
  const { take, rules } = await given();
  const rows = [HEAD, ['', '', '9', '45'], ['Day', '2026-11-01', '8:30', '']];
  expect(await take(rows)).toMatchObject({ new: 2 });
  expect(await rules()).toMatchObject([
    {
      timeGroupId: null,
      from: null,
      dayLimitMinutes: 540,
      weekLimitMinutes: 2_700,
      overtime1Factor: 1.5,
      weekStart: 1,
    },
    { timeGroupId: expect.any(String), from: '2026-11-01', dayLimitMinutes: 510, weekLimitMinutes: null },
  ]);
  expect(await take(rows)).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
});

test('every column goes both ways, and what was downloaded changes nothing', async () => {
  const { take, rules, dropBack, rule } = await given();
  const more = [
    ...[
      'Overtime 2 After Hours a Day',
      'Overtime 2 After Hours a Week',
      'Week Starts',
      'Rounding',
      'Break After',
      'Early Counts',
    ],
    ...['Recorder Counts', 'By Greater Part', 'Night From', 'Night To', 'Overtime 1 Factor', 'Overtime 2 Factor'],
    ...['Sunday Factor', 'Holiday Factor', 'Pay Period', 'Period From'],
    ...['Ordinary Hours in Weeks', 'Weeks', 'Weeks From'],
    ...['Sundays Fill the Week', 'Rounds Each Interval', 'Breaks by Hours'],
  ];
  const cells = [
    ...['12', '60', 'Wed', 'nearest 15', '4:30', 'yes', 'yes', 'no', '22:00', '6:00', '1.33', '2.5', '1.75', '2.25'],
    ...['fortnightly', '2026-11-02', '152:30', '6', '2026-10-21'],
    ...['yes', 'yes', '6=30; 9:30 = 45'],
  ];
  expect(
    await take([
      [...HEAD, ...more],
      ['Day', '2026-11-01', '9', '45', ...cells],
    ]),
  ).toMatchObject({ new: 1 });
  await rule({ dayLimitMinutes: 500, from: '2026-10-01' });
  expect(await rules()).toMatchObject([
    { from: '2026-10-01', dayLimitMinutes: 500 },
    {
      ...{
        dayLimit2Minutes: 720,
        weekLimit2Minutes: 3_600,
        weekStart: 3,
        rounding: 'nearest 15',
        breakAfterMinutes: 270,
      },
      ...{ earlyCounts: true, paysWorkingTime: true, isWhole: false, nightStart: '22:00', nightEnd: '06:00' },
      ...{ overtime1Factor: 1.33, overtime2Factor: 2.5, sundayFactor: 1.75, holidayFactor: 2.25 },
      ...{ weeksLimitMinutes: 9_150, limitWeeks: 6, limitWeeksFrom: '2026-10-21' },
      ...{ payPeriod: 'fortnightly', periodStart: '2026-11-02', sundaysFillWeek: true, roundsIntervals: true },
      breakTable: [
        { afterMinutes: 360, breakMinutes: 30 },
        { afterMinutes: 570, breakMinutes: 45 },
      ],
    },
  ]);
  expect(await dropBack()).toMatchObject({ new: 0, changed: 0, unchanged: 2, deleted: 0, refused: 0 });
});

test('the dates of a list of pay periods go both ways', async () => {
  const { take, rules, dropBack } = await given();
  const rows = [
    [...HEAD, 'Pay Period', 'Period Dates'],
    ['', '', '9', '', 'list', '2026-11-02, 2026-11-16 2026-12-01'],
  ];
  expect(await take(rows)).toMatchObject({ new: 1 });
  expect(await rules()).toMatchObject([{ payPeriod: 'list', periodDates: ['2026-11-02', '2026-11-16', '2026-12-01'] }]);
  expect(await dropBack()).toMatchObject({ unchanged: 1, refused: 0 });
});

test('a line changes the rule of its time group and date; an empty cell clears a limit, a missing column leaves the rest', async () => {
  const { take, outcomes, rule, rules } = await given();
  await rule({ dayLimitMinutes: 540, weekLimitMinutes: 2_700, sundayFactor: 1.5 });
  const rows = [HEAD, ['', '', '8', '']];
  expect(await outcomes(rows)).toEqual([
    [
      ['Ordinary Hours a Day', '9', '8'],
      ['Ordinary Hours a Week', '45', ''],
    ],
  ]);
  await take(rows);
  expect(await rules()).toMatchObject([{ dayLimitMinutes: 480, weekLimitMinutes: null, sundayFactor: 1.5 }]);
});

test('a rule is moved to another date by its key, and deleted', async () => {
  const { take, rule, rules } = await given();
  const { hoursRule } = await rule({ dayLimitMinutes: 540 });
  await take([
    [...HEAD, 'Key'],
    ['', '2026-11-09', '9', '', hoursRule._id],
  ]);
  expect(await rules()).toMatchObject([{ _id: hoursRule._id, from: '2026-11-09' }]);
  expect(
    await take([
      [...HEAD, 'Delete'],
      ['', '2026-11-09', '9', '', 'yes'],
    ]),
  ).toMatchObject({ deleted: 1 });
  expect(await rules()).toEqual([]);
});

test.each([
  [['', '2026-11-01', '25', ''], 'Ordinary Hours a Day: At most 24 hours'],
  [['', '2026-11-01', 'nine', ''], '"nine" is not hours: write them as 9 or 7:30 (column Ordinary Hours a Day)'],
  [['', '01/02/2026', '9', ''], '"01/02/2026" is not a date: write it as 2026-11-20 (column From)'],
  [['', '', '9', ''], 'There is an hours rule of that date already.'],
])('%j is refused: %s', async (cells, reason) => {
  const { outcomes, rule, paste } = await given();
  const { hoursRule } = await rule({ from: '2026-10-01' });
  // The last line would move the other rule onto the first one's date.
  await rule({ from: null });
  const isMove = reason.startsWith('There is');
  const rows = isMove
    ? [
        [...HEAD, 'Key'],
        [...cells, hoursRule._id],
      ]
    : [HEAD, cells];
  expect(await outcomes(rows)).toEqual([reason]);
  expect((await paste(rows)).sheets).toMatchObject([{ refused: 1 }]);
});

test.each([
  ['Rounding', 'up', 'Rounding: Use one of: none, nearest 5, nearest 6, nearest 10, nearest 15'],
  ['Rounding', 'in up, out down 15', 'Rounding: This would cut pay.'],
  ['Sunday Factor', '0.5', 'Sunday Factor: A factor below 1 would cut pay.'],
  ['Sunday Factor', 'double', '"double" is not a number (column Sunday Factor)'],
  ['Night From', '22:00', 'Night To: Both, or neither'],
  ['Breaks by Hours', '6:30', 'Breaks by Hours: Hours of work and minutes of break, such as 6=30, 9=45'],
  ['Breaks by Hours', '9=45, 6=30', 'Breaks by Hours: Each row with more work and more break than the one before it'],
  ['Week Starts', 'Someday', '"Someday" is not weekdays: write them as Mon-Fri or Sat, Sun (column Week Starts)'],
  ['Pay Period', 'yearly', '"yearly" is none of weekly, fortnightly, monthly, list (column Pay Period)'],
])('%s %j is refused', async (column, cell, reason) => {
  const { outcomes } = await given();
  expect(
    await outcomes([
      [...HEAD, column],
      ['', '2026-11-01', '9', '', cell],
    ]),
  ).toEqual([reason]);
});

test('what a payroll system owns is unchanged as it is shown, and refused otherwise', async () => {
  const { sync, dropBack, outcomes } = await given();
  await sync({ hoursRules: [{ code: 'R1', dayLimitMinutes: 480, effectiveFrom: '2026-11-01' }] });
  expect(await dropBack()).toMatchObject({ unchanged: 1, refused: 0 });
  expect(await outcomes([HEAD, ['', '2026-11-01', '9', '']])).toEqual([
    expect.stringMatching(/owns this hours rule: change it there\.$/),
  ]);
});

test('a whole list deletes the rules that it lacks', async () => {
  const { ask, paste, rule, rules } = await given();
  await rule({ dayLimitMinutes: 540 });
  await rule({ dayLimitMinutes: 480, from: '2026-11-01' });
  const { workbookId } = await paste([HEAD, ['', '', '9', '']]);
  const { outcomeHash, sheets } = await ask(`/setup/workbook/${workbookId}/preview`, { wholeSheets: ['hoursRules'] });
  expect(sheets).toMatchObject([{ unchanged: 1, deleted: 1 }]);
  await ask(`/setup/workbook/${workbookId}/apply`, { outcomeHash, leaveRefused: false });
  expect(await rules()).toMatchObject([{ from: null }]);
});

test('a payroll system takes over the rule of the same time group and date that was made by hand', async () => {
  const { rule, rules, sync, ask } = await given();
  const { hoursRule } = await rule({ dayLimitMinutes: 540, from: '2026-11-01' });
  await rule({ dayLimitMinutes: 500, from: '2026-11-16' });
  await ask('/period-locks', { from: '2026-11-09', to: '2026-11-10' });
  const sent = { code: 'R1', dayLimitMinutes: 540, effectiveFrom: '2026-11-01' };
  expect(await sync({ hoursRules: [sent] })).toMatchObject({ rejected: [] });
  // The same rule under another owner: no day is judged anew.
  expect(await rules()).toMatchObject([
    { _id: hoursRule._id, from: '2026-11-01', dayLimitMinutes: 540, systemId: 'PAYROLL', isLocked: true },
    { from: '2026-11-16', systemId: 'CSV', isLocked: false },
  ]);
  expect((await ask('/exceptions?from=2026-11-09&to=2026-11-15')).counts).not.toHaveProperty('changed-after-lock');
  // A code that the system has used already moves onto the date, in place of what was made by hand.
  expect(await sync({ hoursRules: [{ ...sent, dayLimitMinutes: 480, effectiveFrom: '2026-11-16' }] })).toMatchObject({
    rejected: [],
  });
  expect(await rules()).toMatchObject([{ _id: hoursRule._id, from: '2026-11-16', dayLimitMinutes: 480 }]);
});

test('another system’s rule of the same date is not taken over', async () => {
  const { accountId, sync, rules, rule } = await given();
  const { hoursRule } = await rule({ dayLimitMinutes: 540 });
  await t.db.tenant(accountId, (tx) =>
    tx.run(
      sql`update hours_rule set system_id = 'OTHER' where account_id = ${accountId} and hours_rule_id = ${hoursRule._id}`,
    ),
  );
  expect(await sync({ hoursRules: [{ code: 'R1', dayLimitMinutes: 480 }] })).toMatchObject({
    rejected: [{ part: 'hoursRules', code: 'R1', reason: 'duplicate-date' }],
  });
  expect(await rules()).toMatchObject([{ dayLimitMinutes: 540 }]);
});
