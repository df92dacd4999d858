import { describe, expect, it } from 'vitest';
import {
  answerOff,
  begin,
  beginningOf,
  creditTime,
  endTime,
  lastAlive,
  momentNow,
  noteOff,
  storeDueParts,
  storeTime,
} from '#recorder/app/working.ts';
import type { RecordedPerson } from '#recorder/core/record.ts';
import { undo } from '#recorder/store/corrections.ts';
import { allRunning, type Job } from '#recorder/store/jobs.ts';
import { capture } from '#recorder/store/log.ts';
import { readMeta } from '#recorder/store/meta.ts';
import { FakeDevice, FakeServer, piece, punch } from './recorder.support.ts';

const MINUTE = 60_000;
const { person } = punch();
const PRODUCT = { lookup1: 'APPLE', lookup2: null };

/** A device on which picking apples is timed from the first minute on. */
async function given() {
  const server = new FakeServer();
  const device = new FakeDevice(server);
  await device.activate();
  const start = server.now;
  const after = (minutes: number) => device.pass(start + minutes * MINUTE - server.now);
  const timedSince = await device.db.run('readwrite', (stores) => momentNow(stores, device.clocks()));
  const job: Job = { ...PRODUCT, id: 'job', kind: 'job', perScan: 1_000, usual: null, usedAt: 0, timedSince };
  const scan = () =>
    device.db.run('readwrite', async (stores) => {
      const now = await momentNow(stores, device.clocks());
      await begin(stores, person, job, await beginningOf(stores, { job, person, dayStart: start }, now));
    });
  const end = () =>
    device.db.run('readwrite', async (stores) =>
      storeTime(stores, await allRunning(stores), device.clocks(), { ends: true }),
    );
  const off = (hasWorked: boolean) =>
    device.db.run('readwrite', async (stores) => {
      await noteOff(stores, await lastAlive(stores), device.clocks());
      const stretch = await readMeta(stores, 'off');
      if (stretch) await answerOff(stores, stretch, device.clocks(), hasWorked);
      return stretch && { from: (stretch.from - start) / MINUTE, to: (stretch.to - start) / MINUTE };
    });
  /** Returns the working times that the server has stored in the end, in minutes from and to. */
  const stored = async () => {
    device.pass(10_000);
    await device.sender.round();
    const minute = (at: unknown) => Math.round((Date.parse(String(at)) - start) / MINUTE);
    return [...server.stored.values()]
      .filter(({ endedAt }) => endedAt !== undefined)
      .map(({ startedAt, endedAt }) => [minute(startedAt), minute(endedAt)]);
  };
  return { device, start, job, after, scan, end, off, stored };
}

describe('working time', () => {
  it('starts with the job, for the first person who scans', async () => {
    const { after, scan, end, stored } = await given();
    after(20);
    await scan();
    after(29);
    await end();
    expect(await stored()).toEqual([[0, 29]]);
  });
  it('starts with clocking in on this device if that was later', async () => {
    const { device, after, scan, end, stored } = await given();
    after(5);
    await device.capture([punch()]);
    after(20);
    await scan();
    after(29);
    await end();
    expect(await stored()).toEqual([[5, 29]]);
  });
  it('that was stopped starts with the next scan: nothing counts twice', async () => {
    const { after, scan, end, stored } = await given();
    after(1);
    await scan();
    after(20);
    await end();
    after(40);
    await scan();
    after(50);
    await end();
    expect(await stored()).toEqual([
      [0, 20],
      [40, 50],
    ]);
  });
  it('of somebody who clocked out starts with the next scan', async () => {
    const { device, after, scan, end, stored } = await given();
    await device.capture([punch()]);
    after(10);
    await device.capture([{ ...punch(), kind: 'clock', direction: 'out' }]);
    after(20);
    await scan();
    after(25);
    await end();
    expect(await stored()).toEqual([[20, 25]]);
  });
});

describe('when the Recorder was off while people worked', () => {
  it.each([
    [
      true,
      [
        [0, 10],
        [10, 60],
      ],
    ],
    [
      false,
      [
        [0, 10],
        [50, 60],
      ],
    ],
  ] as const)('what was worked before counts; the gap only if the crew worked (%s)', async (hasWorked, expected) => {
    const { device, after, scan, off, end, stored } = await given();
    after(1);
    await scan();
    after(10);
    await device.capture([piece()]);
    device.restart();
    after(50);
    expect(await off(hasWorked)).toEqual({ from: 10, to: 50 });
    after(60);
    await end();
    const parts = await stored();
    // A working time is cut into half hours, which cover the same time.
    const covered = parts.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
    expect(covered).toBe(expected.reduce((sum, [from, to]) => sum + to - from, 0));
    expect(parts[0]).toEqual([0, 10]);
  });
  it('asks nothing after less than 15 minutes, or where nobody’s time ran', async () => {
    const { device, after, scan, off } = await given();
    after(30);
    expect(await off(true)).toBeUndefined();
    await scan();
    device.restart();
    after(44);
    expect(await off(true)).toBeUndefined();
  });
  it('still asks after another restart', async () => {
    const { device, after, scan } = await given();
    await scan();
    after(20);
    const note = () =>
      device.db.run('readwrite', async (stores) => {
        await noteOff(stores, await lastAlive(stores), device.clocks());
        return readMeta(stores, 'off');
      });
    const asked = await note();
    device.restart();
    await device.sender.round();
    expect(await note()).toEqual(asked);
  });
});

