import { z } from 'zod';
import { pieceworkGroup } from '#contract/stats.ts';
import { Units } from '../attendance/piecework.ts';
import type { Crew } from '../stats/crew.ts';
import { attendanceOf, crewDayOf, type Roster, workOf } from './crewDays.ts';
import type { KeptDay } from './keptDay.ts';

/** The figures of a day for some people, as trends show them. */
export type DayFigures = Pick<KeptDay, 'date' | 'silentDevices' | 'unfinished' | 'madeAt' | 'validUntil'> & {
  attendance: ReturnType<typeof attendanceOf>;
  work: ReturnType<typeof workOf>;
};
/** Some people, as of a roster. `key`: '' for everybody (crewDays.ts). */
export type People = { crew: Crew; roster: Roster; key: string };

const count = z.int();
/** Everybody's figures as they are stored. */
const stored = z.object({
  silentDevices: count,
  attendance: z.object({
    counts: z.object({
      ...{ total: count, present: count, absent: count, pending: count, unverified: count, off: count },
      ...{ late: count, onTime: count, expected: count, excused: count, onSite: count, left: count },
    }),
    wasted: z.object({ totalTimeMs: z.number(), lateTimeMs: z.number(), irregularBreakTimeMs: z.number() }),
    late: z.array(z.string()),
    absent: z.array(z.string()),
  }),
  work: z.object({
    lookup1: z.array(pieceworkGroup),
    lookup2: z.array(pieceworkGroup),
    units: z.string(),
    pace: z.object({ median: z.number(), lower: z.number(), upper: z.number(), people: count }).nullable(),
  }),
});

/** Returns the figures of a kept day for some people. */
export const figuresOf = (day: KeptDay, { crew, roster }: Pick<People, 'crew' | 'roster'>) => {
  const own = crewDayOf(day, crew, roster);
  return { attendance: attendanceOf(own), work: workOf(own) };
};

/** Returns everybody's figures of a day as they are stored. */
export function everybodysFigures(day: KeptDay): string {
  const { attendance, work } = figuresOf(day, { crew: {}, roster: new Map() });
  const written: z.input<typeof stored> = {
    silentDevices: day.silentDevices,
    attendance,
    work: { ...work, units: work.units.toFixed() },
  };
  return JSON.stringify(written);
}

/** Returns what `everybodysFigures` wrote; null where its shape is another version's: then the day is made again. */
export function readFigures(text: string) {
  const parsed = stored.safeParse(JSON.parse(text));
  if (!parsed.success) return null;
  const { silentDevices, attendance, work } = parsed.data;
  return { silentDevices, attendance, work: { ...work, units: new Units(work.units) } };
}
