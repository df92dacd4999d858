import { describe, expect, it } from 'vitest';
import { answerOff, begin, beginningOf, lastAlive, momentNow, noteOff, storeTime } from '#recorder/app/working.ts';
import { allRunning, type Job } from '#recorder/store/jobs.ts';
import { readMeta } from '#recorder/store/meta.ts';
import { FakeDevice, FakeServer, piece, punch } from './recorder.support.ts';

const MINUTE = 60_000;
const { person } = punch();
const PRODUCT = { lookup1: 'APPLE', lookup2: null };

/** A device whose job of apples is timed from its first minute on. */
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
  /** Returns the working time that the server has in the end: minutes from and to, as it was stored. */
  const stored = async () => {
    device.pass(10_000);
    await device.sender.round();
    const minute = (at: unknown) => Math.round((Date.parse(String(at)) - start) / MINUTE);
    return [...server.stored.values()]
      .filter(({ endedAt }) => endedAt !== undefined)
      .map(({ startedAt, endedAt }) => [minute(startedAt), minute(endedAt)]);
  };
  return { device, after, scan, end, off, stored };
}

describe('working time', () => {
  it('begins with the job, for the first who scans', async () => {
    const { after, scan, end, stored } = await given();
    after(20);
    await scan();
    after(29);
    await end();
    expect(await stored()).toEqual([[0, 29]]);
  });
  it('begins with clocking in here where that was later', async () => {
    const { device, after, scan, end, stored } = await given();
    after(5);
    await device.capture([punch()]);
    after(20);
    await scan();
    after(29);
    await end();
    expect(await stored()).toEqual([[5, 29]]);
  });
  it('that was stopped begins with the next scan: nothing counts twice', async () => {
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
  it('of somebody who clocked out begins with the next scan', async () => {
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
    // A stretch that counts is cut into half hours; what it covers is the same.
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
  it('asks still after another restart', async () => {
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