describe('an act that is undone', () => {
  const PEAR = { lookup1: 'PEAR', lookup2: null };
  async function givenActs() {
    const given_ = await given();
    const { device, start, job } = given_;
    const run = (act: Parameters<typeof device.db.run<void>>[1]) => device.db.run('readwrite', act);
    const count = (group: string, product: Pick<Job, 'lookup1' | 'lookup2'> = PRODUCT) =>
      run(async (stores) => {
        await capture(stores, group, [piece()], device.clocks());
        await creditTime(stores, [person], { job: { ...job, ...product }, dayStart: start, group }, device.clocks());
      });
    const clockOut = (group: string, who: RecordedPerson = person) =>
      run(async (stores) => {
        await capture(stores, group, [{ ...punch(), kind: 'clock', direction: 'out' }], device.clocks());
        await endTime(stores, who, group, device.clocks());
      });
    const takeBack = (group: string) => device.db.run('readwrite', (stores) => undo(stores, group));
    const running = () => device.db.run('readonly', allRunning);
    return { ...given_, run, count, clockOut, takeBack, running };
  }

  it('ended nobody’s time: after OUT is undone it continues from where it began', async () => {
    const { after, scan, clockOut, takeBack, end, stored } = await givenActs();
    after(10);
    await scan();
    after(20);
    await clockOut('out');
    expect(await takeBack('out')).toBe(true);
    after(29);
    await end();
    expect(await stored()).toEqual([[0, 29]]);
  });
  it('ended nobody’s time, however many parts it had, and after a restart', async () => {
    const { device, after, scan, clockOut, takeBack, end, running, stored } = await givenActs();
    await scan();
    after(80);
    await clockOut('out');
    device.restart();
    expect(await takeBack('out')).toBe(true);
    expect(await running()).toHaveLength(1);
    after(82);
    await end();
    expect(await stored()).toEqual([
      [0, 30],
      [30, 60],
      [60, 82],
    ]);
  });
  it('began nobody’s time, though half an hour of it was due meanwhile', async () => {
    const { device, after, run, count, takeBack, end, stored, running } = await givenActs();
    after(40);
    await count('scan');
    expect(await running()).toHaveLength(1);
    await run((stores) => storeDueParts(stores, device.clocks()));
    expect(await takeBack('scan')).toBe(true);
    expect(await running()).toEqual([]);
    await end();
    expect(await stored()).toEqual([]);
  });
  it('moved nobody to another product', async () => {
    const { after, count, takeBack, end, running, stored } = await givenActs();
    await count('apples');
    after(20);
    await count('pears', PEAR);
    expect((await running()).map(({ lookup1 }) => lookup1)).toEqual(['PEAR']);
    expect(await takeBack('pears')).toBe(true);
    expect((await running()).map(({ lookup1 }) => lookup1)).toEqual(['APPLE']);
    after(25);
    await end();
    expect(await stored()).toEqual([[0, 25]]);
  });
  it('leaves alone what was counted since', async () => {
    const { after, scan, clockOut, count, takeBack, end, stored } = await givenActs();
    await scan();
    after(20);
    await clockOut('out');
    await count('again');
    await clockOut('out again');
    expect(await takeBack('out')).toBe(true);
    await end();
    const covered = (await stored()).reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
    expect(covered).toBeLessThanOrEqual(20);
  });
  it('OUT by number ends the time of somebody whose name was deleted since', async () => {
    const { device, job, run, after, clockOut, running, stored } = await givenActs();
    const known = { ...person, _id: '0193a000-0000-7000-8000-000000000011', timeId: '7' };
    await run(async (stores) => begin(stores, known, job, await momentNow(stores, device.clocks())));
    after(20);
    await clockOut('out', { _id: null, number: '1001', timeId: null, badge: 'TB1:1001' });
    expect(await running()).toEqual([]);
    expect(await stored()).toEqual([[0, 20]]);
  });
});
