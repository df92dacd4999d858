import { describe, expect, it } from 'vitest';
import { hoursOf, OwnWeek } from '#recorder/app/ownWeek.ts';
import type { Direction, LogRecord } from '#recorder/core/record.ts';
import { piece, punch } from './recorder.support.ts';

const ZONE = 'Africa/Johannesburg';
/** 'Mon 22 07:00' of November and December 2026 is a local time of the account, two hours ahead of UTC. */
const at = (text: string) => {
  const [, day = '', time = ''] = text.split(' ');
  return Date.parse(`2026-${Number(day) > 20 ? '11' : '12'}-${day.padStart(2, '0')}T${time}:00+02:00`);
};
let made = 0;
const recorded = (draft: ReturnType<typeof piece>, wall: number): LogRecord => ({
  ...(draft as LogRecord), // a draft of a clock or piece record lacks only what follows
  id: `r-${++made}`,
  group: 'g',
  from: { reading: 1, plus: 0 },
  wall,
  state: 'held',
  heldUntil: 0,
});
const clocked = (direction: Direction, text: string, number?: string) =>
  recorded({ ...punch(number), direction } as ReturnType<typeof piece>, at(text));
/** 'Mon 23 in 07:00' */
const clockings = (texts: string[]) =>
  texts.map((text) => {
    const [day, date, direction, time] = text.split(' ');
    return clocked(direction as Direction, `${day} ${date} ${time}`);
  });
const weekOf = (records: LogRecord[]) => {
  const week = new OwnWeek(ZONE);
  for (const record of records) week.add(record, 0);
  return week;
};
const { person } = punch();

describe('a person’s own hours of the week', () => {
  it.each<[string, string[], string, string, string]>([
    ['nothing', [], 'Wed 25 07:00', '0:00', '0:00'],
    ['an open IN counts nothing yet', ['Mon 23 in 07:00'], 'Mon 23 07:00', '0:00', '0:00'],
    ['one day', ['Mon 23 in 07:00', 'Mon 23 out 16:05'], 'Mon 23 16:05', '9:05', '9:05'],
    [
      'a break and the day before',
      [
        'Mon 23 in 07:00',
        'Mon 23 out 15:00',
        'Tue 24 in 07:00',
        'Tue 24 out 12:00',
        'Tue 24 in 13:00',
        'Tue 24 out 16:00',
      ],
      'Tue 24 16:00',
      '8:00',
      '16:00',
    ],
    [
      'IN twice counts from the first',
      ['Mon 23 in 07:00', 'Mon 23 in 07:30', 'Mon 23 out 16:00'],
      'Mon 23 16:00',
      '9:00',
      '9:00',
    ],
    [
      'OUT twice counts to the first',
      ['Mon 23 in 07:00', 'Mon 23 out 16:00', 'Mon 23 out 17:00'],
      'Mon 23 17:00',
      '9:00',
      '9:00',
    ],
    [
      'a forgotten OUT counts nothing',
      ['Mon 23 in 07:00', 'Tue 24 in 07:00', 'Tue 24 out 16:00'],
      'Tue 24 16:00',
      '9:00',
      '9:00',
    ],
    ['AUTO promises no direction', ['Mon 23 auto 07:00', 'Mon 23 auto 16:00'], 'Mon 23 16:00', '0:00', '0:00'],
    ['a night belongs to its IN', ['Tue 24 in 22:00', 'Wed 25 out 06:00'], 'Wed 25 06:00', '8:00', '8:00'],
    [
      'and is over after it',
      ['Tue 24 in 22:00', 'Wed 25 out 06:00', 'Wed 25 in 22:00'],
      'Wed 25 22:00',
      '0:00',
      '8:00',
    ],
    [
      'the night of Sunday is last week’s',
      ['Thu 26 in 22:00', 'Fri 27 out 06:00', 'Sun 29 in 22:00', 'Mon 30 out 06:00'],
      'Mon 30 06:00',
      '8:00',
      '16:00',
    ],
    [
      'last week is not this week’s',
      ['Sun 29 in 07:00', 'Sun 29 out 12:00', 'Mon 30 in 07:00', 'Mon 30 out 16:00'],
      'Mon 30 16:00',
      '9:00',
      '9:00',
    ],
    [
      'over the end of a month',
      ['Mon 30 in 07:00', 'Mon 30 out 16:00', 'Tue 1 in 07:00', 'Tue 1 out 16:00'],
      'Tue 1 16:00',
      '9:00',
      '18:00',
    ],
  ])('%s', (_, texts, now, today, week) => {
    const own = weekOf(clockings(texts)).of(person, at(now));
    expect([hoursOf(own.today), hoursOf(own.week)]).toEqual([`${today} h`, `${week} h`]);
  });
  it('are nobody else’s, whatever the order in which they were read', () => {
    const records = [clocked('in', 'Mon 23 07:00', '1002'), ...clockings(['Mon 23 in 08:00', 'Mon 23 out 12:00'])];
    for (const order of [records, records.toReversed()])
      expect(weekOf(order).of(person, at('Mon 23 12:00')).week).toBe(4 * 3_600_000);
  });
});

describe('a person’s own pieces of the week', () => {
  it('count once, with corrections, without what was undone and without last week’s', () => {
    const [monday, tuesday, fewer, undone, before] = [
      recorded(piece('10'), at('Mon 23 09:00')),
      recorded(piece('0.334'), at('Tue 24 09:00')),
      recorded(piece('-2'), at('Tue 24 10:00')),
      recorded(piece('5'), at('Tue 24 11:00')),
      recorded(piece('7'), at('Sun 22 23:59')),
    ];
    const week = weekOf([monday, monday, tuesday, fewer, undone, before]);
    week.remove(undone);
    expect(week.of(person, at('Tue 24 11:00'))).toEqual({ today: 0, week: 0, units: 8_334 });
  });
});
