import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { updateAccountSettings } from '#contract/access/accountSettings.ts';
import { PUSH_MAKES, secretPathOf } from '#contract/intake/makes.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { makesOf } from '#tests/support/makeTerminals.ts';
import { useTerminals } from '#tests/support/terminalSetup.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp();
const terminals = useTerminals(t);
const run = promisify(execFile);
/** Returns the ```sh blocks of a page. */
const examples = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);

test('the examples of docs/api.md run as they are', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const employer = await givenEmployer(t.db, {
    accountId,
    permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'],
  });
  const ask = async (url: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    (await t.ask(url, { token: admin.token, method, body })).json();
  await ask(
    `/v2${updateAccountSettings.path.replace(':accountId', accountId)}`,
    { allowedSystemIds: ['PAYROLL'] },
    'PUT',
  );
  const { key } = await ask(`/v2/account/${accountId}/sync-keys`, { description: 'docs' });
  const fetching = await ask(`/v2/account/${accountId}/sync-keys`, { description: 'docs', rights: 'fetch' });
  const [payFileId, sha256] = [randomUUID(), 'f'.repeat(64)];
  await t.db.run(sql`insert into pay_file (account_id, pay_file_id, number, lock_id, from_day, to_day, is_delta, people, lines, total, left_out,
      sha256, data_version, made_by_name, received_at)
    values (${accountId}, ${payFileId}, 1, ${randomUUID()}, '2026-11-01', '2026-11-15', false, 0, 0, 0, 0, ${sha256}, 1, 'Docs', now())`);
  const { activationToken } = await ask(`/v2/device/v2/for-account/${accountId}`, { serialNumber: 'D1', imei: '1' });
  await ask(`/v2/device/adms/for-account/${accountId}`, { serial: 'DOCS0001' });
  const { id: deviceId, secretPath } = await ask(`/v2/device/adms/for-account/${accountId}`, {
    serial: 'DOCS0002',
    make: 'json',
  });
  const permissions = ['Stats.GET_ATTENDANCE_INFORMATION'];
  const reading = await t.ask('/v2/account/reading-keys', {
    token: employer.token,
    body: { name: 'docs', permissions },
  });
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    TALLYBOARD: `http://127.0.0.1:${terminals.port}`,
    SYNC_KEY: key,
    FETCH_KEY: fetching.key,
    PERIOD: payFileId,
    HASH: sha256,
    CODE: activationToken,
    SERIAL: 'DOCS0001',
    EVENTS: secretPathOf('json', secretPath),
    ACCOUNT: accountId,
    DEVICE: deviceId,
    ADMIN: admin.token,
    SESSION: employer.token,
    READ_KEY: reading.json().key,
  };

  const answers: string[] = [];
  for (const example of examples('docs/api.md')) {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', example], { env });
    answers.push(stdout);
    const activated = z.object({ deviceToken: z.string() }).safeParse(parse(stdout));
    if (activated.success) env.DEVICE_TOKEN = activated.data.deviceToken;
  }
  const [first, second, , synced, heartbeat, terminal, events, totals, exceptions] = answers;
  expect(events).toMatch(/^OK\{.*\}OK$/);
  expect(parse(first)).toMatchObject({
    rejected: [],
    counts: { employees: { added: 1 }, standardTimes: { added: 1 } },
  });
  expect(parse(second)).toMatchObject({
    rejected: [],
    counts: { employeeGroups: { changed: 1 }, pieceworkEntries: { added: 1 } },
  });
  expect(parse(synced)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [], employees: [{ number: '1001' }] });
  expect(parse(heartbeat)).toMatchObject({ syncRequested: false });
  expect(terminal).toMatch(/^GET OPTION FROM: DOCS0001\n[\s\S]*OK: 1$/);
  expect(parse(totals)).toMatchObject({ total: 1, present: 1, devices: { silentDevices: [] } });
  expect(parse(exceptions)).toHaveProperty('exceptions');
  const [read, script] = answers.slice(-3);
  expect(parse(read)).toEqual(parse(totals));
  expect(script).toMatch(/^date,present\n2026-11-16,0\n(.*\n){3}2026-11-20,1\n$/);
  const [periods, lines, taken] = (answers.at(-1) ?? '').split(/(?<=\})(?=\{)/).map(parse);
  expect(periods).toMatchObject({ results: [{ _id: payFileId, takenAt: null }] });
  expect(lines).toMatchObject({ file: { hash: sha256 }, people: [] });
  expect(taken).toHaveProperty('takenAt');
});

test.each(PUSH_MAKES)('the example of docs/devices.md of %s is a punch', async (make) => {
  const site = await makesOf(t, terminals)(make);
  const example = examples('docs/devices.md').find((text) => text.includes(`/t/$SECRET/${make}`)) ?? '';
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', example], {
    env: {
      PATH: process.env.PATH ?? '',
      TALLYBOARD: `http://127.0.0.1:${terminals.port}`,
      SECRET: site.path.split('/')[2] ?? '',
    },
  });
  expect(stdout).toBe('OK');
  expect(await site.punches()).toEqual([expect.stringMatching(/^1001 11-20T05:00:05 (in|auto) counted$/)]);
});

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
