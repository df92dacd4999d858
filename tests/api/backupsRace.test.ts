import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { lockAccount } from '#server/platform/tenant/account.ts';
import { backupBase, backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { fillAccount } from '../support/filledAccount.ts';
import { countWaiting } from '../support/moments.ts';
import { TEST_NOW, useTestApp } from '../support/testApp.ts';
import { unzip } from '../support/zip.ts';

/** A clock that advances by a millisecond at each reading, so that no two events have the same instant. */
let at = Date.parse(TEST_NOW);
const t = useTestApp({ services: { clock: { now: () => new Date(at++) } } });
let token: string;
const { start, backUp, download, upload, startRestore, restoreStatus, restore } = backupCalls(t, () => token);

let accountId: string;
let serial: string;
beforeEach(async () => {
  at = Date.parse(TEST_NOW);
  ({ token } = await givenAdmin(t.db));
  accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  await fillAccount(t.db, accountId, { employees: 5 });
  ({ serialNumber: serial } = await givenDevice(t.db, accountId));
});

let second = 0;
/** Sends a punch with an unknown PIN as a terminal does; returns the PIN if it was acknowledged, undefined if the terminal was told to retry. */
async function punch(): Promise<string[]> {
  const pin = `9${++second}`;
  const time = new Date(Date.parse(TEST_NOW) - second * 1_000).toISOString().slice(0, 19).replace('T', ' ');
  const reply = await t.app.inject({
    method: 'POST',
    url: `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=1`,
    payload: `${pin}\t${time}\t0\t1\t\t0\t0\n`,
  });
  expect([200, 429]).toContain(reply.statusCode);
  return reply.body === 'OK: 1' ? [pin] : [];
}
const pinsIn = async (archive: Buffer) => {
  const lines = String((await unzip(archive)).get('data/clock-records.ndjson'))
    .trimEnd()
    .split('\n');
  return new Set(lines.map((line) => String(JSON.parse(line).time_id)));
};
const stored = async () =>
  (
    await t.db.rows(
      z.object({ pin: z.string() }),
      sql`select time_id as pin from clock_record where account_id = ${accountId} and source like 'device:%' and time_id like '9%'`,
    )
  ).map(({ pin }) => pin);

test('a replace loses no punch that is sent after it began, and the safety backup has the others', async () => {
  const { archive } = await backUp(accountId);
  for (let round = 0; round < 2; round++) {
    const { restoreJobId } = (await upload(archive, accountId)).json();
    const acknowledged: string[] = [];
    const sentAfterStart: string[] = [];
    let hasStarted = false;
    let running = true;
    // Terminals upload before, during and after the restore; an upload in progress at its start may have been received on either side of it.
    const terminals = Array.from({ length: 3 }, async () => {
      while (running) {
        const isAfterStart = hasStarted;
        const pins = await punch();
        acknowledged.push(...pins);
        if (isAfterStart) sentAfterStart.push(...pins);
      }
    });
    const started = await startRestore(accountId, restoreJobId, {
      items: ['Payroll Data', 'Employees', 'Clock Records'],
      strategy: 'replace',
    });
    expect(started.statusCode).toBe(200);
    hasStarted = true;
    await t.jobs.drain();
    running = false;
    await Promise.all(terminals);
    const { status, safetyBackupJobId } = await restoreStatus(accountId, restoreJobId);
    expect(status).toBe('Successful');
    const kept = new Set(await stored());
    expect(sentAfterStart.filter((pin) => !kept.has(pin))).toEqual([]);
    expect(sentAfterStart.length).toBeGreaterThan(0);
    // The safety backup contains what the replace removed.
    const safety = await pinsIn(await download(accountId, safetyBackupJobId));
    expect(acknowledged.filter((pin) => !kept.has(pin) && !safety.has(pin))).toEqual([]);
  }
});

test.each(['start', 'undo'] as const)(
  'the %s of a restore waits for the uploads that were under way, so that none is removed that was acknowledged later',
  async (way) => {
    const { archive } = await backUp(accountId);
    const items = ['Payroll Data', 'Employees', 'Clock Records'];
    const { restoreJobId } =
      way === 'start' ? (await upload(archive, accountId)).json() : await restore(archive, accountId, 'replace', items);
    // Holds an upload between its time of receipt and its commit.
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => release.resolve());
    const holding = t.db.tx(async (tx) => {
      await tx.run(sql`lock table clock_record in share mode`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const arriving = punch();
    await expect.poll(() => countWaiting(t.db)).toBe(1);
    let hasStarted = false;
    const begin = () =>
      way === 'start'
        ? startRestore(accountId, restoreJobId, { items, strategy: 'replace' })
        : t.ask(`${backupBase(accountId)}/restore/${restoreJobId}/undo`, { token, method: 'POST' });
    const starting = begin().then((answer) => {
      hasStarted = true;
      return answer.json();
    });
    await expect.poll(async () => hasStarted || (await countWaiting(t.db)) === 2).toBe(true);
    expect(hasStarted).toBe(false);
    release.resolve();
    const [begun] = await Promise.all([starting, holding, arriving]);
    await t.jobs.drain();
    const { status, safetyBackupJobId } = await restoreStatus(accountId, begun.restoreJobId ?? restoreJobId);
    expect(status).toBe('Successful');
    expect([...(await pinsIn(await download(accountId, safetyBackupJobId)))]).toContain(`9${second}`);
  },
);

test('a backup contains everything that was acknowledged before it was requested', async () => {
  const pins: string[] = [];
  const terminals = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < 5; n++) pins.push(...(await punch()));
  });
  await Promise.all(terminals.slice(0, 2));
  const before = [...pins];
  const { backupJobId } = (await start(accountId, { includeClockRecords: true })).json();
  await Promise.all([t.jobs.drain(), ...terminals]);
  const held = await pinsIn(await download(accountId, backupJobId));
  expect(before.length).toBeGreaterThan(0);
  expect(before.filter((pin) => !held.has(pin))).toEqual([]);
});

