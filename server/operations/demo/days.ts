import { Temporal } from 'temporal-polyfill';
import { between, pick, type Random } from './random.ts';
import type { Worker } from './workers.ts';
import { BLOCKS, type Container, CROPS, inSeason, paceIn, type TimeGroup } from './world.ts';

export type Punch = { worker: Worker; at: Temporal.Instant; status: 0 | 1 };
export type Entry = {
  recordId: string;
  worker: Worker;
  lookup1Code: string;
  lookup2Code: string;
  units: string;
  startedAt: Temporal.Instant;
  endedAt: Temporal.Instant;
  /** The bin or crate from which it was counted. */
  container?: Container & { number: number };
};
export type WorkDay = { punches: Punch[]; entries: Entry[] };

/** Returns the instant of a local time on a day. */
export const at = (day: Temporal.PlainDate, time: string, timeZone: string) =>
  day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).toInstant();
const plus = (instant: Temporal.Instant, minutes: number) => instant.add({ seconds: Math.round(minutes * 60) });

/** The probability that an employee stays at home on a public holiday. */
const HOLIDAY_ABSENCE = 0.65;

/** Returns what one person does on one date: nothing on a rest day or when absent, else punches around the shift and the piecework. */
export function workDay(
  random: Random,
  worker: Worker,
  group: TimeGroup,
  day: Temporal.PlainDate,
  { timeZone, isHoliday, daysAgo }: { timeZone: string; isHoliday: boolean; daysAgo: number },
): WorkDay {
  const nothing = { punches: [], entries: [] };
  if (day.dayOfWeek === group.restDay || random() < (isHoliday ? HOLIDAY_ABSENCE : worker.absence)) return nothing;
  const start = at(day, group.start, timeZone);
  const end = at(group.end <= group.start ? day.add({ days: 1 }) : day, group.end, timeZone);
  const arrives = plus(start, random() < worker.lateness ? between(random, 7, 48) : between(random, -18, 3));
  const leaves = random() < 0.03 ? plus(end, between(random, -90, -20)) : plus(end, between(random, 0, 14));
  const punches: Punch[] = [{ worker, at: arrives, status: 0 }];
  for (const { startTime: from, endTime: to } of group.breaks) {
    if (to <= from || random() < 0.35) continue;
    const out = plus(at(day, from, timeZone), between(random, -2, 4));
    const back = plus(at(day, to, timeZone), random() < 0.12 ? between(random, 8, 32) : between(random, -4, 3));
    if (Temporal.Instant.compare(out, arrives) > 0 && Temporal.Instant.compare(back, leaves) < 0)
      punches.push({ worker, at: out, status: 1 }, { worker, at: back, status: 0 });
  }
  // Now and then an employee forgets to clock out.
  if (random() > 0.02) punches.push({ worker, at: leaves, status: 1 });
  return {
    punches,
    entries: worker.recordsPiecework ? entriesBetween(random, worker, { arrives, leaves, day, daysAgo }) : [],
  };
}

type Stay = { arrives: Temporal.Instant; leaves: Temporal.Instant; day: Temporal.PlainDate; daysAgo: number };
/** Returns tickets of 40 to 110 minutes from arrival to leaving, most of a day in one block with one crop of the season. */
function entriesBetween(random: Random, worker: Worker, { arrives, leaves, day, daysAgo }: Stay): Entry[] {
  const packs = worker.jobCode === 'PACK';
  const crops = packs ? CROPS.slice(-1) : CROPS.slice(0, -1);
  const blocks = packs ? BLOCKS.slice(-2) : BLOCKS.slice(0, -2);
  let crop = inSeason(random, crops, daysAgo);
  let block = pick(random, blocks);
  const entries: Entry[] = [];
  let startedAt = plus(arrives, between(random, 4, 15));
  for (;;) {
    const endedAt = plus(startedAt, between(random, 40, 110));
    if (Temporal.Instant.compare(endedAt, leaves) > 0) return entries;
    const hours = startedAt.until(endedAt).total('hours');
    entries.push({
      recordId: `${day}-${worker.code}-${entries.length + 1}`,
      worker,
      lookup1Code: crop.code,
      lookup2Code: block.code,
      units: Math.max(1, crop.perHour * hours * worker.pace * paceIn(block.code) * between(random, 0.85, 1.15)).toFixed(
        packs ? 0 : 1,
      ),
      startedAt,
      endedAt,
    });
    startedAt = plus(endedAt, between(random, 3, 14));
    if (random() < 0.25) block = pick(random, blocks);
    if (random() < 0.12) crop = inSeason(random, crops, daysAgo);
  }
}
