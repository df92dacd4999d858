import type { AttendanceTrendDay } from '#contract/figures/trends.ts';
import { unitsPerHour } from '../../attendance/piecework.ts';
import type { Db } from '../../platform/db/db.ts';
import { createMemoPerObject } from '../../platform/memoPerObject.ts';
import { createSizedCache } from '../../platform/sizedCache.ts';
import { createSum, Units } from '../../platform/units.ts';
import { cutToMinute, datesOf, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import { modelOfCrew } from '../stats/crew.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { isRanked } from '../stats/piecework.ts';
import { countPeople, timeWastedOf } from '../stats/totals.ts';
import { selectAttendance, selectPaces, selectPieces } from './judgedDays.sql.ts';
import type { DaysAsked } from './judgedDays.ts';
import { paceOf } from './medians.ts';
import type { State } from './oneState.ts';
import type { People } from './people.ts';

/** The work of one lookup pair, by codes; '' where there is none. */
export type Piece = { lookup1: string; lookup2: string; units: Units; timeMs: number; entries: number };
/** The figures of a day; `unfinished`: it is today, or a shift of the day has not ended. */
export type Dated<F> = F & { date: LocalDate; unfinished: boolean };
/** The attendance of a day for some people, as trends show it. */
export type DayAttendance = {
  /** The number of devices that were silent for at least one of them. */
  silentDevices: number;
  counts: Omit<AttendanceTrendDay, 'date' | 'silentDevices' | 'unfinished' | 'lateTimeMs' | 'irregularBreakTimeMs'>;
  wasted: ReturnType<typeof timeWastedOf>;
  /** Ids of employees. */
  late: readonly string[];
  absent: readonly string[];
};
/** The piecework of a day for some people. */
export type DayWork = { pieces: readonly Piece[]; pace: ReturnType<typeof paceOf> };
/** Reads the figures of each day of a range. */
export type OfDays<F> = (
  state: Pick<State, 'db' | 'days'>,
  asked: DaysAsked,
  span: { from: LocalDate; to: LocalDate },
  people: People,
) => Promise<Dated<F>[]>;

/** The most bytes of figures of a kind in memory, for all accounts together. */
const MAX_BYTES = 20_000_000;

type Source<F> = {
  /** The object that all models with the same figures share. */
  keyOf(model: DayModel): object;
  ofModel(model: DayModel): F;
  read(tx: Db, accountId: string, dates: readonly LocalDate[], people: People): Promise<Map<LocalDate, F>>;
  /** The figures of a date without anybody. */
  none: F;
  bytesOf(figures: F): number;
};

/**
 * Figures of judged days are sums in SQL, remembered for as long as the day has the same version; those of live days come from their models: after a
 * punch only attendance is counted again.
 */
function createOfDays<F>(source: Source<F>): OfDays<F> {
  type Remembered = { version: number; figures: F };
  const remembered = createSizedCache<Remembered>(MAX_BYTES, ({ figures }) => 1_000 + source.bytesOf(figures));
  const ofModels = createMemoPerObject<F>();
  return async ({ db, days }, asked, { from, to }, people) => {
    const { accountId, timeZone, now } = asked;
    const { versions, live } = await days.judge(asked, from, to);
    const at = cutToMinute(now.getTime());
    const today = localDateOf(zoneOf(timeZone), at);
    const found = new Map<LocalDate, Dated<F>>();
    for (const [date, model] of live) {
      const own = modelOfCrew(model, people.crew);
      const figures = ofModels(source.keyOf(model), people.key, () => source.ofModel(own));
      found.set(date, { ...figures, date, unfinished: isUnfinished(own, { today, at }) });
    }
    const missing: LocalDate[] = [];
    for (const [date, version] of versions) {
      const known = remembered.get(`${accountId} ${date} ${people.key}`);
      if (known?.version === version) found.set(date, { ...known.figures, date, unfinished: false });
      else missing.push(date);
    }
    if (missing.length > 0) {
      const read = await db.tenant(accountId, (tx) => source.read(tx, accountId, missing, people));
      for (const date of missing) {
        const figures = read.get(date) ?? source.none;
        found.set(date, { ...figures, date, unfinished: false });
        remembered.set(`${accountId} ${date} ${people.key}`, { version: versions.get(date) ?? 0, figures });
      }
    }
    return datesOf(from, to).flatMap((date) => found.get(date) ?? []);
  };
}

const idsOf = (text: string | null) => (text ? text.split(' ') : []);

export const createAttendanceOfDays = () =>
  createOfDays<DayAttendance>({
    keyOf: (model) => model,
    ofModel: ({ people }) => ({
      silentDevices: new Set(people.flatMap(({ silentOn }) => silentOn)).size,
      counts: { excused: 0, ...countPeople(people) },
      wasted: timeWastedOf(people),
      late: people.filter(({ late }) => late).map(({ employee }) => employee._id),
      absent: people.filter(({ status }) => status === 'absent').map(({ employee }) => employee._id),
    }),
    async read(tx, accountId, dates, people) {
      const rows = await selectAttendance(tx, accountId, dates, people);
      return new Map(
        rows.map(({ day, lateMs, irregularMs, silentOn, lateIds, absentIds, ...counts }) => [
          day,
          {
            silentDevices: new Set(idsOf(silentOn)).size,
            counts: {
              ...counts,
              onTime: counts.present - counts.late,
              expected: counts.total - counts.off,
            },
            wasted: {
              totalTimeMs: lateMs + irregularMs,
              lateTimeMs: lateMs,
              irregularBreakTimeMs: irregularMs,
            },
            late: idsOf(lateIds),
            absent: idsOf(absentIds),
          },
        ]),
      );
    },
    none: {
      silentDevices: 0,
      counts: { excused: 0, ...countPeople([]) },
      wasted: timeWastedOf([]),
      late: [],
      absent: [],
    },
    bytesOf: ({ late, absent }) => 100 * (late.length + absent.length),
  });

export const createWorkOfDays = () =>
  createOfDays<DayWork>({
    keyOf: ({ work }) => work,
    ofModel: workOfModel,
    async read(tx, accountId, dates, people) {
      const pieces = Map.groupBy(await selectPieces(tx, accountId, dates, people), ({ day }) => day);
      const paces = await selectPaces(tx, accountId, dates, people);
      const pacesOf = new Map(paces.map((row) => [row.day, row.paces.split(' ').map(Number)]));
      return new Map(
        dates.map((date) => [
          date,
          {
            pieces: (pieces.get(date) ?? []).map(({ day: _, units, ...piece }) => ({
              ...piece,
              units: new Units(units),
            })),
            pace: paceOf(pacesOf.get(date) ?? []),
          },
        ]),
      );
    },
    none: { pieces: [], pace: null },
    bytesOf: ({ pieces }) => 400 * pieces.length,
  });

/** Returns true for today, and while a shift of the day has not ended. */
export const isUnfinished = ({ date, people }: DayModel, { today, at }: { today: LocalDate; at: number }) =>
  date >= today || people.some(({ shift }) => shift !== null && at < shift.end);

/** Returns the exact sums of a model's work by lookup pair, and the quartiles of units per hour. */
function workOfModel({ people, lines }: DayModel): DayWork {
  const sums = new Map<string, { piece: Omit<Piece, 'units'>; units: ReturnType<typeof createSum> }>();
  for (const { lookup1, lookup2, units, timeMs, entries } of lines) {
    const pair = { lookup1: lookup1.code ?? '', lookup2: lookup2.code ?? '' };
    const key = `${pair.lookup1}\n${pair.lookup2}`;
    const sum = sums.get(key) ?? { piece: { ...pair, timeMs: 0, entries: 0 }, units: createSum() };
    sum.units.add(units.toFixed());
    sum.piece.timeMs += timeMs;
    sum.piece.entries += entries;
    sums.set(key, sum);
  }
  const ranked = people.filter((person) => isRanked(person));
  return {
    pieces: [...sums.values()].map(({ piece, units }) => ({ ...piece, units: units.total() })),
    pace: paceOf(ranked.flatMap(({ units, workedMs }) => unitsPerHour(units, workedMs) ?? [])),
  };
}