test('while the terminals of an account wait for its restore, those of another account are served', async () => {
  const { serialNumber } = await givenDevice(t.db, await givenAccount(t.db));
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => release.resolve());
  const swapping = t.db.tx(async (tx) => {
    await lockAccount(tx, accountId);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const waiting = Array.from({ length: 20 }, punch);
  await expect.poll(() => countWaiting(t.db)).toBeGreaterThan(0);
  const payload = '1\t2026-11-20 09:00:00\t0\t1\t\t0\t0\n';
  const url = `/iclock/cdata?SN=${serialNumber}&table=ATTLOG&Stamp=1`;
  const reply = await Promise.race([t.app.inject({ method: 'POST', url, payload }), setTimeout(60_000, null)]);
  expect(reply?.body).toBe('OK: 1');
  release.resolve();
  await swapping;
  expect((await Promise.all(waiting)).flat()).toHaveLength(20);
});

test('a merge takes in each record whose place is free: not taken by the same event, an unmatched punch or what its sender has sent', async () => {
  await t.app.inject({
    method: 'POST',
    url: `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=1`,
    payload: '1\t2026-11-20 06:58:11\t0\t1\t\t0\t0\n777\t2026-11-20 07:01:00\t0\t1\t\t0\t0\n',
  });
  const { archive } = await backUp(accountId);
  const records = async () =>
    (
      await t.db.rows(
        z.object({ id: z.string() }),
        sql`select clock_record_id::text as id from clock_record where account_id = ${accountId} order by 1`,
      )
    ).map(({ id }) => id);
  const before = await records();
  // The same records under other ids, but one that is gone.
  await t.db.run(sql`delete from clock_record where account_id = ${accountId} and clock_record_id = ${before[0]}`);
  await t.db.run(sql`update clock_record set clock_record_id = gen_random_uuid() where account_id = ${accountId}`);
  const kept = await records();
  await restore(archive, accountId, 'merge', ['Payroll Data', 'Employees', 'Clock Records']);
  expect(await records()).toEqual([...kept, ...before.slice(0, 1)].sort());
});
