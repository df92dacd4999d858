import { describe, expect, it, vi } from 'vitest';
import { begin, momentNow, storeTime } from '#recorder/app/working.ts';
import { undo } from '#recorder/store/corrections.ts';
import { resultOf } from '#recorder/store/database.ts';
import { allRunning, runningId, timeDrafts } from '#recorder/store/jobs.ts';
import { countUnsent, latest, retryRefused } from '#recorder/store/log.ts';
import { readMeta } from '#recorder/store/meta.ts';
import { newPeopleOf } from '#recorder/store/newPeople.ts';
import { allPeople, findPerson } from '#recorder/store/roster.ts';
import { ACCOUNT, activation, DEVICE, FakeDevice, FakeServer, piece, punch } from './recorder.support.ts';

async function given() {
  const server = new FakeServer();
  const device = new FakeDevice(server);
  await device.activate();
  return { server, device };
}
const HOLD = 10_000;

describe('what is recorded', () => {
  it('is held for 10 s, then sent with its sequence, its time and its certainty', async () => {
    const { server, device } = await given();
    device.wrong = -3_600_000;
    const taken = server.now;
    await device.capture([punch()]);
    await device.sender.round();
    expect(server.stored.size).toBe(0);
    device.pass(HOLD);
    await device.sender.round();
    const [record] = server.stored.values();
    expect(record).toMatchObject({ sequence: 1, employeeNumber: '1001', direction: 'in', means: 'camera' });
    expect(Math.abs(Date.parse(String(record?.at)) - taken)).toBeLessThan(5_000);
    expect(await device.records('accepted')).toHaveLength(1);
  });

  it('is gone after undo, and no number is missing then', async () => {
    const { server, device } = await given();
    const [first] = await device.capture([punch()]);
    await device.capture([punch('1002')]);
    expect(await device.db.run('readwrite', (stores) => undo(stores, first?.group ?? ''))).toBe(true);
    device.pass(HOLD);
    await device.sender.round();
    expect([...server.sequences]).toEqual([1]);
    const [second] = await device.records('accepted');
    expect(await device.db.run('readwrite', (stores) => undo(stores, second?.group ?? ''))).toBe(false);
  });

  it('survives a restart while it is held', async () => {
    const { server, device } = await given();
    await device.capture([punch()]);
    device.restart();
    device.pass(HOLD);
    await device.sender.round();
    expect(server.stored.size).toBe(1);
  });

  it('is stored once when the act is repeated after a lost database', async () => {
    const { device } = await given();
    const first = await device.capture([piece('0.5'), piece('0.5', '1002')], 'one act');
    expect(await device.capture([piece('0.5'), piece('0.5', '1002')], 'one act')).toEqual(first);
    expect(await device.db.run('readonly', (stores) => countUnsent(stores))).toBe(2);
  });

  it('has no gap and no duplicate where two tabs write 800', async () => {
    const { server, device } = await given();
    const tab = new FakeDevice(server);
    Object.assign(tab, { db: device.db });
    await Promise.all(
      Array.from({ length: 400 }, () => [device.capture([punch()]), tab.capture([punch('1002')])]).flat(),
    );
    device.pass(HOLD);
    await Promise.all([device.sender.round(), tab.sender.round()]);
    await device.sender.round();
    expect(server.stored.size).toBe(800);
    expect([...server.sequences].sort((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, i) => i + 1));
  });
});

