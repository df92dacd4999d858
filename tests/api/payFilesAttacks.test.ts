import { describe, expect, it, onTestFinished } from 'vitest';
import { PAY_ELEMENTS, type PayFile } from '#contract/money/payFiles.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { lockAccount } from '#server/platform/tenant/account.ts';
import { ALL_ITEMS, backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenSession } from '../support/factories.ts';
import { countWaiting } from '../support/moments.ts';
import { givenPay, MONDAY, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Payroll files and pay in the face of odd data, and of what happens after a file was handed over: other currencies, restores. */
const t = useTestApp();
const NOTHING = Object.fromEntries(Object.keys(ALL_ITEMS).map((item) => [item, false]));
const OWN = {
  ...{ hours: 'decimal', dates: 'YYYY-MM-DD', separator: ',' },
  columns: ['lastName', 'code', 'units'].map((column) => ({ column, head: column })),
};
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

/** Holds what a transaction locks, until the returned function is called. */
async function holding(lock: (tx: Db) => Promise<unknown>): Promise<() => Promise<void>> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => release.resolve());
  const done = t.db.tx(async (tx) => {
    await lock(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return () => {
    release.resolve();
    return done;
  };
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

describe('a backup that is made while a file is', () => {
  it('does not have the file, so that restoring it leaves the file: payroll has it, and is not told twice', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const { accountId, calls, asked } = world;
    const lockId = await world.lock();
    // The file is asked for, and waits for the period's lock while the backup is made.
    const release = await holding((tx) => tx.run(sql`lock table period_lock in access exclusive mode`));
    const making = asked('/pay/files', { lockId });
    await expect.poll(() => countWaiting(t.db)).toBe(1);
    t.clock.advance(60_000);
    const { archive } = await calls.backUp(accountId, { ...NOTHING, includePayrollData: true });
    t.clock.advance(60_000);
    await release();
    const { body: made } = await making;
    expect(made).toMatchObject({ number: 1, at: t.clock.now().toISOString() });
    t.clock.advance(60_000);
    await calls.restore(archive, accountId, 'replace', ['Payroll Data']);
    expect((await world.ask('/pay/files')).files).toEqual([{ ...made, events: [] }]);
    expect((await asked('/pay/files', { lockId })).body.message).toBe('Nothing has changed since the last file.');
  });

  it('has what became of a file, or leaves it: by when it was stored, not by when it was asked', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const made = await world.make(await world.lock());
    const { _id: profileId } = await world.ask('/pay/profiles', {
      ...{ name: 'Own', layout: 'csv' },
      settings: { ...OWN, codes: Object.fromEntries(PAY_ELEMENTS.map((one) => [one, one])) },
    });
    const token = await givenSyncKey(t.db, world.accountId, { rights: 'fetch' });
    const release = await holding((tx) => lockAccount(tx, world.accountId));
    const body = { hash: made.hash };
    const asking = Promise.all([
      t.ask(`/v2/payroll/PAYROLL/periods/${made._id}/taken`, { token, body }),
      t.ask(`/v2/pay/files/${made._id}/file?profileId=${profileId}`, { token: world.token }),
    ]);
    await expect.poll(() => countWaiting(t.db)).toBe(2);
    t.clock.advance(60_000);
    await release();
    for (const answer of await asking) expect(answer.statusCode, answer.body).toBe(200);
    const { files } = await world.ask('/pay/files');
    const at = t.clock.now().toISOString();
    expect(files[0].events.map((one: { kind: string; at: string }) => [one.kind, one.at]).sort()).toEqual([
      ['download', at],
      ['taken', at],
    ]);
  });
});

describe('the key of a payroll system', () => {
  it('takes nothing once it is revoked, though its call was under way', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const made = await world.make(await world.lock());
    const token = await givenSyncKey(t.db, world.accountId, { rights: 'fetch' });
    const release = await holding((tx) => lockAccount(tx, world.accountId));
    const asking = Promise.all([
      t.ask(`/v2/payroll/PAYROLL/periods/${made._id}/taken`, { token, body: { hash: made.hash } }),
    ]);
    await expect.poll(() => countWaiting(t.db)).toBe(1);
    await t.db.run(sql`update sync_key set revoked_at = now() where account_id = ${world.accountId}`);
    await release();
    const [answer] = await asking;
    expect([answer.statusCode, answer.json().errorCode]).toEqual([401, 'SESSION_EXPIRED']);
    expect((await world.ask('/pay/files')).files[0].events).toEqual([]);
  });

  it('is read from its header alone: not from the address, a cookie or another header', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    await world.make(await world.lock());
    const key = await givenSyncKey(t.db, world.accountId, { rights: 'fetch' });
    const url = '/v2/payroll/PAYROLL/periods';
    const tries: { url: string; headers: Record<string, string> }[] = [
      { url: `${url}?authorization=${key}&key=${key}&token=${key}`, headers: {} },
      { url, headers: { cookie: `authorization=${key}; token=${key}` } },
      { url, headers: { 'x-api-key': key, 'proxy-authorization': key } },
      { url, headers: { authorization: `${key}, ${key}` } },
      { url, headers: { authorization: key.slice(0, -1) } },
      { url, headers: { authorization: key.toUpperCase() } },
    ];
    for (const asked of tries)
      expect((await t.app.inject({ method: 'GET', ...asked })).statusCode, JSON.stringify(asked)).toBe(401);
    expect((await t.app.inject({ method: 'GET', url, headers: { authorization: key } })).statusCode).toBe(200);
  });
});

