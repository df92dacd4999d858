import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { insertWithdrawal } from '#server/office/privacy/consents.sql.ts';
import { sql } from '#server/platform/db/db.ts';
import { lockAccount } from '#server/platform/tenant/account.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Consent to the use of biometric data (docs/reference/privacy.md#consent). */
const t = useTestApp();
const terminals = useTerminals(t);
const { send } = terminals;

const TEXT = 'We store an encrypted pattern of your finger to clock you in. A badge is the other way.';
/** An account that requires consent: Ann (PIN 5), assigned to a terminal, and its Owner. */
async function withConsentRequired(consentText: string | undefined = TEXT) {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, {
    storeTemplates: true,
    ...(consentText !== undefined && { consentText }),
  });
  const owner = await givenEmployer(t.db, {
    accountId,
    permissions: ['Setup.MANAGE', 'Stats.GENERATE_REPORTS', 'Stats.GET_ATTENDANCE_INFORMATION'],
  });
  const ann = await givenEmployee(t.db, accountId, { timeId: '5', number: '105', firstName: 'Ann', lastName: 'Lee' });
  const { deviceId, serialNumber: gate } = await givenDevice(t.db, accountId, { employeeIds: [ann] });
  await send('GET', `/iclock/cdata?SN=${gate}&options=all&pushver=2.4.1`);
  await t.ask(`/v2/device/${deviceId}/networks`, {
    token: admin.token,
    body: { network: '127.0.0.0/24', decision: 'accept' },
  });
  const finger = () =>
    send('POST', `/iclock/cdata?SN=${gate}&table=OPERLOG`, 'FP PIN=5\tFID=1\tSize=4\tValid=1\tTMP=QUJD\n');
  const poll = async (serial = gate) => {
    const { body } = await send('GET', `/iclock/getrequest?SN=${serial}`);
    const lines = [...body.matchAll(/^C:(\w+):(.*)$/gm)];
    for (const [, id, text] of lines)
      await send('POST', `/iclock/devicecmd?SN=${serial}`, `ID=${id}&Return=0&CMD=${text?.split(' ')[0]}\n`);
    return lines.map(([, , text]) => text ?? '').filter((text) => text.startsWith('DATA'));
  };
  const stored = () => t.db.run(sql`select 1 from biometric_template where account_id = ${accountId}`);
  const path = `/v2/setup/employees/${ann}/consents`;
  const consents = () => t.ask(path, { token: owner.token });
  const give = (version = 1, how = 'paper') => t.ask(path, { token: owner.token, body: { version, how } });
  const withdraw = () => t.ask(path, { token: owner.token, method: 'DELETE' });
  const settings = (body: object) =>
    t.ask(`/v2/account/settings/${accountId}`, { method: 'PUT', token: admin.token, body });
  return { admin, owner, accountId, ann, gate, finger, poll, stored, path, consents, give, withdraw, settings };
}

