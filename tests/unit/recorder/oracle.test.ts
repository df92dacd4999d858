import fc from 'fast-check';
import { expect, it } from 'vitest';
import { undo } from '#recorder/store/corrections.ts';
import { retryRefused } from '#recorder/store/log.ts';
import { size } from '#tests/support/size.ts';
import { FakeDevice, FakeServer, ownDay, piece, punch, teamWork } from './recorder.support.ts';

/**
 * Random sequences of what happens to a device, beside a journal that no crash reaches: in the end every confirmed record is on the server
 * once, and of the device's own numbers none is missing. RECORDER_SEQUENCES=200 is the long form.
 */
const SEQUENCES = Number(process.env.RECORDER_SEQUENCES ?? size(5, 20));
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan' as const), people: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('team' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('name' as const), who: fc.constantFrom('N1', 'N2') }) },
  // A person agrees to their day, or says that something is wrong with it.
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('say' as const), wrong: fc.constant(null) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('say' as const), wrong: fc.constantFrom('hours', 'other') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('round' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 100, max: 40_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('faults' as const),
      faults: fc.array(fc.constantFrom('lost', 'down', '500', '413', '400', '429', 'html', 'cut', null), {
        maxLength: 4,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killWhileSending' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const), isAnother: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock' as const), by: fc.integer({ min: -9e6, max: 9e6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tabs' as const) }) },
);

it('loses nothing and doubles nothing, whatever happens', async () => {
  const said = { sequences: 0, agreements: 0, disputes: 0, withBoth: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 80 }), async (acts) => {
      const words = acts.flatMap((one) => (one.kind === 'say' ? one.wrong === null : []));
      const agreements = words.filter((agrees) => agrees).length;
      said.sequences += 1;
      said.agreements += agreements;
      said.disputes += words.length - agreements;
      if (agreements > 0 && agreements < words.length) said.withBoth += 1;
      const server = new FakeServer();
      const device = new FakeDevice(server);
      let activations = 1;
      await device.activate();
      const journal = new Map<string, string[]>();
      const activateAnew = async (isAnother: boolean) => {
        activations += 1;
        server.token = `token-${activations}`;
        if (isAnother) server.deviceId = `0193a000-0000-7000-8000-${String(activations).padStart(12, '0')}`;
        server.sequences.clear();
        const prefix = `prefix${'a'.repeat(4)}${String(activations).padStart(2, '0')}`;
        await device.activate({ token: server.token, deviceId: server.deviceId, prefix });
      };
      for (const one of acts) {
        if (one.kind === 'scan') {
          const drafts = Array.from({ length: one.people }, (_, i) => (i % 2 ? piece('0.5') : punch('1002')));
          const records = await device.capture(drafts);
          journal.set(
            records[0]?.group ?? '',
            records.map(({ id }) => id),
          );
        }
        if (one.kind === 'team') {
          const records = await device.capture([teamWork()]);
          journal.set(
            records[0]?.group ?? '',
            records.map(({ id }) => id),
          );
        }
        if (one.kind === 'name') {
          const records = await device.captureNew(punch(one.who), `Name of ${one.who}`);
          journal.set(
            records[0]?.group ?? '',
            records.map(({ id }) => id),
          );
        }
        if (one.kind === 'say') {
          const records = await device.capture([ownDay(one.wrong)]);
          journal.set(
            records[0]?.group ?? '',
            records.map(({ id }) => id),
          );
        }
        if (one.kind === 'undo') {
          const [group] = [...journal.keys()].slice(-1);
          if (group && (await device.db.run('readwrite', (stores) => undo(stores, group)))) journal.delete(group);
        }
        if (one.kind === 'round') await device.sender.round();
        if (one.kind === 'pass') device.pass(one.ms);
        if (one.kind === 'faults') server.faults = [...one.faults];
        if (one.kind === 'kill') device.restart();
        if (one.kind === 'killWhileSending') {
          const round = device.sender.round().catch(() => undefined);
          await Promise.resolve();
          device.restart();
          await round;
        }
        if (one.kind === 'revoke') server.token = 'revoked';
        if (one.kind === 'return') await activateAnew(one.isAnother);
        if (one.kind === 'clock') device.wrong += one.by;
        if (one.kind === 'tabs') {
          const tab = new FakeDevice(server);
          Object.assign(tab, { db: device.db, run: 99 });
          await Promise.all([device.sender.round(), tab.sender.round()]);
        }
      }
      server.faults = [];
      // A device whose activation ended forgets names: its records wait until the office makes these people employees.
      if (acts.some(({ kind }) => kind === 'revoke' || kind === 'return'))
        for (const number of ['N1', 'N2']) server.known.add(number);
      if (server.token === 'revoked') await activateAnew(false);
      // Records refused through a broken answer are sent again by hand, and after some time everything has arrived.
      for (let rounds = 0; rounds < 3; rounds += 1) {
        device.pass(20_000);
        await device.db.run('readwrite', (stores) => retryRefused(stores, () => true));
        await device.sender.round();
      }
      const confirmed = [...journal.values()].flat().sort();
      const stored = [...server.stored.values()].map(({ recordId }) => recordId).sort();
      expect(stored).toEqual(confirmed);
      expect(await device.records('queued')).toEqual([]);
      if (!server.known.has('N1')) {
        expect(server.unnamed).toBe(0);
        for (const [number, name] of server.names) expect(name).toBe(`Name of ${number}`);
      }
      const numbers = [...server.sequences].sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => i + 1));
    }),
    { numRuns: SEQUENCES },
  );
  // Of a few, chance may leave out either.
  if (SEQUENCES < 100) return;
  console.log(JSON.stringify(said));
  expect(said.withBoth * 2, JSON.stringify(said)).toBeGreaterThan(SEQUENCES);
});
