import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { bucket } from '#contract/stats.ts';
import { Units } from '../attendance/piecework.ts';
import type { KeptDay, KeptLine, KeptPerson } from './keptDay.ts';

/** A kept day in columns: a hundred bytes a person, which one statement brings back for 90 days. */
const column = { text: z.array(z.string()), whole: z.array(z.number()) };
const coded = z.object({ code: z.string().nullable(), description: z.string() });
const packed = z.object({
  /** Another shape is another number: what is kept in it is made again. */
  format: z.literal(1),
  date: z.string(),
  silentDevices: z.int(),
  /** Epoch ms; null: for ever. */
  madeAt: z.number(),
  validUntil: z.number().nullable(),
  /** The values that columns name by their places. */
  timeGroups: z.array(z.string().nullable()),
  coded: z.array(coded),
  people: z.object({
    employeeId: column.text,
    cell: column.text,
    status: z.array(bucket),
    timeGroup: column.whole,
    units: column.text,
    /** 1 late, 2 excused, 4 open. */
    flags: column.whole,
    lateMs: column.whole,
    irregularMs: column.whole,
    clockedMs: column.whole,
    workedMs: column.whole,
    entries: column.whole,
    timeIn: z.array(z.number().nullable()),
  }),
  lines: z.object({
    /** The place of the person. */
    person: column.whole,
    lookup1: column.whole,
    lookup2: column.whole,
    units: column.text,
    timeMs: column.whole,
    entries: column.whole,
  }),
});
type Packed = z.infer<typeof packed>;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Collects different values, each with its place. */
function places<T>() {
  const known = new Map<string, number>();
  const values: T[] = [];
  return {
    values,
    of(value: T) {
      const key = JSON.stringify(value);
      const place = known.get(key) ?? values.push(value) - 1;
      known.set(key, place);
      return place;
    },
  };
}

export async function packDay(day: KeptDay): Promise<Buffer> {
  const { people, lines } = day;
  const timeGroups = places<string | null>();
  const codes = places<z.infer<typeof coded>>();
  const place = new Map(people.map((person, index) => [person, index]));
  const content: Packed = {
    format: 1,
    date: day.date,
    silentDevices: day.silentDevices,
    madeAt: day.madeAt,
    validUntil: Number.isFinite(day.validUntil) ? day.validUntil : null,
    people: {
      employeeId: people.map(({ employeeId }) => employeeId),
      cell: people.map(({ cell }) => cell),
      status: people.map(({ status }) => status),
      timeGroup: people.map(({ timeGroupId }) => timeGroups.of(timeGroupId)),
      units: people.map(({ units }) => units),
      flags: people.map(({ late, excused, isOpen }) => (late ? 1 : 0) + (excused ? 2 : 0) + (isOpen ? 4 : 0)),
      lateMs: people.map(({ lateMs }) => lateMs),
      irregularMs: people.map(({ irregularMs }) => irregularMs),
      clockedMs: people.map(({ clockedMs }) => clockedMs),
      workedMs: people.map(({ workedMs }) => workedMs),
      entries: people.map(({ entries }) => entries),
      timeIn: people.map(({ timeIn }) => timeIn),
    },
    lines: {
      person: lines.map(({ person }) => place.get(person) ?? -1),
      lookup1: lines.map(({ lookup1 }) => codes.of(lookup1)),
      lookup2: lines.map(({ lookup2 }) => codes.of(lookup2)),
      units: lines.map(({ units }) => units.toFixed()),
      timeMs: lines.map(({ timeMs }) => timeMs),
      entries: lines.map(({ entries }) => entries),
    },
    timeGroups: timeGroups.values,
    coded: codes.values,
  };
  return zip(JSON.stringify(content), { level: 1 });
}

/** Returns a kept day; null where its shape is another version's, or it is damaged: then it is made again. */
export async function unpackDay(content: Buffer): Promise<KeptDay | null> {
  const parsed = packed.safeParse(
    await unzip(content)
      .then((text): unknown => JSON.parse(text.toString('utf8')))
      .catch(() => null),
  );
  return parsed.success ? dayOf(parsed.data) : null;
}

function dayOf({ people: columns, lines: work, ...day }: Packed): KeptDay | null {
  const at = <T>(values: readonly T[], index: number, otherwise: T) => values[index] ?? otherwise;
  const people = columns.employeeId.map((employeeId, i): KeptPerson => {
    const flags = at(columns.flags, i, 0);
    return {
      employeeId,
      cell: at(columns.cell, i, '-'),
      status: at(columns.status, i, 'off'),
      timeGroupId: day.timeGroups[at(columns.timeGroup, i, -1)] ?? null,
      units: at(columns.units, i, '0'),
      late: (flags & 1) !== 0,
      excused: (flags & 2) !== 0,
      isOpen: (flags & 4) !== 0,
      lateMs: at(columns.lateMs, i, 0),
      irregularMs: at(columns.irregularMs, i, 0),
      clockedMs: at(columns.clockedMs, i, 0),
      workedMs: at(columns.workedMs, i, 0),
      entries: at(columns.entries, i, 0),
      timeIn: columns.timeIn[i] ?? null,
    };
  });
  const lines: KeptLine[] = [];
  for (const [i, place] of work.person.entries()) {
    const person = people[place];
    const lookup1 = day.coded[at(work.lookup1, i, -1)];
    const lookup2 = day.coded[at(work.lookup2, i, -1)];
    if (!person || !lookup1 || !lookup2) return null;
    const units = new Units(at(work.units, i, '0'));
    lines.push({ person, lookup1, lookup2, units, timeMs: at(work.timeMs, i, 0), entries: at(work.entries, i, 0) });
  }
  const { date, silentDevices, madeAt } = day;
  // Only what is over is kept.
  const validUntil = day.validUntil ?? Number.POSITIVE_INFINITY;
  return { date, people, lines, silentDevices, unfinished: false, madeAt, validUntil };
}