describe('where consent is required', () => {
  it('no template is stored before it, and it is sent to terminals only after', async () => {
    const { accountId, ann, finger, poll, stored, consents, give } = await withConsentRequired();
    expect(await poll()).toEqual(['DATA UPDATE USERINFO PIN=5\tName=Ann Lee']);
    await finger();
    expect(await stored()).toBe(0);
    expect((await consents()).json()).toEqual({
      isRequired: true,
      text: { version: 1, text: TEXT },
      mayHoldTemplates: false,
      entries: [],
    });
    expect((await give()).json()).toMatchObject({
      mayHoldTemplates: true,
      entries: [{ kind: 'given', version: 1, how: 'paper', at: t.clock.now().toISOString() }],
    });
    await finger();
    expect(await stored()).toBe(1);
    // A template that is in the store without a consent, however it came there, does not leave it.
    await t.db.run(sql`delete from consent where account_id = ${accountId}`);
    const { serialNumber } = await givenDevice(t.db, accountId, { employeeIds: [ann] });
    await send('GET', `/iclock/cdata?SN=${serialNumber}&options=all&pushver=2.4.1`);
    await t.db.run(sql`update terminal_network set decided_at = now() where account_id = ${accountId}`);
    expect(await poll(serialNumber)).toEqual(['DATA UPDATE USERINFO PIN=5\tName=Ann Lee']);
  });

  it('a withdrawal deletes in the store at once and on each terminal, and the person stays there without a finger', async () => {
    const { accountId, finger, poll, stored, give, withdraw, consents } = await withConsentRequired();
    await poll();
    await give();
    await finger();
    expect((await withdraw()).statusCode).toBe(200);
    expect(await stored()).toBe(0);
    expect(await poll()).toEqual(['DATA DELETE USERINFO PIN=5', 'DATA UPDATE USERINFO PIN=5\tName=Ann Lee']);
    await finger();
    expect(await stored()).toBe(0);
    expect((await consents()).json()).toMatchObject({
      mayHoldTemplates: false,
      entries: [{ kind: 'withdrawn', version: null, how: null }, { kind: 'given' }],
    });
    // Also where the account stops requiring it: they said no.
    await t.db.run(sql`update account set consent_required = false where account_id = ${accountId}`);
    await finger();
    expect(await stored()).toBe(0);
    await give();
    await finger();
    expect(await stored()).toBe(1);
  });

  it('another text asks anew: what was stored under the former one is deleted, here and on the terminals', async () => {
    const { finger, poll, stored, give, settings, consents } = await withConsentRequired();
    await poll();
    await give();
    await finger();
    expect((await settings({ consentText: `${TEXT} And your face.` })).json()).toMatchObject({ consentRequired: true });
    expect(await stored()).toBe(0);
    expect(await poll()).toEqual(['DATA DELETE FINGERTMP PIN=5']);
    expect((await consents()).json()).toMatchObject({ text: { version: 2 }, mayHoldTemplates: false });
    const late = await give(1);
    expect([late.statusCode, late.json().errorCode]).toEqual([409, 'CONFLICT']);
    expect((await give(2, 'screen')).json()).toMatchObject({ mayHoldTemplates: true });
    // The same text again is no other text.
    await finger();
    await settings({ consentText: ` ${TEXT} And your face. ` });
    expect(await stored()).toBe(1);
  });
});

it('switched on, it deletes the templates of those who have not agreed; without a text it is refused', async () => {
  const { finger, poll, stored, settings, give, ann, accountId } = await withConsentRequired(undefined);
  await t.db.run(sql`delete from consent_text where account_id = ${accountId}`);
  await t.db.run(sql`update account set consent_required = false where account_id = ${accountId}`);
  await poll();
  await finger();
  expect(await stored()).toBe(1);
  const refused = await settings({ consentRequired: true });
  expect([refused.statusCode, refused.json().issues[0].path]).toEqual([400, 'consentText']);
  expect((await settings({ consentText: TEXT })).statusCode).toBe(200);
  expect(await stored()).toBe(1);
  expect((await settings({ consentRequired: true })).statusCode).toBe(200);
  expect(await stored()).toBe(0);
  expect(await poll()).toEqual(['DATA DELETE FINGERTMP PIN=5']);
  expect((await give()).json()).toMatchObject({ mayHoldTemplates: true });
  expect(ann).toBeTruthy();
});

it('an older backup brings no withdrawn consent back, nor the templates that it holds', async () => {
  const { admin, accountId, finger, poll, stored, give, withdraw, consents } = await withConsentRequired();
  const calls = backupCalls(t, () => admin.token);
  await poll();
  await give();
  await finger();
  const { archive } = await calls.backUp(accountId);
  t.clock.advance(60_000);
  await withdraw();
  t.clock.advance(60_000);
  for (const strategy of ['replace', 'merge'] as const) {
    const items = ['Employees', 'Biometric Templates'];
    expect((await calls.restore(archive, accountId, strategy, items)).status.status).toBe('Successful');
    expect((await consents()).json()).toMatchObject({
      mayHoldTemplates: false,
      entries: [{ kind: 'withdrawn' }, { kind: 'given' }],
    });
    expect(await stored()).toBe(0);
  }
});

it('another account’s employee is 404, for reading and for writing', async () => {
  const { owner } = await withConsentRequired();
  const other = await withConsentRequired();
  for (const request of [{}, { body: { version: 1, how: 'paper' } }, { method: 'DELETE' as const }])
    expect((await t.ask(other.path, { token: owner.token, ...request })).statusCode).toBe(404);
});

