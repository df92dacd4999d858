import { describe, expect, test } from 'vitest';
import type { Person } from '#server/figures/stats/person.ts';
import {
  categoriesOf,
  groupsOf,
  type Line,
  NONE,
  performersOf,
  rankingOf,
  timeSpentOf,
} from '#server/figures/stats/piecework.ts';
import { Units } from '#server/platform/units.ts';
import { HOUR, MINUTE } from '#server/platform/zone.ts';

const person = (number: string, units = '0', workedMs = 0, entries = 1): Person => ({
  employee: { _id: number, number, firstName: 'F', lastName: 'L' },
  timeGroupId: null,
  employeeGroupId: null,
  jobDescriptionId: null,
  shift: null,
  paid: null,
  paying: null,
  status: 'present',
  provisional: false,
  quarantined: false,
  deviceIds: null,
  isOpen: false,
  lacksFirstIn: false,
  silentOn: [],
  corrected: false,
  excused: false,
  excusedMs: 0,
  present: true,
  asOf: 0,
  timeIn: null,
  late: false,
  lateMs: 0,
  flags: [],
  intervals: [],
  gaps: [],
  irregularMs: 0,
  earlyLeaveMs: 0,
  entries,
  units,
  workedMs,
});
const numbers = (list: { number: string }[]) => list.map(({ number }) => number);

describe('performers (16)', () => {
  const people = [
    person('10', '30', HOUR),
    person('9', '30', HOUR),
    person('1', '60', 2 * HOUR),
    person('2', '10', 14 * MINUTE),
    person('3', '5'),
    person('4', '0', 0, 0),
    person('5', '1', 15 * MINUTE),
  ];
  test('by Units/hr: at least 15 minutes; ties by units in the list’s own direction, then number', () => {
    expect(numbers(performersOf(people, 'top'))).toEqual(['1', '9', '10', '5']);
    expect(numbers(performersOf(people, 'bottom'))).toEqual(['5', '9', '10', '1']);
  });
  test('by units: everybody with an entry; ties by Units/hr, those without time last', () => {
    expect(numbers(performersOf(people, 'top', 'units'))).toEqual(['1', '9', '10', '2', '3', '5']);
    const tied = [person('1', '5'), person('2', '5', HOUR), person('3', '5', 2 * HOUR)];
    expect(numbers(performersOf(tied, 'top', 'units'))).toEqual(['2', '3', '1']);
    expect(numbers(performersOf(tied, 'bottom', 'units'))).toEqual(['3', '2', '1']);
  });
  test('says whether those in it share a product', () => {
    const people = [person('1', '30', HOUR), person('2', '20', HOUR), person('3', '10', HOUR)];
    const line = (of: number, code: string): Line => ({
      person: people[of] as Person,
      lookup1: { code, description: code },
      lookup2: NONE,
      units: new Units(1),
      timeMs: HOUR,
      entries: 1,
      spans: '{}',
      plainMs: HOUR,
    });
    const differ = (lines: Line[], limit = 10) =>
      rankingOf({ people, lines }, 'top', undefined, limit).differentProducts;
    expect(differ([line(0, 'A'), line(0, 'B'), line(1, 'A'), line(2, 'A')])).toBe(false);
    expect(differ([line(0, 'A'), line(1, 'A'), line(2, 'B')])).toBe(true);
    expect(differ([line(0, 'A'), line(1, 'A'), line(2, 'B')], 2)).toBe(false);
    expect(differ([line(0, 'A'), line(1, 'B')], 1)).toBe(false);
  });

  test('says the largest and the median figure of everybody ranked, the same from either end', () => {
    const figures = (units: string[], end: 'top' | 'bottom', orderBy?: 'units') => {
      const people = units.map((of, index) => person(String(index), of, 2 * HOUR));
      const { largest, median, performers } = rankingOf({ people, lines: [] }, end, orderBy, 2);
      return [largest, median, performers.length];
    };
    for (const end of ['top', 'bottom'] as const) {
      expect(figures(['1', '2.5', '40', '8'], end, 'units')).toEqual([40, 5.25, 2]);
      expect(figures(['1', '2.5', '40'], end, 'units')).toEqual([40, 2.5, 2]);
      expect(figures(['10', '20', '41'], end)).toEqual([20.5, 10, 2]);
      expect(figures([], end)).toEqual([null, null, 0]);
    }
  });

  test('ten at most, and rounded Units/hr decide', () => {
    const many = Array.from({ length: 12 }, (_, i) => person(String(i), '1', HOUR + i));
    expect(performersOf(many, 'top', 'performance', 10)).toHaveLength(10);
    expect(numbers(performersOf([person('2', '10.001', HOUR), person('1', '10.002', HOUR)], 'top'))).toEqual([
      '1',
      '2',
    ]);
    expect(performersOf(many, 'top')[0]?.performance).toBe(1);
  });
});

describe('lookups', () => {
  const line = (number: string, one: string | null, two: string | null, units: string, timeMs = 0): Line => ({
    person: person(number),
    lookup1: one === null ? NONE : { code: one, description: `${one} one` },
    lookup2: two === null ? NONE : { code: two, description: `${two} two` },
    units: new Units(units),
    timeMs,
    entries: 1,
    spans: '{}',
    plainMs: timeMs,
  });
  const lines = [
    line('2', 'B', 'Y', '1.1', 60),
    line('10', 'B', 'Y', '1.1', 60),
    line('1', 'B', 'X', '0.3'),
    line('1', 'A', 'X', '2.5', 30),
    line('3', null, 'X', '-1', 0),
  ];
  test('groups: most units first, then description; entries by the other lookup', () => {
    expect(groupsOf(lines, 'lookup1')).toEqual([
      {
        code: 'A',
        description: 'A one',
        totalUnits: 2.5,
        entries: [{ code: 'X', description: 'X two', units: 2.5 }],
      },
      {
        code: 'B',
        description: 'B one',
        totalUnits: 2.5,
        entries: [
          { code: 'Y', description: 'Y two', units: 2.2 },
          { code: 'X', description: 'X two', units: 0.3 },
        ],
      },
      { code: null, description: '(none)', totalUnits: -1, entries: [{ code: 'X', description: 'X two', units: -1 }] },
    ]);
  });
  test('categories: most units first, their employees by units, then number', () => {
    const categories = categoriesOf(lines);
    expect(categories.map((one) => [one.lookup1Code, one.lookup2Code, one.totalUnits])).toEqual([
      ['A', 'X', 2.5],
      ['B', 'Y', 2.2],
      ['B', 'X', 0.3],
      [null, 'X', -1],
    ]);
    expect(numbers(categories[1]?.employees ?? [])).toEqual(['2', '10']);
  });
  test('time: most first, pairs without time left out', () => {
    expect(timeSpentOf(lines).map((one) => [one.lookup1Name, one.lookup2Name, one.totalTimeMs])).toEqual([
      ['B one', 'Y two', 120],
      ['A one', 'X two', 30],
    ]);
  });
});