describe('the outcome of a batch', () => {
  async function waiting(records: number) {
    const { server, device } = await given();
    await device.capture(Array.from({ length: records }, () => piece()));
    device.pass(HOLD);
    return { server, device };
  }
  const batches = (server: FakeServer) =>
    server.calls.filter(({ records }) => records > 0).map(({ records }) => records);

  it('is sent in 500s, oldest first', async () => {
    const { server, device } = await waiting(1_200);
    await device.sender.round();
    expect(batches(server)).toEqual([500, 500, 200]);
  });

  it.each(['lost', 'cut', '500', 'down', 'html', '429'] as const)('%s: the same bytes again', async (fault) => {
    const { server, device } = await waiting(3);
    server.faults = [null, fault];
    const wait = await device.sender.round();
    expect(wait).toBeGreaterThanOrEqual(fault === '429' ? 7_000 : 3_750);
    const before = JSON.stringify([...server.stored.values()]);
    device.pass(wait);
    await device.sender.round();
    expect(server.stored.size).toBe(3);
    if (fault === 'lost') expect(JSON.stringify([...server.stored.values()])).toBe(before);
    expect(await device.records('accepted')).toHaveLength(3);
  });

  it.each(['413', '400'] as const)('%s: halves down to one, which is refused with its reason', async (fault) => {
    const { server, device } = await waiting(4);
    server.faults = [null, fault, fault, fault];
    await device.sender.round();
    expect((await device.records('refused')).map(({ reason }) => reason)).toEqual(['Too much']);
    expect(server.stored.size).toBe(3);
    // Nothing is lost, and it can be sent again.
    await device.db.run('readwrite', (stores) => retryRefused(stores, () => true));
    await device.sender.round();
    expect(server.stored.size).toBe(4);
  });

  it.each(['when that number arrives', 'a day later'])(
    'keeps what is rejected, and sends it again %s',
    async (when) => {
      const { server, device } = await given();
      await device.capture([punch('4711'), punch('1001')]);
      device.pass(HOLD);
      await device.sender.round();
      expect((await device.records('refused')).map(({ reason }) => reason)).toEqual(['unknown-employee']);
      server.known.add('4711');
      if (when === 'a day later') device.pass(86_460_000);
      else {
        const [known] = server.employees;
        if (known) server.arriving = [{ ...known, _id: DEVICE.replace(/1$/, '9'), number: '4711', timeId: '9' }];
        device.sender.askForLists();
      }
      await device.sender.round();
      expect(server.stored.size).toBe(2);
    },
  );
});

describe('a device whose activation ended', () => {
  it('deletes names at once, continues to record, and sends everything when it is back in the same account', async () => {
    const { server, device } = await given();
    await device.sender.round();
    expect(await device.db.run('readonly', allPeople)).toHaveLength(1);
    await device.capture([punch()]);
    server.token = 'token-2';
    device.pass(HOLD);
    expect(await device.sender.round()).toBe(900_000);
    expect(device.sender.state.kind).toBe('ended');
    expect(await device.db.run('readonly', allPeople)).toHaveLength(0);
    await device.capture([punch('1002')]);
    device.pass(HOLD);
    await device.sender.round();
    expect(await device.activate({ token: 'token-2', prefix: 'zyxwvutsrqpn' })).toBe(true);
    await device.sender.round();
    expect([...server.stored.values()].map(({ recordId, sequence }) => [recordId, sequence])).toEqual([
      ['abcdefghijkm-1', 1],
      ['abcdefghijkm-2', 2],
    ]);
  });

  it('names the device that sent first, so that a lost answer doubles nothing after a new activation', async () => {
    const { server, device } = await given();
    await device.capture([punch()]);
    device.pass(HOLD);
    server.faults = [null, 'lost'];
    await device.sender.round();
    server.token = 'token-2';
    server.deviceId = DEVICE.replace(/1$/, '2');
    await device.activate({ token: 'token-2', prefix: 'zyxwvutsrqpn', deviceId: server.deviceId });
    await device.sender.round();
    expect(server.stored.size).toBe(1);
    expect([...server.stored.keys()][0]).toContain(DEVICE);
    expect(await device.records('accepted')).toHaveLength(1);
  });

  it('does not take over another account while records wait', async () => {
    const { device } = await given();
    await device.capture([punch()]);
    expect(await device.activate({ accountId: DEVICE })).toBe(false);
    const [now, next] = await device.db.run('readonly', async (stores) => [
      await readMeta(stores, 'activation'),
      await readMeta(stores, 'next'),
    ]);
    expect(now).toEqual(activation());
    expect(next?.accountId).toBe(DEVICE);
  });

  it('continues by itself when the account is active again', async () => {
    const { server, device } = await given();
    server.token = 'other';
    await device.sender.round();
    server.token = 'token-1';
    await device.sender.round();
    expect(device.sender.state.kind).toBe('idle');
    expect(await device.db.run('readonly', allPeople)).toHaveLength(1);
  });
});