it('the trail says who recorded it, and the report what each person said', async () => {
  const { accountId, admin, owner, give, withdraw } = await withConsentRequired();
  await givenEmployee(t.db, accountId, { number: '106', firstName: 'Bob', lastName: 'Orr' });
  const report = async () => {
    const today = t.clock.now().toISOString().slice(0, 10);
    const from = new Date(t.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
    const body = { reportType: 'consents', dates: { from, to: today } };
    const answer = await t.ask('/v2/stats/generateReport', { token: owner.token, body });
    expect(answer.statusCode, answer.body).toBe(200);
    const rows: Record<string, string>[] = parse(answer.body, { bom: true, columns: true });
    return rows.map((row) => [row['First Name'], row.Consent, row.Version, row.How]);
  };
  await give(1, 'screen');
  expect(await report()).toEqual([
    ['Ann', 'Yes', '1', 'On a screen'],
    ['Bob', 'None', '', ''],
  ]);
  t.clock.advance(1_000);
  await withdraw();
  expect(await report()).toEqual([
    ['Ann', 'Withdrawn', '', ''],
    ['Bob', 'None', '', ''],
  ]);
  const { results } = (
    await t.ask(`/v2/audit/by-account/${accountId}?startRow=0&endRow=20`, { token: admin.token })
  ).json();
  const acts = results.filter(({ action }: { action: string }) => action.startsWith('consent.'));
  expect(acts.map(({ action, target, detail }: Record<string, string>) => [action, target, detail])).toEqual([
    ['consent.withdraw', '105 Ann Lee', null],
    ['consent.give', '105 Ann Lee', 'version 1, on a screen'],
  ]);
});

it('the workbook takes ‘yes’ for a consent on paper, refuses to withdraw, and shows what holds', async () => {
  const { accountId, owner, consents } = await withConsentRequired();
  const paste = async (rows: string[][]) => {
    const answer = await t.ask('/v2/setup/pasted', { token: owner.token, body: { sheet: 'employees', rows } });
    expect(answer.statusCode, answer.body).toBe(200);
    const preview = answer.json();
    const applied = await t.ask(`/v2/setup/workbook/${preview.workbookId}/apply`, {
      token: owner.token,
      body: { outcomeHash: preview.outcomeHash, leaveRefused: true },
    });
    const lines = await t.ask(`/v2/setup/workbook/${preview.workbookId}/lines?startRow=0&endRow=20`, {
      token: owner.token,
    });
    return { applied, lines: lines.json().lines };
  };
  const HEADS = ['Employee Number', 'First Name', 'Last Name', 'Consent'];
  const first = await paste([
    HEADS,
    ['105', 'Ann', 'Lee', 'yes'],
    ['107', 'Cid', 'Fox', 'yes'],
    ['108', 'Dee', 'Gum', 'no'],
  ]);
  expect(first.applied.statusCode, first.applied.body).toBe(200);
  expect(
    first.lines.map(({ outcome, changes }: { outcome: string; changes: object[] }) => [outcome, changes.at(-1)]),
  ).toEqual([
    ['changed', { column: 'Consent', before: 'no', after: 'yes' }],
    ['new', { column: 'Consent', before: '', after: 'yes' }],
    ['new', { column: 'Consent', before: '', after: 'no' }],
  ]);
  expect((await consents()).json()).toMatchObject({ entries: [{ kind: 'given', version: 1, how: 'paper' }] });
  const given = await t.db.run(sql`select 1 from consent where account_id = ${accountId} and kind = 'given'`);
  expect(given).toBe(2);
  const again = await paste([
    HEADS,
    ['105', 'Ann', 'Lee', 'no'],
    ['107', 'Cid', 'Fox', 'yes'],
    ['108', 'Dee', 'Gum', ''],
  ]);
  expect(again.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'unchanged', 'unchanged']);
  expect(again.lines[0].reason).toContain('Withdraw it in the employee’s dialog');
});

it.each(['withdraws', 'leaves'])('a template that arrives while its person %s is not stored', async (what) => {
  const { accountId, ann, finger, stored, give } = await withConsentRequired();
  await give();
  let arriving: Promise<unknown> | undefined;
  await t.db.tx(async (tx) => {
    await lockAccount(tx, accountId);
    if (what === 'withdraws')
      await insertWithdrawal(tx, accountId, ann, { userId: null, name: 'office', now: t.clock.now() });
    else await tx.run(sql`update employee set is_active = false where employee_id = ${ann}`);
    arriving = finger();
    await vi.waitFor(async () => expect(await tx.run(sql`select from pg_locks where not granted`)).toBeGreaterThan(0));
  });
  await arriving;
  expect(await stored()).toBe(0);
});
