import { afterAll, describe, expect, it, vi } from 'vitest';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupBase, backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenEmployee } from '../support/factories.work.ts';
import { createVisitor, startProvider } from '../support/provider.ts';
import { givenPerson } from '../support/signIn.ts';
import { begin, comeBack, envOf, exchange, givenLink } from '../support/signOn.ts';
import { TEST_NOW, useTestApp } from '../support/testApp.ts';

/** Calls that let a person in, or show something, once do so once when they come many times at once; ids of one account open nothing of another. */
vi.useFakeTimers({ toFake: ['Date'], now: new Date(TEST_NOW) });
const hill = await startProvider({ id: 'hill', clientSecret: 'a secret of the hill' });
const t = useTestApp({ env: envOf(hill) });
afterAll(() => hill.close());

const AT_ONCE = 8;
const atOnce = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)));

describe('single sign-on', () => {
  it('an answer of a provider that comes eight times at once lets in once at most: the provider may take the code back', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-1', jane.userId);
    const callback = await createVisitor().logIn(await begin(t, 'hill'), 'j-1');
    const tokens = await atOnce(() => comeBack(t, callback));
    const answers = await Promise.all(tokens.map((token) => exchange(t, token)));
    const isIn = answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(isIn).toBeLessThanOrEqual(1);
    expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
    const live = sql`select 1 from session where user_id = ${jane.userId} and replaced_at is null`;
    expect(await t.db.run(live)).toBeLessThanOrEqual(1);
  });

  it('its token that is used eight times at once opens one session', async () => {
    const jane = await givenPerson(t);
    await givenLink(t, hill, 'j-2', jane.userId);
    const token = await comeBack(t, await createVisitor().logIn(await begin(t, 'hill'), 'j-2'));
    const answers = await atOnce(() => exchange(t, token));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('links', () => {
  it('of an employee that are made eight times at once: one opens', async () => {
    const accountId = await givenAccount(t.db);
    const { token } = await givenEmployer(t.db, { accountId, permissions: PERMISSIONS });
    const ann = await givenEmployee(t.db, accountId, { number: '1' });
    await t.db.run(sql`update employee set system_id = ${APPLICATION_SYSTEM} where employee_id = ${ann}`);
    const made = await atOnce(() => t.ask(`/v2/setup/employees/${ann}/own-days-link`, { token, body: {} }));
    const addresses = made.flatMap((one) => (one.statusCode === 200 ? [new URL(one.json().address).pathname] : []));
    expect(addresses.length).toBeGreaterThan(1);
    const opened = await Promise.all(addresses.map((path) => t.ask(path, { method: 'GET' })));
    expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    // Neither is the link of an auditor, a session, or a key.
    const secret = addresses[opened.findIndex(({ statusCode }) => statusCode === 200)]?.split('/').at(-1) ?? '';
    for (const path of [`/v2/audit-sample/${secret}`, `/v2/own-days/${secret}%00`])
      expect((await t.ask(path, { method: 'GET' })).statusCode, path).toBeGreaterThanOrEqual(400);
    for (const path of ['/v2/session', '/v2/setup/employees', '/v2/rc/roster', '/v2/payroll/status'])
      expect((await t.ask(path, { token: secret })).statusCode, path).toBeGreaterThanOrEqual(400);
  });
});

describe('backups', () => {
  it('of one account are neither downloaded, deleted, restored nor undone at the address of another', async () => {
    const { token } = await givenAdmin(t.db);
    const calls = backupCalls(t, () => token);
    const [mine, theirs] = [await givenAccount(t.db), await givenAccount(t.db)];
    await givenEmployee(t.db, theirs, { number: '1' });
    const { backupJobId, archive } = await calls.backUp(theirs);
    const { restoreJobId } = (await calls.upload(archive, theirs)).json();
    const at = (path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', body?: object) =>
      t.ask(`${backupBase(mine)}${path}`, { token, method, ...(body && { body }) });
    const items = ['Employees'];
    for (const [path, method, body] of [
      [`/backup/${backupJobId}/download`],
      [`/backup/${backupJobId}/status`],
      [`/backup/${backupJobId}`, 'DELETE'],
      [`/restore/${restoreJobId}/status`],
      [`/restore/${restoreJobId}/rehearse`, 'POST', { items, strategy: 'merge' }],
      [`/restore/${restoreJobId}/start`, 'POST', { items, strategy: 'merge', acceptForeign: true }],
      [`/restore/${restoreJobId}/undo`, 'POST'],
    ] as const)
      expect((await at(path, method, body)).statusCode, path).toBe(404);
    expect((await calls.download(theirs, backupJobId)).length).toBe(archive.length);
    const started = await atOnce(() => calls.startRestore(theirs, restoreJobId, { items, strategy: 'replace' }));
    expect(started.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await t.jobs.drain();
    const undone = await atOnce(() =>
      t.ask(`${backupBase(theirs)}/restore/${restoreJobId}/undo`, { token, method: 'POST' }),
    );
    expect(undone.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(undone.every(({ statusCode }) => statusCode < 500)).toBe(true);
  });

  it('a name of an uploaded file leads nowhere', async () => {
    const { token } = await givenAdmin(t.db);
    const calls = backupCalls(t, () => token);
    const accountId = await givenAccount(t.db);
    const { archive } = await calls.backUp(accountId);
    for (const name of ['../../../../tmp/x.zip', 'C:\\x.zip', '/etc/passwd', 'a\u0000.zip', '', '.', '..'])
      expect((await calls.upload(archive, accountId, { name })).statusCode, name).toBeLessThan(500);
  });
});