it('sends again what was accepted since the moment to which the server was restored, once', async () => {
  const { server, device } = await given();
  await device.capture([punch()]);
  device.pass(HOLD);
  await device.sender.round();
  const restoredTo = server.now - 60_000;
  server.stored.clear();
  server.resendFrom = new Date(restoredTo).toISOString();
  device.sender.askForLists();
  await device.sender.round();
  expect(server.stored.size).toBe(1);
  server.calls = [];
  device.sender.askForLists();
  await device.sender.round();
  expect(server.calls.map(({ records }) => records)).toEqual([0, 0]);
});

it('finds people by number, then by time id; our own badges contain only a number', async () => {
  const { device } = await given();
  await device.sender.round();
  const find = (text: string) => device.db.run('readonly', (stores) => findPerson(stores, text));
  expect((await find('TB1:1001'))?.known?.firstName).toBe('Thandi');
  expect((await find('7'))?.known?.number).toBe('1001');
  expect(await find('TB1:7')).toEqual({
    known: null,
    person: { _id: null, number: '7', timeId: null, badge: 'TB1:7' },
  });
  expect((await find('4711'))?.person).toEqual({ _id: null, number: '4711', timeId: '4711', badge: '4711' });
});

it('sends a record whose reading is lost as unverified, and what waits behind it', async () => {
  const { server, device } = await given();
  await device.capture([punch()]);
  await device.db.run('readwrite', (stores) => resultOf(stores.readings.clear()));
  await device.capture([punch('1002')]);
  device.pass(HOLD);
  await device.sender.round();
  expect([...server.stored.values()].map(({ clock }) => clock)).toEqual(['unverified', 'corrected']);
});

it('keeps the reading at which working time began, however long ago that is', async () => {
  const { server, device } = await given();
  const began = server.now;
  const { person } = punch();
  await device.db.run('readwrite', async (stores) => {
    const since = await momentNow(stores, device.clocks());
    await begin(stores, person, { lookup1: 'APPLE', lookup2: null }, since);
  });
  for (let hour = 0; hour < 3; hour += 1) {
    device.pass(600_000);
    await device.sender.round();
  }
  await device.db.run('readwrite', async (stores) =>
    storeTime(stores, await allRunning(stores), device.clocks(), { ends: true }),
  );
  const ended = server.now;
  device.pass(HOLD);
  await device.sender.round();
  const [entry] = server.stored.values();
  expect(entry).toMatchObject({ units: '0', lookup1Code: 'APPLE', clock: 'verified' });
  expect(Math.abs(Date.parse(String(entry?.startedAt)) - began)).toBeLessThan(1_000);
  expect(Math.abs(Date.parse(String(entry?.endedAt)) - ended)).toBeLessThan(1_000);
});

it('splits working time in which it was off into half hours', () => {
  const one = { person: punch().person, lookup1: 'APPLE', lookup2: null, from: { reading: 5, plus: 0 }, wall: 0 };
  const drafts = timeDrafts({ id: runningId(one.person), kind: 'running', ...one }, 80 * 60_000);
  expect(drafts.map((draft) => draft.kind === 'time' && [draft.from.plus, draft.to?.plus ?? null])).toEqual([
    [0, 1_800_000],
    [1_800_000, 3_600_000],
    [3_600_000, null],
  ]);
});

it('leaves the server alone for as long as it asked, whatever requests a round', async () => {
  const { server, device } = await given();
  await device.capture([punch()]);
  device.pass(HOLD);
  server.faults = ['429'];
  const wait = await device.sender.round();
  const calls = server.calls.length;
  device.pass(wait - 1_000);
  expect(await device.sender.round()).toBeLessThanOrEqual(1_000);
  expect(server.calls).toHaveLength(calls);
  device.pass(1_000);
  await device.sender.round();
  expect(server.stored.size).toBe(1);
});

it('reports how far it has counted', async () => {
  const { server, device } = await given();
  await device.capture([punch(), punch('1002')]);
  device.pass(HOLD);
  await device.sender.round();
  await device.sender.round();
  expect(server.reports.at(-1)).toMatchObject({ lastSequence: 2 });
});

