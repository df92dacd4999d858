import { describe, expect, it } from 'vitest';
import type { PayFile } from '#contract/payFiles.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin, givenSession } from '../support/factories.ts';
import { givenPay, MONDAY, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Payroll files in the face of what happens after they were handed over (spec/pay.md X2, X4): other currencies, restores. */
const t = useTestApp();
const nine = (crates: number) => ({ from: '07:00', to: '16:00', units: { crate: crates } });

async function given(people: Record<string, Work>) {
  const world = await givenPay(t, people);
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule();
  const lock = async (): Promise<string> => (await world.ask('/period-locks', { from: MONDAY, to: '2026-11-15' }))._id;
  const make = async (lockId: string): Promise<PayFile> => world.ask('/pay/files', { lockId });
  const reopen = (lockId: string) => world.ask(`/period-locks/${lockId}/reopen`, { reason: 'Wrong block' });
  const late = (units: number) => {
    const entry = { code: `late ${units}`, employeeCode: '1', lookup1Code: 'crate', units };
    return world.sync({ pieceworkEntries: [{ ...entry, startedAt: `${MONDAY}T11:00:00+02:00` }] });
  };
  const admin = await givenAdmin(t.db);
  const by = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });
  return { ...world, lock, make, reopen, late, calls: backupCalls(t, () => by) };
}

describe('the currency of payroll files', () => {
  it('stays that of the account, though no period is locked: a delta in another one would be added to the file', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const { archive } = await world.calls.backUp(world.accountId);
    const lockId = await world.lock();
    await world.make(lockId);
    await world.reopen(lockId);
    const { status, body } = await world.asked('/pay/currency', { currency: 'JPY' }, 'PUT');
    expect([status, body.message]).toEqual([409, 'The currency cannot change: payroll files were made in ZAR.']);
    expect((await world.asked('/pay/currency', { currency: 'ZAR' }, 'PUT')).status).toBe(200);

    // Nor does a restore change it while a file stays.
    const other = await givenPay(t, {});
    await other.ask('/pay/currency', { currency: 'USD' }, 'PUT');
    const foreign = (await world.calls.backUp(other.accountId)).archive;
    const items = ['Payroll Data', 'Employees', 'Clock Records'];
    const asked = async (file: Buffer) => {
      const { restoreJobId } = (await world.calls.upload(file, world.accountId)).json();
      const order = { items: items.slice(1), strategy: 'replace', acceptForeign: true };
      return world.calls.startRestore(world.accountId, restoreJobId, order);
    };
    const refused = await asked(foreign);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The amounts of this file are in USD, those of payroll files that stay in ZAR.',
    ]);
    expect((await asked(archive)).statusCode).toBe(200);
  });
});

describe('a restore of an older backup', () => {
  it('leaves the files that were made since: payroll has them, they count, and no number is used twice', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const { accountId, calls } = world;
    const lockId = await world.lock();
    const first = await world.make(lockId);
    const { archive } = await calls.backUp(accountId);
    t.clock.advance(3_600_000);
    await world.late(30);
    const second = await world.make(lockId);
    const token = await givenSyncKey(t.db, accountId, { rights: 'fetch' });
    const taken = { token, body: { hash: second.hash } };
    expect((await t.ask(`/v2/payroll/PAYROLL/periods/${second._id}/taken`, taken)).statusCode).toBe(200);
    t.clock.advance(3_600_000);

    const { restoreJobId } = (await calls.upload(archive, accountId)).json();
    const path = `/v2/backup-restore/${accountId}/restore/${restoreJobId}/rehearse`;
    const by = { token: (await givenAdmin(t.db)).token, body: { items: ['Payroll Data'], strategy: 'replace' } };
    // The late entry goes, and its file stays.
    expect((await t.ask(path, by)).json().items[0]).toMatchObject({ deleted: 1 });
    await calls.restore(archive, accountId, 'replace', ['Payroll Data']);
    const { files } = await world.ask('/pay/files');
    expect(files).toMatchObject([{ ...second, events: [{ kind: 'taken' }] }, first]);
    const third = await world.make(lockId);
    expect(third).toMatchObject({ number: 3, total: '-93.00' });
    await world.late(30);
    expect(await world.make(lockId)).toMatchObject({ number: 4, total: '93.00' });
  });
});
