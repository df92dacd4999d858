import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { labelText } from '#contract/masterData/containerLabels.ts';
import { readScan } from '#recorder/app/scanned.ts';
import type { Draft } from '#recorder/core/record.ts';
import {
  findArrived,
  findFull,
  noteDelivered,
  noteFull,
  pruneContainers,
  takeContainers,
  undoDelivered,
} from '#recorder/store/containers.ts';
import { correcting, undo } from '#recorder/store/corrections.ts';
import { capture } from '#recorder/store/log.ts';
import { ACCOUNT, DEVICE, FakeDevice, FakeServer, piece } from './recorder.support.ts';

const BIN = '0193a000-0000-7000-8000-0000000000b1';
const LUG = '0193a000-0000-7000-8000-0000000000c2';
const scanned = (text: string) => readScan(text, { accountId: ACCOUNT, kindIds: [BIN, LUG], kindId: BIN });

it.each([
  [
    'our label says its kind',
    labelText(ACCOUNT, LUG, '12'),
    { kind: 'container', container: { number: '12', kindId: LUG } },
  ],
  ['a label of another account', labelText(DEVICE, LUG, '12'), { kind: 'otherAccount', text: '12' }],
  ['a label of a kind that was deleted', labelText(ACCOUNT, DEVICE, '12'), { kind: 'noKind', text: '12' }],
  ['a label that is cut off', 'TC1:abc954cd:deadbeef', { kind: 'nothing', text: 'TC1:abc954cd:deadbeef' }],
  ['a number like our prefix', 'TC1', { kind: 'either', text: 'TC1', container: { number: 'TC1', kindId: BIN } }],
  ['our badge', 'TB1:1001', { kind: 'badge', text: 'TB1:1001' }],
  ['any other text', ' 4711 ', { kind: 'either', text: '4711', container: { number: '4711', kindId: BIN } }],
  ['nothing', ' ', { kind: 'nothing', text: ' ' }],
])('%s', (_name, text, read) => {
  expect(scanned(text)).toEqual(read);
});

const HOUR = 3_600_000;
const NOTHING_ELSE = { crew: null, lookup1Code: null, lookup2Code: null };
async function given() {
  const server = new FakeServer();
  const device = new FakeDevice(server);
  await device.activate();
  const now = () => server.now;
  /** Counts container 4711 as the screen does: entry and container in one transaction. */
  const count = async (group: string) =>
    device.db.run('readwrite', async (stores) => {
      const draft = { ...piece('350'), kind: 'piece', container: { number: '4711', kindId: BIN } } as Draft;
      await noteFull(stores, {
        number: '4711',
        at: now(),
        until: now() + 2 * HOUR,
        employeeId: null,
        named: '1001',
        group,
      });
      return capture(stores, group, [draft], device.clocks());
    });
  const full = () => device.db.run('readonly', (stores) => findFull(stores, '4711', now()));
  return { server, device, count, full };
}

it('is full after it was counted, until it is undone, taken back, or empty by itself', async () => {
  const { device, count, full } = await given();
  await count('one');
  expect(await full()).toMatchObject({ named: '1001', group: 'one' });
  await device.db.run('readwrite', (stores) => undo(stores, 'one'));
  expect(await full()).toBeUndefined();
  const [record] = await count('two');
  expect(await full()).toBeDefined();
  if (record?.kind !== 'piece') throw new Error('No piece');
  // Other units leave it full.
  expect(await device.db.run('readwrite', (stores) => correcting(stores, record, 300_000))).not.toHaveProperty(
    '0.container',
  );
  expect(await full()).toBeDefined();
  const [back] = await device.db.run('readwrite', (stores) => correcting(stores, record, 0));
  expect(back).toMatchObject({ units: '-350', container: { number: '4711' } });
  expect(await full()).toBeUndefined();
  await count('three');
  device.pass(2 * HOUR);
  expect(await full()).toBeUndefined();
  device.pass(HOUR);
  await device.db.run('readwrite', (stores) => pruneContainers(stores, device.clocks().wall));
  expect(await device.db.run('readonly', (stores) => findFull(stores, '4711', 0))).toBeUndefined();
});

it('is full again when a delivery is undone, also where the server answered in between', async () => {
  const { device, server, count, full } = await given();
  await count('one');
  device.pass(HOUR);
  const person = { _id: null, number: null, timeId: null, badge: '' };
  await device.db.run('readwrite', async (stores) => {
    await noteDelivered(stores, '4711', server.now, { group: 'delivered', verdict: 'accept' });
    const delivery: Draft = { kind: 'delivery', person, means: 'scanner', container: '4711', verdict: 'accept' };
    return capture(stores, 'delivered', [delivery], device.clocks());
  });
  expect(await full()).toBeUndefined();
  device.pass(1_000);
  await device.sender.round();
  await device.db.run('readwrite', (stores) => undo(stores, 'delivered'));
  expect(await full()).toMatchObject({ named: '1001' });
});

it('is what was said last of it and is not undone, in whichever order three verdicts are undone', async () => {
  const orders = [
    ['one', 'two', 'three'],
    ['one', 'three', 'two'],
    ['two', 'one', 'three'],
    ['two', 'three', 'one'],
    ['three', 'one', 'two'],
    ['three', 'two', 'one'],
  ] as const;
  for (const order of orders) {
    const { server, device, count, full } = await given();
    await count('counted');
    const verdicts = { one: 'accept', two: 'reject', three: 'accept' } as const;
    const said: (keyof typeof verdicts)[] = ['one', 'two', 'three'];
    for (const group of said) {
      device.pass(1_000);
      await device.db.run('readwrite', (stores) =>
        noteDelivered(stores, '4711', server.now, { group, verdict: verdicts[group] }),
      );
    }
    for (const group of order) {
      await device.db.run('readwrite', (stores) => undoDelivered(stores, '4711', group));
      said.splice(said.indexOf(group), 1);
      const last = said.at(-1);
      const arrived = await device.db.run('readonly', (stores) => findArrived(stores, '4711', server.now));
      expect(arrived?.said?.at(-1)?.verdict).toBe(last && verdicts[last]);
    }
    expect(await full()).toMatchObject({ named: '1001' });
  }
});

it('sends the container with its entry', async () => {
  const { server, device, count } = await given();
  await count('one');
  device.pass(20_000);
  await device.sender.round();
  expect([...server.stored.values()]).toMatchObject([{ units: '350', container: { number: '4711', kindId: BIN } }]);
});

it('takes over what the server tells: the earlier of two counts, and what is emptied later than counted here is empty', async () => {
  const { server, device, count, full } = await given();
  const iso = (ms: number) => new Date(ms).toISOString();
  const told = (at: number, until: number, isWhole = false) =>
    device.db.run('readwrite', (stores) =>
      takeContainers(
        stores,
        [{ number: '4711', at: iso(at), until: iso(until), employeeId: DEVICE, ...NOTHING_ELSE }],
        isWhole,
      ),
    );
  await count('one');
  const at = server.now;
  await told(at + HOUR, at + 3 * HOUR);
  expect(await full()).toMatchObject({ named: '1001' });
  await told(at - HOUR, at + HOUR);
  expect(await full()).toMatchObject({ employeeId: DEVICE });
  device.pass(HOUR / 2);
  await count('two');
  // Emptied before it was counted here.
  await told(at, at);
  expect(await full()).toMatchObject({ group: 'two' });
  await told(server.now + 1, server.now + 1);
  expect(await full()).toBeUndefined();
  await told(server.now, server.now + HOUR);
  await device.db.run('readwrite', (stores) => takeContainers(stores, [], true));
  expect(await full()).toBeUndefined();
});
