import { z } from 'zod';
import { Units } from '../attendance/piecework.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { attendanceOf, crewDayOf, type People, peopleOf, workOf } from './crewDays.ts';
import { idOf, internedOf } from './interned.ts';
import type { KeptDay, KeptPerson } from './keptDay.ts';
import { pack, unpack } from './packed.ts';

/** The figures of a day for some people, as trends show them. */
export type DayFigures = Pick<KeptDay, 'date' | 'unfinished' | 'madeAt' | 'validUntil'> & {
  /** Ids of the devices that were silent for at least one of them. */
  silentDevices: number;
  attendance: ReturnType<typeof attendanceOf>;
  work: ReturnType<typeof workOf>;
};

const count = z.int();
/** The stored figures of all employees. */
const stored = z.object({
  date: z.string(),
  silentDevices: count,
  madeAt: z.number(),
  /** Epoch ms; null: without end. */
  validUntil: z.number().nullable(),
  attendance: z.object({
    counts: z.object({
      total: count,
      present: count,
      absent: count,
      pending: count,
      unverified: count,
      off: count,
      late: count,
      onTime: count,
      expected: count,
      excused: count,
      onSite: count,
      left: count,
    }),
    wasted: z.object({ totalTimeMs: z.number(), lateTimeMs: z.number(), irregularBreakTimeMs: z.number() }),
    late: z.array(z.string()),
    absent: z.array(z.string()),
  }),
  work: z.object({
    pieces: z.array(
      z.object({ lookup1: z.string(), lookup2: z.string(), units: z.string(), timeMs: z.number(), entries: count }),
    ),
    pace: z.object({ median: z.number(), lower: z.number(), upper: z.number(), people: count }).nullable(),
  }),
});

/** Returns the figures of a kept day for some people. */
export function figuresOf(day: KeptDay, of: People): DayFigures {
  const { date, unfinished, madeAt, validUntil } = day;
  const { people, lines } = crewDayOf(day, of);
  return {
    date,
    unfinished,
    madeAt,
    validUntil,
    silentDevices: silentDevicesOf(people),
    attendance: attendanceOf(people, ({ employeeId }) => employeeId),
    work: workOf({ people, lines }),
  };
}

/** Returns the same for today, from the model of the crew, as of `now`; `work`: the model's work, if it is known already. */
export function figuresOfToday(model: DayModel, now: number, work = workOfModel(model)): DayFigures {
  const { date, people } = model;
  return {
    date,
    unfinished: true,
    madeAt: now,
    validUntil: now,
    silentDevices: silentDevicesOf(people),
    attendance: attendanceOf(people, ({ employee }) => employee._id),
    work,
  };
}

/** Returns the work of a model. */
export const workOfModel = ({ people, lines }: DayModel) =>
  workOf({
    people,
    lines: lines.map(({ lookup1, lookup2, units, timeMs, entries }) => ({
      lookup1: lookup1.code ?? '',
      lookup2: lookup2.code ?? '',
      units: units.toFixed(),
      timeMs,
      entries,
    })),
  });

function silentDevicesOf(people: readonly Pick<KeptPerson, 'silentOn'>[]): number {
  const silent = new Set<string>();
  for (const { silentOn } of people) for (const id of silentOn) silent.add(id);
  return silent.size;
}

const EVERYBODY = peopleOf({}, []);
/** Returns the figures of all employees on a past day, as they are stored. */
export function packFigures(day: KeptDay): Promise<Buffer> {
  const { unfinished: _, validUntil, work, attendance, ...figures } = figuresOf(day, EVERYBODY);
  const written: z.input<typeof stored> = {
    ...figures,
    validUntil: Number.isFinite(validUntil) ? validUntil : null,
    attendance: {
      ...attendance,
      late: Array.from(attendance.late, idOf),
      absent: Array.from(attendance.absent, idOf),
    },
    work: { ...work, pieces: work.pieces.map((piece) => ({ ...piece, units: piece.units.toFixed() })) },
  };
  return pack(written);
}

/** Returns the figures that `packFigures` wrote; null for those of another version, so that the day is made again. */
export async function unpackFigures(content: Buffer): Promise<DayFigures | null> {
  const figures = await unpack(stored, content);
  if (!figures) return null;
  const { work, validUntil, attendance } = figures;
  const pieces = work.pieces.map((piece) => ({ ...piece, units: new Units(piece.units) }));
  return {
    ...figures,
    validUntil: validUntil ?? Number.POSITIVE_INFINITY,
    unfinished: false,
    work: { ...work, pieces },
    attendance: { ...attendance, late: internedOf(attendance.late), absent: internedOf(attendance.absent) },
  };
}
