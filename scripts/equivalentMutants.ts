/**
 * Changes that `npm run test:mutants` does not make, because the code cannot behave differently with them: the line, what is replaced in it, and
 * why that is so. Each was looked at by hand; one that fits no line any more is an error, so that none outlives its code.
 */
export type Equivalent = { file: string; line: string; was: string; now: string; why: string };

export const EQUIVALENT: readonly Equivalent[] = [
  ...['8', '24'].map((was) => ({
    file: 'server/alerts/slots.ts',
    line: 'const WEEK_MS = 8 * 24 * 3_600_000;',
    was,
    now: `(${was} + 1)`,
    why: 'the next slots are looked for in pieces of this length, and any piece of a week or more holds one',
  })),
  {
    file: 'server/attendance/cuts.ts',
    line: 'for (let i = lowFrom.length - 2; i >= 0; i--) {',
    was: ' - ',
    now: ' + ',
    why: 'it begins behind the last step, where there is nothing, and comes to the same step',
  },
  {
    file: 'server/attendance/cuts.ts',
    line: 'windowEnd: Math.max(...all.map(({ windowEnd }) => windowEnd)),',
    was: 'Math.max',
    now: 'Math.min',
    why: 'a step within the later of these windows can be of its day, so that there is no cut before it either way',
  },
  {
    file: 'server/attendance/cuts.ts',
    line: 'if (days.low < current.low) current.low = days.low;',
    was: ' < ',
    now: ' <= ',
    why: 'a day takes the place of the same day',
  },
  {
    file: 'server/attendance/zone.ts',
    line: 'if (dates.size >= MOST_DATES) dates.clear();',
    was: ' >= ',
    now: ' < ',
    why: 'what is forgotten is computed again: a cache of dates',
  },
  {
    file: 'server/attendance/calendar.ts',
    line: 'const daysBack = Math.ceil((post + 26 * HOUR) / DAY);',
    was: '26',
    now: '(26 + 1)',
    why: 'one more shift is looked at where it changes anything, whose window cannot hold the instant; the caller compares with the window',
  },
  {
    file: 'server/attendance/window.ts',
    line: 'if (start < 0 && !isWhole) return null;',
    was: ' < ',
    now: ' <= ',
    why: 'where the first stretch is the start, both histories begin with it and were found to be whole',
  },
  {
    file: 'server/alerts/slots.ts',
    line: 'if (times.length === 0 || until <= after) return found;',
    was: ' || ',
    now: ' && ',
    why: 'it only saves the loop, which finds nothing without times, or between an instant and an earlier one',
  },
  {
    file: 'server/alerts/slots.ts',
    line: 'for (let from = after; found.length < count; from += WEEK_MS) {',
    was: ' < ',
    now: ' <= ',
    why: 'what is found beyond the count is cut off',
  },
  {
    file: 'server/alerts/slots.ts',
    line: 'for (let date = addDays(localDateOf(zone, after), -1); date <= last; date = addDays(date, 1)) {',
    was: ' <= ',
    now: ' < ',
    why: 'the last date is the one after that of the end, whose slots are all later',
  },
  {
    file: 'server/attendance/cuts.ts',
    line: 'if (days.high > current.high) current.high = days.high;',
    was: ' > ',
    now: ' >= ',
    why: 'a day takes the place of the same day',
  },
  {
    file: 'server/attendance/zone.ts',
    line: 'const day = Math.floor(wall / DAY);',
    was: ' / ',
    now: ' * ',
    why: 'the key of a cache: each instant has one of its own, and the same date is computed for it',
  },
  {
    file: 'server/attendance/window.ts',
    line: "return first && last ? { steps: chosen.flatMap(({ steps }) => steps), low: first.low, high: last.high } : 'nothing';",
    was: ' && ',
    now: ' || ',
    why: 'a list has a first and a last, or neither',
  },
  {
    file: 'server/attendance/window.ts',
    line: 'if (next >= 0 && to - (all[next]?.steps[0]?.first ?? to) > margin) return next;',
    was: ' >= ',
    now: ' > ',
    why: 'where the first stretch is the end, more is read, and decides the same',
  },
  {
    file: 'server/attendance/store.ts',
    line: 'rows.filter(({ id, deviceId, recordId }) => deviceId !== null && recordId !== null && !stored.has(id));',
    was: ' && ',
    now: ' || ',
    why: 'a row without a device or a number is asked for too, and none is found',
  },
  {
    file: 'server/terminals/attlog.ts',
    line: "while (columns.length > 0 && columns.at(-1) === '') columns.pop();",
    was: ' > ',
    now: ' >= ',
    why: 'the last of no columns is not an empty text',
  },
];
