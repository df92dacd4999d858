import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedWork } from '#contract/intake/workPlans.ts';
import { readView } from '#recorder/app/view.ts';
import { duePlan, isChosenOver, nextPlan } from '#recorder/core/workPlans.ts';
import type { Job } from '#recorder/store/jobs.ts';
import { chooseJob, chosenJobs, jobId, workAt, workReportOf } from '#recorder/store/work.ts';
import { FakeDevice, FakeServer } from './recorder.support.ts';

/** Work that the office plans for a Recorder, on the device. */

const MINUTE = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
const planned = (id: string, at: number, lookup1Code: string, unitsPerScan = '1'): PlannedWork => ({
  ...{ _id: id, at: iso(at), by: 'Maria Steyn', lookup1Code, lookup2Code: null, unitsPerScan },
});
const job = (lookup1: string, perScan = 1_000): Job => ({
  ...{
    id: jobId(lookup1, null),
    kind: 'job',
    lookup1,
    lookup2: null,
    perScan,
    usual: perScan,
    usedAt: 0,
    timedSince: null,
  },
});

async function given() {
  const server = new FakeServer();
  server.syncRequested = true;
  server.plans = [];
  const device = new FakeDevice(server);
  await device.activate();
  const view = () => device.db.run('readonly', readView);
  return {
    server,
    device,
    view,
    work: async () => workAt(await view(), device.clocks().wall),
    report: async () => {
      const now = await view();
      return device.db.run('readonly', (stores) => workReportOf(stores, now, device.clocks().wall));
    },
    choose: async (one: Job) => {
      const { offset } = await view();
      await device.db.run('readwrite', (stores) => chooseJob(stores, one, { wall: device.clocks().wall, offset }));
    },
  };
}

describe('the rules', () => {
  const plans = [
    { _id: 'a', at: iso(10) },
    { _id: 'b', at: iso(20) },
    { _id: 'c', at: iso(20) },
    { _id: 'd', at: iso(30) },
  ];
  it.each([
    [9, null, 'a'],
    [10, 'a', 'b'],
    [19, 'a', 'b'],
    [20, 'c', 'd'],
    [31, 'd', null],
  ])('at %s the due plan is %s, the next %s', (now, due, next) => {
    expect(duePlan(plans, now)?._id ?? null).toBe(due);
    expect(nextPlan(plans, now)?._id ?? null).toBe(next);
  });
  it.each([
    ['nothing chosen', null, false],
    ['before its time', { at: 9, over: null }, false],
    ['at its time', { at: 10, over: null }, true],
    ['while it was due, by a clock that was wrong', { at: 2, over: 'a' }, true],
    ['while another was due, by a clock that was wrong', { at: 99, over: 'z' }, false],
  ])('%s', (_name, chosen, expected) => expect(isChosenOver({ _id: 'a', at: iso(10) }, chosen, 50)).toBe(expected));
});

