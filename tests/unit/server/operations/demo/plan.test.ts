import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { HISTORY_DAYS, planFarm } from '#server/operations/demo/plan.ts';

/** 2026-11-16 is a Monday. */
const STARTS = [16, 17, 18, 19, 20, 21, 22].flatMap((day) =>
  ['00:10', '06:59', '13:30', '19:45'].map((time) => `2026-11-${day}T${time}:00Z`),
);

describe.each(STARTS)('a demo started at %s', (instant) => {
  const now = Temporal.Instant.from(instant);
  const plan = planFarm(now);
  const { today, groups, timeZone } = plan;
  const group = (code: string) => groups.find((each) => each.code === code);
  /** Returns the workers of a shift whose last punch before now was an IN. */
  const atWork = (day: Temporal.PlainDate, shift: string) => {
    const last = new Map<string, number>();
    for (const { worker, at, status } of plan.workDay(day).punches)
      if (worker.shift === shift && at.epochMilliseconds <= now.epochMilliseconds) last.set(worker.code, status);
    return [...last.values()].filter((status) => status === 0).length;
  };

  it('is at work: a harvest, a packhouse, and a night shift that has an hour to go', () => {
    expect(now.toZonedDateTimeISO(timeZone).hour).toBe(8);
    expect(atWork(today, 'HARVEST')).toBeGreaterThan(40);
    expect(atWork(today, 'PACKHOUSE')).toBeGreaterThan(20);
    expect(atWork(today.subtract({ days: 1 }), 'NIGHT')).toBeGreaterThanOrEqual(8);
    expect(group('NIGHT')).toMatchObject({ start: '22:00', end: '10:00' });
    expect(
      plan.workDay(today).entries.filter(({ endedAt }) => Temporal.Instant.compare(endedAt, now) < 0).length,
    ).toBeGreaterThan(80);
  });

  it('misses the shift of the silent gate within minutes, has an alert due within a quarter of an hour, and an unknown PIN', () => {
    const minutesTo = (time = '') =>
      now.until(today.toZonedDateTime({ timeZone, plainTime: time }).toInstant()).total('minutes');
    for (const [time, most] of [
      [group('LATE')?.start, 8],
      [plan.alertTime, 18],
    ] as const) {
      expect(minutesTo(time)).toBeGreaterThanOrEqual(2);
      expect(minutesTo(time)).toBeLessThan(most);
    }
    expect(group('LATE')?.restDay).not.toBe(today.dayOfWeek);
    expect(plan.workDay(today).punches.filter(({ worker }) => worker.timeId === '4040')).toHaveLength(1);
  });
});

describe('the days beside its start', () => {
  const start = Temporal.Instant.from('2026-11-22T06:59:00Z');
  const plan = planFarm(start);
  const share = (day: Temporal.PlainDate) =>
    new Set(plan.workDay(day).punches.map(({ worker }) => worker.code)).size / plan.people.length;

  it.each([-2, -1, 1, 2, 3, 4, 5, 6, 7, HISTORY_DAYS])(
    '%i days before it, people come and work is recorded',
    (days) => {
      const day = plan.today.subtract({ days });
      expect(share(day)).toBeGreaterThan(0.4);
      expect(plan.workDay(day).entries.length).toBeGreaterThan(120);
    },
  );

  it('a public holiday has some at work', () => {
    expect(share(plan.holiday)).toBeGreaterThan(0.2);
    expect(share(plan.holiday)).toBeLessThan(0.5);
    expect(plan.workDay(plan.holiday).entries.length).toBeGreaterThan(50);
  });

  it('are the same whenever they are asked', () => {
    expect(planFarm(start).workDay(plan.today)).toEqual(plan.workDay(plan.today));
  });
});

describe('its 90 days', () => {
  const plan = planFarm(Temporal.Instant.from('2026-11-22T06:59:00Z'));
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => plan.today.subtract({ days: index + 1 }));
  const work = days.map((day) => ({ day, ...plan.workDay(day) }));
  const entries = work.flatMap((day) => day.entries);
  const most = (from: number, to: number) => {
    const units = new Map<string, number>();
    for (const { entries: of } of work.slice(from, to))
      for (const { lookup1Code, startedAt, endedAt } of of)
        units.set(lookup1Code, (units.get(lookup1Code) ?? 0) + startedAt.until(endedAt).total('hours'));
    units.delete('CTN');
    return [...units].sort(([, one], [, other]) => other - one)[0]?.[0];
  };

  it('have seasons: what is picked most changes', () => {
    expect(new Set([most(0, 10), most(30, 40), most(75, 89)]).size).toBe(3);
  });

  it('have a slow block', () => {
    const byBlock = Map.groupBy(
      entries.filter(({ worker }) => worker.jobCode === 'PICK'),
      ({ lookup2Code }) => lookup2Code,
    );
    const pace = [...byBlock].map(([code, of]) => {
      const ratios = of.map(({ units, startedAt, endedAt }) => Number(units) / startedAt.until(endedAt).total('hours'));
      return { code, pace: ratios.reduce((sum, one) => sum + one, 0) / ratios.length };
    });
    const slowest = pace.toSorted((one, other) => one.pace - other.pace);
    expect(slowest[0]?.code).toBe('B04');
    expect(slowest[0]?.pace).toBeLessThan(0.8 * (slowest[1]?.pace ?? 0));
  });

  it('have two people who are often late', () => {
    const late = new Map<string, number>();
    for (const { day, punches } of work)
      for (const worker of new Set(punches.map((punch) => punch.worker))) {
        const start = plan.groups.find(({ code }) => code === worker.shift)?.start ?? '';
        const first = punches.find((punch) => punch.worker === worker)?.at;
        const due = day.toZonedDateTime({ timeZone: plan.timeZone, plainTime: start }).toInstant();
        if (first && due.until(first).total('minutes') > 6) late.set(worker.code, (late.get(worker.code) ?? 0) + 1);
      }
    const counts = [...late.values()].sort((one, other) => other - one);
    expect(counts[1]).toBeGreaterThan(40);
    expect(counts[2]).toBeLessThan(30);
  });
});
