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
];
