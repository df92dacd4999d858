import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOURS_RULE_DEFAULTS, type HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import type { ShiftDay } from '#contract/office/setupLists.ts';
import { cellsOf, peopleOf } from '#src/features/office/setup/cells.ts';
import { brokenByWeek } from '#src/features/office/setup/shiftLimits.ts';
import { barsOf, newDay, warningsOf, weekOn } from '#src/features/office/setup/shifts.ts';

const day = (weekday: number, startTime: string, endTime: string, over: Partial<ShiftDay> = {}): ShiftDay => ({
  ...newDay(weekday),
  breaks: [],
  startTime,
  endTime,
  ...over,
});
const bar = (weekday: number, start: number, end: number, over: object = {}) => ({
  weekday,
  start,
  end,
  isBreak: false,
  isContinued: false,
  ...over,
});

describe('the bars of a week', () => {
  it('run into the next day, Sunday’s into Monday, breaks after midnight too; a rest day has none', () => {
    expect(barsOf([day(1, '07:00', '16:00', { breaks: [{ startTime: '12:00', endTime: '13:00' }] })])).toEqual([
      bar(1, 420, 960),
      bar(1, 720, 780, { isBreak: true }),
    ]);
    const night = day(7, '22:00', '06:00', {
      breaks: [
        { startTime: '23:45', endTime: '00:15' },
        { startTime: '02:00', endTime: '02:30' },
      ],
    });
    expect(barsOf([night])).toEqual([
      bar(7, 1320, 1440),
      bar(1, 0, 360, { isContinued: true }),
      bar(7, 1425, 1440, { isBreak: true }),
      bar(1, 0, 15, { isBreak: true, isContinued: true }),
      bar(1, 120, 150, { isBreak: true, isContinued: true }),
    ]);
    expect(barsOf([day(2, '22:00', '00:00'), day(3, '00:00', '00:00', { isRest: true })])).toEqual([
      bar(2, 1320, 1440),
    ]);
    expect(barsOf([day(3, '07:00', '07:00')])).toEqual([bar(3, 420, 1440), bar(4, 0, 420, { isContinued: true })]);
  });

  it('cover the minutes of the shifts, each once', () => {
    const time = fc.integer({ min: 0, max: 1439 });
    const text = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), time, time, (weekday, start, end) => {
        const drawn = barsOf([day(weekday, text(start), text(end))]).flatMap((one) =>
          Array.from({ length: one.end - one.start }, (_, i) => ((one.weekday - 1) * 1440 + one.start + i) % 10_080),
        );
        const length = end > start ? end - start : end - start + 1440;
        const worked = Array.from({ length }, (_, i) => ((weekday - 1) * 1440 + start + i) % 10_080);
        expect(drawn).toEqual(worked);
      }),
    );
  });
});

describe('the warnings of a day', () => {
  const at = (text: string) => `A punch at ${text} could belong to either shift.`;
  it.each<[what: string, day: ShiftDay, week: ShiftDay[], warnings: string[]]>([
    ['nothing odd', newDay(1), [1, 2, 3, 4, 5].map(newDay), []],
    ['rest', day(1, '00:00', '00:00', { isRest: true, breaks: [{ startTime: '12:00', endTime: '13:00' }] }), [], []],
    [
      'a break before, one across the end, one inside',
      day(1, '07:00', '16:00', {
        breaks: [
          { startTime: '06:00', endTime: '06:15' },
          { startTime: '15:45', endTime: '16:15' },
          { startTime: '15:45', endTime: '16:00' },
        ],
      }),
      [],
      ['The break from 06:00 to 06:15 is outside the shift.', 'The break from 15:45 to 16:15 is outside the shift.'],
    ],
    ['a break of a night', day(1, '22:00', '06:00', { breaks: [{ startTime: '02:00', endTime: '02:30' }] }), [], []],
    [
      'a break after a night',
      day(1, '22:00', '06:00', { breaks: [{ startTime: '06:00', endTime: '06:30' }] }),
      [],
      ['The break from 06:00 to 06:30 is outside the shift.'],
    ],
    ['16 hours', day(1, '06:00', '22:00'), [], []],
    ['over 16 hours', day(1, '06:00', '22:01'), [], ['The shift is longer than 16 hours.']],
    // One window lasts until 06:00 + 4:00 = 10:00 on Tuesday; the next begins at 07:30 - 2:00.
    ['a night and the morning after', day(1, '22:00', '06:00'), [day(2, '07:30', '16:00')], [at('05:30')]],
    ['the same, looked at in the morning', day(2, '07:30', '16:00'), [day(1, '22:00', '06:00')], [at('05:30')]],
    ['Sunday night and Monday', day(7, '22:00', '06:00'), [day(1, '07:00', '16:00')], [at('05:00')]],
    ['windows that touch', day(1, '22:00', '06:00'), [day(2, '12:00', '20:00')], []],
    ['a day of rest between', day(1, '22:00', '06:00'), [day(2, '07:00', '16:00', { isRest: true })], []],
    ['not the day before yesterday', day(3, '07:00', '16:00'), [day(1, '22:00', '06:00')], []],
  ])('%s', (_, one, week, warnings) => {
    expect(warningsOf(one, week)).toEqual(warnings);
  });
});