describe('a device that was ended', () => {
  const DAY = 86_400_000;
  async function ended(days: number) {
    const { server, device } = await given();
    await device.capture([punch()]);
    device.pass(HOLD);
    server.token = 'another';
    await device.sender.round();
    device.pass(days * DAY);
    return { server, device };
  }
  it.each([
    [89, 1],
    [91, 0],
  ])('%i days later has %i unsent records', async (days, left) => {
    const { device } = await ended(days);
    await device.sender.round();
    expect(await device.db.run('readonly', countUnsent)).toBe(left);
  });
  it('deletes nothing because its own clock was set ahead', async () => {
    const { device } = await ended(1);
    device.wrong = 365 * DAY;
    await device.sender.round();
    expect(await device.db.run('readonly', countUnsent)).toBe(1);
  });
});

it('lists the newest first', async () => {
  const { device } = await given();
  await device.capture([punch()]);
  device.pass(1_000);
  await device.capture([punch('1002')]);
  const records = await device.db.run('readonly', (stores) => latest(stores, 1));
  expect(records.map(({ person }) => person.number)).toEqual(['1002']);
});

it.each([
  [13, 1],
  [15, 0],
])('keeps what was accepted %i days ago, however long before it was made (%i records)', async (days, kept) => {
  const { server, device } = await given();
  await device.capture([punch()]);
  server.faults = ['down'];
  await device.sender.round();
  device.pass(20 * 86_400_000);
  await device.sender.round();
  expect(await device.records('accepted')).toHaveLength(1);
  device.pass(days * 86_400_000);
  await device.sender.round();
  expect(await device.records('accepted')).toHaveLength(kept);
});

it('sends from a full device, once it has given up what can be spared', async () => {
  const { server, device } = await given();
  await device.capture([punch()]);
  device.pass(HOLD);
  const disk = { isFull: true };
  const put = IDBObjectStore.prototype.put;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (disk.isFull) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, given);
  });
  device.restart(async () => {
    disk.isFull = false;
    return true;
  });
  await device.sender.round();
  full.mockRestore();
  expect(server.stored.size).toBe(1);
});

describe('somebody whom this device does not know, with a name', () => {
  it('is sent with the name in each delivery that has a record of theirs, also after SIGKILL and a lost answer', async () => {
    const server = new FakeServer();
    const device = new FakeDevice(server);
    await device.activate();
    await device.captureNew(punch('4711'), 'Sipho Dlamini');
    device.restart();
    device.pass(11_000);
    server.faults = [null, 'lost'];
    await device.sender.round();
    device.restart();
    device.pass(11_000);
    await device.sender.round();
    expect([server.stored.size, server.unnamed, [...server.names]]).toEqual([1, 0, [['4711', 'Sipho Dlamini']]]);

    // Known by now, they are not asked about again; once an employee has the number, they are that employee.
    const found = () => device.db.run('readonly', (stores) => findPerson(stores, 'TB1:4711'));
    expect(await found()).toMatchObject({ known: null, named: 'Sipho Dlamini' });
    server.arriving = [
      { _id: ACCOUNT, number: '4711', firstName: 'Sipho', lastName: 'Dlamini', timeId: 'x', isActive: true },
    ];
    device.sender.askForLists();
    await device.sender.round();
    expect(await found()).toMatchObject({ known: { firstName: 'Sipho' } });
  });

  it('is in no record on disk, and forgotten 14 days after the last scan, or when the office ends the device', async () => {
    const server = new FakeServer();
    const device = new FakeDevice(server);
    await device.activate();
    await device.captureNew(punch('4711'), 'Sipho Dlamini');
    device.pass(11_000);
    await device.sender.round();
    expect(JSON.stringify(await device.records('accepted'))).not.toContain('Sipho');
    device.pass(15 * 86_400_000);
    await device.sender.round();
    expect(await device.db.run('readonly', newPeopleOf)).toEqual([]);
    await device.captureNew(punch('4712'), 'Lerato');
    server.token = 'revoked';
    await device.sender.round();
    expect(await device.db.run('readonly', newPeopleOf)).toEqual([]);
  });
});
