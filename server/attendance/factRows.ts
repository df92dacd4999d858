import type { WorkDay } from './derive.ts';
import type { Punch, SentDirection } from './events.ts';
import { writeEvents } from './fact.ts';
import type { DayFactRow, HistoryRow, PieceworkFactRow } from './facts.sql.ts';
import { pairTotals, Units, workedMs } from './piecework.ts';
import type { ReadHistory } from './window.ts';
import type { LocalDate } from './zone.ts';

const directions: Record<string, SentDirection> = { i: 'in', o: 'out', a: 'auto' };
function punchOf(word: string): Punch {
  const at = Number(word.slice(0, -1)) * 1000;
  const direction = directions[word.slice(-1)];
  if (!direction || !Number.isFinite(at)) throw new Error(`Not a punch of a history: ${word}`);
  return { at, direction };
}

/** A row of selectHistories as punches and entries, in milliseconds. */
export const historiesOf = ({ punches, entries }: HistoryRow): Pick<ReadHistory, 'punches' | 'entries'> => ({
  punches: punches ? punches.split(' ').map(punchOf) : [],
  entries: (entries ?? []).map(([startedAt, endedAt, durationMs, units, lookup1, lookup2]) => ({
    startedAt: Math.round(startedAt * 1000),
    endedAt: endedAt === null ? null : Math.round(endedAt * 1000),
    durationMs,
    units,
    lookup1,
    lookup2,
  })),
});

/** A work day as it is kept. */
export const factOf = (employeeId: string, day: LocalDate, { events, entries }: WorkDay): DayFactRow => ({
  employeeId,
  day,
  events: writeEvents(events),
  entries: entries.length,
  units: entries.reduce((sum, entry) => sum.plus(entry.units), new Units(0)).toFixed(),
  workedMs: workedMs(entries),
});
export const pieceworkOf = (employeeId: string, day: LocalDate, { entries }: WorkDay): PieceworkFactRow[] =>
  pairTotals(entries).map((pair) => ({
    ...pair,
    employeeId,
    day,
    lookup1: pair.lookup1 ?? '',
    lookup2: pair.lookup2 ?? '',
  }));