describe('a week that breaks limits of hours by itself', () => {
  const week = (startTime: string, endTime: string, weekdays = [1, 2, 3, 4, 5], over: Partial<ShiftDay> = {}) =>
    weekdays.map((weekday) => day(weekday, startTime, endTime, over));
  const told = (days: readonly ShiftDay[], limits: Partial<HoursRuleValue>) =>
    brokenByWeek(days, { ...HOURS_RULE_DEFAULTS, dayLimitMinutes: null, weekLimitMinutes: null, ...limits });
  it.each<[string, ShiftDay[], Partial<HoursRuleValue>, string[]]>([
    ['no limit', week('06:00', '20:00'), {}, []],
    ['12 h are kept', week('06:00', '18:00', [1]), { maxDayMinutes: 720 }, []],
    [
      'one minute more',
      week('06:00', '18:01', [1]),
      { maxDayMinutes: 720 },
      ['Monday breaks a limit: Hours a day 12:01 of 12:00.'],
    ],
    [
      'an unpaid break is left out, a paid one not',
      [
        ...week('06:00', '18:30', [1], { breaks: [{ startTime: '12:00', endTime: '13:00', paid: false }] }),
        ...week('06:00', '18:30', [2], { breaks: [{ startTime: '12:00', endTime: '13:00' }] }),
      ],
      { maxDayMinutes: 720 },
      ['Tuesday breaks a limit: Hours a day 12:30 of 12:00.'],
    ],
    ['six of 10:00', week('07:00', '17:00', [1, 2, 3, 4, 5, 6]), { maxSevenDaysMinutes: 3_600 }, []],
    [
      'six of 10:01',
      week('07:00', '17:01', [1, 2, 3, 4, 5, 6]),
      { maxSevenDaysMinutes: 3_600 },
      ['The week breaks a limit: Hours in 7 days 60:06 of 60:00.'],
    ],
    [
      'overtime of the day and of the week',
      week('07:00', '17:00'),
      { dayLimitMinutes: 540, weekLimitMinutes: 2_640, maxOvertimeMinutes: 300 },
      ['The week breaks a limit: Overtime a week 6:00 of 5:00.'],
    ],
    [
      'rest from a night to the next day, and from Sunday to Monday',
      [day(1, '06:00', '14:00'), day(2, '14:00', '23:30'), day(3, '07:00', '16:00'), day(7, '20:00', '04:00')],
      { minRestMinutes: 660 },
      [
        'Wednesday breaks a limit: Rest between shifts 7:30, at least 11:00.',
        'Monday breaks a limit: Rest between shifts 2:00, at least 11:00.',
      ],
    ],
    ['a rest day', week('07:00', '16:00', [1, 2, 3, 4, 5, 6]), { restDays: '2 in 14' }, []],
    [
      'no rest day',
      week('07:00', '16:00', [1, 2, 3, 4, 5, 6, 7]),
      { restDays: '1 in 7', isUnder18: true },
      ['The week breaks a limit: Rest days (under 18): 7 days of work, at most 6.'],
    ],
    [
      'the part of a shift within the night',
      [day(1, '18:00', '03:00'), day(2, '04:00', '13:00')],
      { nightStart: '22:00', nightEnd: '06:00', maxNightMinutes: 240 },
      ['Monday breaks a limit: Night work 5:00 of 4:00.'],
    ],
  ])('%s', (_, days, limits, words) => expect(told(days, limits)).toEqual(words));
});

it('the week in force is the last that has begun, else the first', () => {
  const weeks = [null, '2026-11-20', '2026-12-01'].map((from) => ({ from, days: [] }));
  const from = (date: string, own = weeks) => weekOn({ weeks: own }, date)?.from;
  expect([from('2026-11-19'), from('2026-11-20'), from('2027-01-01')]).toEqual([null, '2026-11-20', '2026-12-01']);
  expect(from('2026-11-19', weeks.slice(1))).toBe('2026-11-20');
});

describe('pasted cells', () => {
  it.each<[what: string, text: string, cells: string[][]]>([
    [
      'tabs, as spreadsheets copy',
      '1001\tAnn\tAdams\r\n1002\tBob\t\r\n',
      [
        ['1001', 'Ann', 'Adams'],
        ['1002', 'Bob', ''],
      ],
    ],
    ['semicolons', '1001;Ann;Adams, the second', [['1001', 'Ann', 'Adams, the second']]],
    ['commas', '1001, Ann ,Adams', [['1001', 'Ann', 'Adams']]],
    [
      'quotes with a mark, a quote and a line break within',
      '1\t"a\tb"\t"say ""hi"""\n2\t"two\nlines"\tx',
      [
        ['1', 'a\tb', 'say "hi"'],
        ['2', 'two lines', 'x'],
      ],
    ],
    ['a quote within a word stays', '1\tO"Neil', [['1', 'O"Neil']]],
    ['empty lines are left out', '\n\n1\ta\n\t\n', [['1', 'a']]],
    ['nothing', '', []],
    ['a quote that never ends', '1\t"a\n2\tb', [['1', 'a 2\tb']]],
  ])('%s', (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it('of tables of any text come back as they were, without spaces around them', () => {
    const cell = fc.string({ maxLength: 6 }).map((text) => text.replace(/[\r\n]/g, '').trim());
    const quoted = (text: string) => (/["\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), (rows) => {
        const text = rows.map((row) => row.map(quoted).join('\t')).join('\n');
        expect(cellsOf(text)).toEqual(rows.filter((row) => row.some(Boolean)));
      }),
    );
  });

  it('of people may be typed with spaces', () => {
    expect(peopleOf('1001 Thandi Mokoena Nkosi\n1002 Jan')).toEqual([
      ['1001', 'Thandi', 'Mokoena Nkosi'],
      ['1002', 'Jan', ''],
    ]);
    expect(peopleOf('1001\tAnn Mary\tAdams')).toEqual([['1001', 'Ann Mary', 'Adams']]);
  });
});