describe('a plan', () => {
  it('is taken at the next contact and counted from its time on, offline, after a restart and with a wrong clock', async () => {
    const { server, device, work, view } = await given();
    device.wrong = -2 * 60 * MINUTE;
    await device.sender.round();
    const at = server.now + 60 * MINUTE;
    server.plans = [planned('p1', at, 'APPLE', '2.5')];
    expect((await work()).next).toBeNull();
    await device.sender.round();
    expect(await work()).toMatchObject({ job: null, plan: null, next: { _id: 'p1', by: 'Maria Steyn' } });
    server.faults = Array(9).fill('down');
    device.pass(59 * MINUTE);
    expect((await work()).plan).toBeNull();
    device.restart();
    device.pass(MINUTE);
    expect(await work()).toMatchObject({ job: { lookup1: 'APPLE', perScan: 2_500 }, plan: { _id: 'p1' }, next: null });
    expect(chosenJobs((await view()).jobs)).toEqual([]);
  });

  it('is changed at the device, which the office is told once there is a contact, also of a plan that came after the change', async () => {
    const { server, device, work, choose, report } = await given();
    server.plans = [planned('p1', server.now + MINUTE, 'APPLE')];
    await device.sender.round();
    device.pass(2 * MINUTE);
    const changed = server.now;
    await choose(job('PEAR', 500));
    expect(await work()).toMatchObject({ job: { lookup1: 'PEAR' }, plan: null, instead: { _id: 'p1' } });
    const pear = { lookup1Code: 'PEAR', lookup2Code: null, unitsPerScan: '0.5' };
    expect(await report()).toEqual({ taken: ['p1'], changed: [{ planId: 'p1', at: expect.any(String), ...pear }] });
    expect(Math.abs(Date.parse((await report()).changed[0]?.at ?? '') - changed)).toBeLessThan(1_000);
    // Of the last minute, but the device hears of it only now.
    device.pass(5 * MINUTE);
    await choose(job('PLUM'));
    server.plans = [...server.plans, planned('p2', server.now - MINUTE, 'KIWI')];
    await device.sender.round();
    expect(await work()).toMatchObject({ job: { lookup1: 'PLUM' }, plan: null, instead: { _id: 'p2' } });
    expect((await report()).changed.map(({ planId, lookup1Code }) => [planId, lookup1Code])).toEqual([
      ['p1', 'PLUM'],
      ['p2', 'PLUM'],
    ]);
    // The next plan is in force again, and measures what is chosen anew.
    server.plans = [...server.plans, planned('p3', server.now + MINUTE, 'FIG')];
    await device.sender.round();
    device.pass(MINUTE);
    expect((await work()).plan?._id).toBe('p3');
  });

  it('that is withdrawn is not counted, and what was before it is again if the device had no contact in time', async () => {
    const { server, device, work, choose } = await given();
    await choose(job('PLUM'));
    server.plans = [planned('p1', server.now + MINUTE, 'APPLE')];
    await device.sender.round();
    server.plans = [];
    device.pass(2 * MINUTE);
    expect((await work()).job?.lookup1).toBe('APPLE');
    await device.sender.round();
    expect(await work()).toMatchObject({ job: { lookup1: 'PLUM' }, plan: null, instead: null });
  });

  it('leaves the names when the activation ends, and the work goes on as it was', async () => {
    const { server, device, work, view } = await given();
    server.plans = [planned('p1', server.now + MINUTE, 'APPLE'), planned('p2', server.now + 9 * MINUTE, 'PEAR')];
    await device.sender.round();
    device.pass(2 * MINUTE);
    server.token = 'another';
    await device.sender.round();
    expect((await view()).plans.map(({ by }) => by)).toEqual(['', '']);
    expect(await work()).toMatchObject({ job: { lookup1: 'APPLE' } });
  });

  it('of a server that knows none stays away', async () => {
    const { server, device, work } = await given();
    server.plans = undefined;
    await device.sender.round();
    expect(await work()).toEqual({ job: null, plan: null, instead: null, since: 0, next: null });
  });
});

const step = fc.oneof(
  fc.record({
    do: fc.constant('plan' as const),
    ahead: fc.integer({ min: 0, max: 8 }),
    product: fc.constantFrom('A', 'B', 'C', 'D'),
  }),
  fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('contact' as const) }),
  fc.record({ do: fc.constant('choose' as const), product: fc.constantFrom('X', 'Y', 'Z') }),
  fc.record({ do: fc.constant('restart' as const) }),
);
it('whatever the contacts: what is counted is what it would be had everything happened in the order of its time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), step), { maxLength: 14 }),
      fc.constantFrom(-2, 0, 3),
      async (steps, wrongHours) => {
        const { server, device, work, choose } = await given();
        device.wrong = wrongHours * 60 * MINUTE;
        await device.sender.round();
        const begin = server.now;
        const minute = () => Math.floor((server.now - begin) / MINUTE);
        let plans: { minute: number; product: string; id: string }[] = [];
        const choices: { minute: number; product: string }[] = [];
        for (const [i, [minutes, one]] of steps.entries()) {
          device.pass(minutes * MINUTE);
          if (one.do === 'plan') {
            const made = { minute: minute() + one.ahead, product: one.product, id: `p${i}` };
            plans = [...plans.filter((other) => other.minute !== made.minute), made].sort(
              (a, b) => a.minute - b.minute,
            );
          }
          if (one.do === 'withdraw')
            plans = plans.filter((other, nth) => nth !== one.which || other.minute <= minute());
          server.plans = plans.map((made) => planned(made.id, begin + made.minute * MINUTE, made.product));
          if (one.do === 'contact') await device.sender.round();
          if (one.do === 'restart') device.restart();
          if (one.do === 'choose') {
            choices.push({ minute: minute(), product: one.product });
            await choose(job(one.product));
          }
        }
        await device.sender.round();
        for (const later of [0, 3, 9]) {
          device.pass(later * MINUTE);
          // In the order of time; of one minute the choice comes after the plan.
          const past = [
            ...plans.map((made) => ({ ...made, rank: 0 })),
            ...choices.map((made) => ({ ...made, rank: 1 })),
          ]
            .filter((made) => made.minute <= minute())
            .sort((a, b) => a.minute - b.minute || a.rank - b.rank);
          expect((await work()).job?.lookup1 ?? null).toBe(past.at(-1)?.product ?? null);
        }
      },
    ),
    { numRuns: 60 },
  );
});
