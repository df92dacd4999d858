import { Temporal } from 'temporal-polyfill';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { type WorkDay, workDay } from './days.ts';
import { randomFrom } from './random.ts';
import { type Worker, workers } from './workers.ts';
import { type TimeGroup, timeGroups, UNKNOWN_PIN, workingZone } from './world.ts';

/** As long as figures are stored, including today. */
export const HISTORY_DAYS = DASHBOARD_DATA_RETENTION_DAYS - 1;
/** The days before yesterday, by how long ago they were. */
export const HISTORY = Array.from({ length: HISTORY_DAYS - 1 }, (_, index) => index + 2);
/** Records of earlier days are quarantined: 45 days, and the day in which they end. */
export const OLD_DAYS = 46;
/** The late shift began a month ago. Its gate has lost its connection since, so its days are delivered before the demo starts. */
export const LATE_SHIFT_DAYS = 30;
/** Earlier days are locked: payroll has taken them. */
export const LOCKED_DAYS_AGO = 15;
const SEED = 20_261_121;
/** A public holiday on which some people work nevertheless; no crew has its rest day then. */
const HOLIDAY_DAYS_AGO = 8;

export type FarmPlan = {
  timeZone: string;
  people: Worker[];
  groups: TimeGroup[];
  today: Temporal.PlainDate;
  /** The first day of the history. */
  firstDay: Temporal.PlainDate;
  /** Returns the day from which an employee counts. */
  activeFrom(worker: Worker): Temporal.PlainDate;
  holiday: Temporal.PlainDate;
  /** A quarter of an hour, as HH:MM, at which an alert is due soon. */
  alertTime: string;
  /** Returns what everybody does on a past or future day; the same at every call. */
  workDay(day: Temporal.PlainDate): WorkDay;
};

/** Plans the farm and its days from nothing but the instant at which the demo starts. */
export function planFarm(start: Temporal.Instant): FarmPlan {
  const timeZone = workingZone(new Date(start.epochMilliseconds));
  const local = start.toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  const late = next(local.add({ minutes: 2 }), 5);
  const people = workers(randomFrom(SEED));
  const groups = timeGroups({ start: wall(late), end: wall(late.add({ hours: 5 })) }, today.dayOfWeek);
  const holiday = today.subtract({ days: HOLIDAY_DAYS_AGO });
  const [mistyping] = people;
  const activeFrom = ({ shift }: Worker) => today.subtract({ days: shift === 'LATE' ? LATE_SHIFT_DAYS : HISTORY_DAYS });
  return {
    timeZone,
    people,
    groups,
    today,
    firstDay: today.subtract({ days: HISTORY_DAYS }),
    activeFrom,
    holiday,
    alertTime: wall(next(local.add({ minutes: 2 }), 15)),
    workDay(day) {
      const random = randomFrom(SEED + today.until(day).days);
      const there = people.filter((worker) => Temporal.PlainDate.compare(activeFrom(worker), day) <= 0);
      const daysAgo = day.until(today).days;
      const days = there.map((worker) => {
        const group = groups.find(({ code }) => code === worker.shift);
        if (!group) throw new Error(`No shift ${worker.shift}`);
        return workDay(random, worker, group, day, { timeZone, isHoliday: day.equals(holiday), daysAgo });
      });
      const punches = days.flatMap((each) => each.punches);
      if (day.equals(today) && mistyping)
        punches.push({
          worker: { ...mistyping, code: UNKNOWN_PIN, timeId: UNKNOWN_PIN },
          at: start.subtract({ minutes: 20 }),
          status: 0,
        });
      const work = { punches, entries: days.flatMap(({ entries }) => entries) };
      return day.equals(today.subtract({ days: 1 })) ? withMistakes(work, people) : work;
    },
  };
}

/** Returns a day on which an employee swapped two digits of their PIN, and a ticket was scanned with a zero too many. */
function withMistakes({ punches, entries }: WorkDay, people: readonly Worker[]): WorkDay {
  const known = new Set(people.map(({ timeId }) => timeId));
  const swapped = ({ timeId }: Worker) => timeId.replace(/(.)(.)$/, '$2$1');
  const swapper = punches.find(({ worker }) => !known.has(swapped(worker)))?.worker;
  const [wrong] = entries;
  return {
    punches: punches.map((punch) =>
      punch.worker === swapper ? { ...punch, worker: { ...punch.worker, timeId: swapped(punch.worker) } } : punch,
    ),
    entries: entries.map((entry) => (entry === wrong ? { ...entry, units: String(Number(entry.units) * 10) } : entry)),
  };
}

const next = (at: Temporal.ZonedDateTime, minutes: number) =>
  at.round({ smallestUnit: 'minute', roundingIncrement: minutes, roundingMode: 'ceil' });
const wall = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' });
