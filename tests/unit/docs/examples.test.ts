import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { shareOf, shareOfAll } from '#contract/figures/quality.ts';
import { calendarOf, type StandardTime } from '#server/attendance/calendar.ts';
import { type Scan, standingsOf } from '#server/attendance/containers.ts';
import { deriveHistory, shiftsOf } from '#server/attendance/derive.ts';
import { divide } from '#server/attendance/division.ts';
import type { SentDirection } from '#server/attendance/events.ts';
import { unclockedOf } from '#server/attendance/factRows.ts';
import { type Entry, pairTotals, unitsPerHour, workedMs } from '#server/attendance/piecework.ts';
import type { SamplesTogether } from '#server/attendance/samples.sql.ts';
import { lookedAtOf } from '#server/figures/quality/quality.ts';
import { thousandthsOf } from '#server/platform/thousandths.ts';
import { createSum } from '#server/platform/units.ts';
import { HOUR } from '#server/platform/zone.ts';
import { local, type Spoken, story, week } from '#tests/support/attendance.ts';
import { type Example, examplesOf } from '#tests/support/examples.ts';

/** The examples of the reference pages hold: each column of a table is a condition or what must come of it. */

const DAY = '2026-11-20';
const dayAfter = (days: number, day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const listOf = (cell: string) => (cell === '' || cell === 'none' ? [] : cell.split(',').map((part) => part.trim()));

/** '+1 06:10' as a date and time. */
function momentOf(text: string, day: string): string {
  const [, days = '0', time = ''] = /^(?:([+-]\d) )?(\S+)$/.exec(text) ?? [];
  return `${dayAfter(Number(days), day)} ${time}`;
}
function punchOf(text: string, day: string): Spoken {
  const [, direction, at = ''] = /^(?:(IN|OUT) )?(.+)$/.exec(text) ?? [];
  const moment = momentOf(at, day);
  return direction ? [moment, direction.toLowerCase() as SentDirection] : moment;
}
function timesOf(cell: string | undefined): StandardTime[] {
  if (cell === undefined || cell === '07:00-16:00') return week();
  // A shift of other weekdays, so that the account has standard times.
  if (cell === 'rest') return week({}, [1, 2, 3]);
  const [startTime = '', endTime = ''] = cell.split('-');
  return week({ startTime, endTime, breaks: [] });
}

/** Returns a length as the pages write it: 0:20, with seconds where it has any; empty for none. */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${hours}:${pad(minutes)}${rest === 0 ? '' : `:${pad(rest)}`}`;
}
const unlessZero = (ms: number) => (ms === 0 ? '' : lengthText(ms));

type Day = ReturnType<typeof story>;
const ATTENDANCE: Record<string, (day: Day, textAt: (at: number) => string, date: string) => string> = {
  status: ({ status, provisional }) => (provisional ? `${status}, provisional` : status),
  'time in': ({ timeIn }, textAt) => (timeIn === null ? '' : textAt(timeIn)),
  late: ({ late, lateMs }) => (late ? lengthText(lateMs) : ''),
  'irregular break': ({ irregularMs }) => unlessZero(irregularMs),
  'left early': ({ earlyLeaveMs }) => unlessZero(earlyLeaveMs),
  'time wasted': ({ lateMs, irregularMs }) => lengthText(lateMs + irregularMs),
  clocked: ({ intervals }) => lengthText(intervals.reduce((sum, interval) => sum + interval.end - interval.in, 0)),
  flags: ({ flags }) => flags.join(', '),
  events: ({ day }, textAt) =>
    day.events.map(({ at, direction }) => `${direction.toUpperCase()} ${textAt(at)}`).join(', '),
  'hours of the shift': ({ calendar }, _, date) => {
    const shift = calendar.shiftOn('group', date);
    return shift ? lengthText(shift.end - shift.start) : '';
  },
};

function judged({ cells }: Example) {
  const day = cells.day ?? DAY;
  const asOf = momentOf(cells['as of'] ?? '12:00', day);
  const heard = cells['devices last in contact'];
  const contacts =
    heard === 'none' ? [null] : listOf(heard ?? '').map((text) => momentOf(text.replace(' ended', ''), day));
  const first = cells['first evidence'];
  const result = story(
    {
      zone: cells.zone ?? 'Africa/Johannesburg',
      times: timesOf(cells.shift),
      punches: listOf(cells.punches ?? '').map((text) => punchOf(text, day)),
      ...(heard !== undefined && { contacts, dayEnded: heard.endsWith('ended') }),
      ...(first !== undefined && { firstEvidence: first === 'none' ? null : momentOf(first, day) }),
    },
    day,
    asOf,
  );
  /** Returns an instant as the pages write it, with seconds where the example has any. */
  const textAt = (at: number) => {
    const events = cells.events ?? '';
    for (const days of [0, 1, -1]) {
      const seconds = (at - local(result.calendar, `${dayAfter(days, day)} 00:00`)) / 1_000;
      if (seconds < 0 || seconds >= 86_400) continue;
      const pad = (n: number) => String(n).padStart(2, '0');
      const time = `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}`;
      const full = `${time}:${pad(seconds % 60)}`;
      const sign = days === 0 ? '' : `${days > 0 ? '+' : ''}${days} `;
      return `${sign}${seconds % 60 !== 0 || events.includes(full) ? full : time}`;
    }
    return new Date(at).toISOString();
  };
  return (column: string) => ATTENDANCE[column]?.(result, textAt, day);
}

const entriesOf = (cell: string): Entry[] =>
  cell.split(';').map((text) => {
    const [units = '', time] = text.trim().split(' ');
    const [from, to] = time?.split('-') ?? [];
    const ms = (clock: string) => {
      const [hours = 0, minutes = 0] = clock.split(':').map(Number);
      return (hours * 60 + minutes) * 60_000;
    };
    const timed = from !== undefined && to !== undefined;
    return {
      units,
      startedAt: timed ? ms(from) : 8 * HOUR,
      endedAt: timed ? ms(to) : null,
      durationMs: !timed && time ? ms(time) : null,
      lookup1: null,
      lookup2: null,
    };
  });
function unitsOf(entries: readonly Entry[]): string {
  const sum = createSum();
  for (const { units } of entries) sum.add(units);
  return sum.total().toFixed();
}
const PIECEWORK: Record<string, (entries: Entry[]) => string> = {
  units: unitsOf,
  'time spent': (entries) => lengthText(pairTotals(entries).reduce((sum, { timeMs }) => sum + timeMs, 0)),
  'hours of pace': (entries) => lengthText(workedMs(entries)),
  'units/hr': (entries) => {
    const pace = unitsPerHour(unitsOf(entries), workedMs(entries));
    return pace === null ? '' : new Decimal(pace).toFixed();
  },
};

function checks(
  page: string,
  kind: string,
  least: number,
  resultsOf: (example: Example) => (column: string) => string | undefined,
) {
  const examples = examplesOf(page, kind);
  test('has its examples', () => expect(examples.length).toBeGreaterThanOrEqual(least));
  test.each(examples)('line $line', (example) => {
    const resultOf = resultsOf(example);
    const results = Object.keys(example.cells).filter((column) => resultOf(column) !== undefined);
    expect(results.length).toBeGreaterThan(0);
    expect(Object.fromEntries(results.map((column) => [column, resultOf(column)]))).toEqual(
      Object.fromEntries(results.map((column) => [column, example.cells[column]])),
    );
  });
}

describe('docs/reference/attendance.md', () => checks('docs/reference/attendance.md', 'attendance', 45, judged));
describe('docs/reference/piecework.md', () =>
  checks('docs/reference/piecework.md', 'piecework', 15, ({ cells }) => {
    const entries = entriesOf(cells.entries ?? '');
    return (column) => PIECEWORK[column]?.(entries);
  }));

describe('docs/reference/piecework.md, work days', () =>
  checks('docs/reference/piecework.md', 'dated pieces', 12, ({ cells }) => {
    const { entry = '', zone = '' } = cells;
    const calendar = calendarOf(zone || 'Africa/Johannesburg', timesOf(cells.shift));
    const shifts = shiftsOf(calendar, 'group');
    const punches = listOf(cells.punches ?? '').map((text) => {
      const spoken = punchOf(text, DAY);
      const [at, direction] = typeof spoken === 'string' ? [spoken, 'auto' as const] : spoken;
      return { at: local(calendar, at), direction };
    });
    const time = entry === 'date' ? '00:00' : entry;
    const piece: Entry = {
      ...{ startedAt: local(calendar, `${DAY} ${time}`), endedAt: null, durationMs: null, units: '1' },
      ...{ lookup1: null, lookup2: null, ...(entry === 'date' && { date: DAY }) },
    };
    const days = deriveHistory(punches, [piece], shifts);
    const results: Record<string, string> = {
      'work day': [...days].find(([, { entries }]) => entries.length > 0)?.[0] ?? '',
      'without a clock': unclockedOf(days, shifts)([piece]).length > 0 ? 'yes' : 'no',
    };
    return (column) => results[column];
  }));

/** 'B back +1 09:41' as a scan: by whom, what it says, when. */
function scanOf(text: string): Scan & { text: string } {
  const [, by = '', says = 'count', day = '0', clock = ''] =
    /^(?:([A-Z])(?: (back|right|void))?|(?:delivered)) (?:\+(\d) )?(\d\d:\d\d)$/.exec(text) ?? [];
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const at = ((Number(day) * 24 + hours) * 60 + minutes) * 60_000;
  return {
    ...{ id: text, text, at, order: text, until: at + 16 * HOUR, by, standing: 'counted' as const },
    says: by === '' ? 'delivered' : (says as Scan['says']),
  };
}
describe('docs/reference/containers.md', () =>
  checks('docs/reference/containers.md', 'containers', 9, ({ cells }) => {
    const scans = listOf(cells['scans of one bin, 16 hours'] ?? '').map(scanOf);
    const standings = standingsOf(scans);
    const open = scans.filter(
      ({ id, says }) => says !== 'back' && says !== 'void' && standings.get(id) !== 'taken-back',
    );
    const results: Record<string, string> = {
      counts: open
        .filter(({ id, says }) => says === 'right' || standings.get(id) === 'counted')
        .map(({ text }) => text)
        .join(', '),
      'counted twice': open
        .filter(({ id, says }) => says !== 'right' && standings.get(id) === 'duplicate')
        .map(({ text }) => text)
        .join(', '),
    };
    return (column) => results[column];
  }));

/** 'C 5:00' or 'A 0.5' as a member with a weight; of a name alone it is 1. */
function memberOf(text: string) {
  const [employeeId = '', said = '1'] = text.split(' ');
  const [hours = '', minutes] = said.split(':');
  return { employeeId, weight: minutes ? Number(hours) * 60 + Number(minutes) : Number(said) * 1_000 };
}
describe('docs/reference/teams.md', () =>
  checks('docs/reference/teams.md', 'teams', 12, ({ cells }) => {
    const parts = divide(thousandthsOf(cells.units ?? '') ?? 0, listOf(cells.members ?? '').map(memberOf));
    const said = [...parts].filter(([, part]) => part !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
    return (column) =>
      column === 'parts' ? said.map(([name, part]) => `${name} ${part / 1_000}`).join(', ') : undefined;
  }));

/** '50: 2 bruised 1 green' as a sample. */
function sampleOf(text: string): SamplesTogether {
  const [pieces = '', said = ''] = text.split(': ');
  const found = [...said.matchAll(/(\d+) (\w+)/g)].map(([, count, defect]) => [defect, Number(count)] as const);
  return { samples: 1, pieces: Number(pieces), found: Object.fromEntries(found) };
}
describe('docs/reference/quality.md', () =>
  checks('docs/reference/quality.md', 'quality', 5, ({ cells }) => {
    const defects = ['bruised', 'green'];
    const looked = lookedAtOf(
      listOf(cells.samples ?? '').map(sampleOf),
      defects.map((name) => ({ id: name, name })),
    );
    const shares: (number | null)[] = looked.found.map((found) => shareOf(found, looked.pieces));
    const results = new Map([...defects.entries()].map(([nth, name]) => [name, shares[nth] ?? null]));
    results.set('all defects', shareOfAll(looked));
    return (column) => {
      const share = results.get(column);
      return share === null ? '' : share === undefined ? undefined : `${share}%`;
    };
  }));