describe('odd data', () => {
  it('of names and codes of work comes into files, and back from a backup, as it is', async () => {
    const world = await given({ 1: { [MONDAY]: nine(10) } });
    const codes = ['A$$B', 'A$B', 'A$&B', '{lookup2}', '"x", y'];
    await world.sync({
      lookups: [{ lookup: 1, entries: codes.map((code) => ({ code, description: code })) }],
      employees: [{ code: '1', number: '1', firstName: 'A', lastName: 'Two\r\nlines', timeGroupCode: 'DAY' }],
      pieceworkEntries: codes.map((lookup1Code, nth) => ({
        ...{
          code: `odd ${nth}`,
          employeeCode: '1',
          lookup1Code,
          units: nth + 1,
          startedAt: `${MONDAY}T12:00:00+02:00`,
        },
      })),
    });
    await world.rate('piece', '2');
    const { _id } = await world.make(await world.lock());
    const settings = {
      codes: Object.fromEntries(PAY_ELEMENTS.map((one) => [one, one === 'piece' ? 'P-{lookup1}' : null])),
      ...OWN,
    };
    const profile = await world.ask('/pay/profiles', { name: 'Own', layout: 'csv', settings });
    const path = `/v2/pay/files/${_id}/file?profileId=${profile._id}`;
    const name = '"Two\r\nlines"';
    const lines = ['"P-""x"", y",5', 'P-A$$B,1', 'P-A$&B,3', 'P-A$B,2', 'P-crate,10', 'P-{lookup2},4'];
    const { body } = await t.ask(path, { token: world.token });
    expect(body.split(`\r\n${name},`).slice(1).sort()).toEqual([...lines.slice(0, -1), `${lines.at(-1)}\r\n`]);

    const { archive } = await world.calls.backUp(world.accountId);
    const other = await givenAccount(t.db);
    const { status } = await world.calls.restore(archive, other, 'replace', ['Payroll Data', 'Employees']);
    expect(status).toMatchObject({ status: 'Successful', failureReason: null });
  });

  it('of the greatest amounts is shown, so that it can be corrected', async () => {
    const world = await given({ 1: { [MONDAY]: nine(999_999_999.999) }, 2: { [MONDAY]: nine(999_999_999.999) } });
    const { rates } = await world.ask('/pay/rates');
    const rate = rates.find(({ kind }: { kind: string }) => kind === 'piece');
    const { _id, systemId: _s, owner: _o, isLocked: _l, ...fields } = rate;
    await world.ask(`/pay/rates/${_id}`, { ...fields, amount: '99999999.9999' }, 'PUT');
    const total = '199999999999600000.00';
    expect((await world.people()).totals.total).toBe(total);
    expect((await world.costs()).totals.total).toBe(total);
    expect((await world.person('1')).sums.piece).toBe('99999999999800000.00');
    expect((await world.ask(`/pay/what-if?rateId=${_id}&amount=1`)).before.total).toBe(total);
    expect((await world.make(await world.lock())).total).toBe(total);
  });
});
