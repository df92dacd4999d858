import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { useFaultyApp } from '../support/faultyDb.ts';
import { endProcesses, type Started, started } from '../support/processes.ts';
import { useTestApp } from '../support/testApp.ts';

/** A workbook goes in whole or not at all, whatever dies meanwhile. */
const t = useTestApp();
const faulty = useFaultyApp(t);
let mortal: Started;
let other: Started;
beforeAll(() => {
  // They start while the first test runs.
  mortal = waiting();
  other = waiting();
});
afterAll(endProcesses);

const PEOPLE = Array.from({ length: 40 }, (_, i) => [
  `${1001 + i}`,
  'Ann',
  `Adams ${i}`,
  `Team ${i % 3}`,
  '2026-11-02',
]);
/** Previews people with new groups, and returns what is stored of it. */
async function given() {
  const { accountId, token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const head = ['Employee Number', 'First Name', 'Last Name', 'Employee Group', 'Active From'];
  const pasted = await t.ask('/v2/setup/pasted', { token, body: { sheet: 'employees', rows: [head, ...PEOPLE] } });
  const { workbookId, outcomeHash } = pasted.json();
  const url = `/v2/setup/workbook/${workbookId}/apply`;
  const body = { outcomeHash, leaveRefused: false };
  const stored = () =>
    t.db.single(
      z.object({ people: z.int(), groups: z.int(), trail: z.int(), version: z.int() }),
      sql`select (select count(*)::int from employee where account_id = ${accountId}) as people,
        (select count(*)::int from work_group where account_id = ${accountId}) as groups,
        (select count(*)::int from audit_entry where account_id = ${accountId} and action = 'setup.workbook') as trail,
        (select data_version from account where account_id = ${accountId}) as version`,
    );
  return { token, url, body, stored, before: await stored() };
}
const whole = { people: PEOPLE.length, groups: 3, trail: 1 };
const apply = { new: PEOPLE.length, changed: 0, leftOut: 0 };

/** A server process of its own that waits for requests. */
const waiting = () => {
  const script = ['tests/support/killedServer.ts', t.connectionString, t.dataDir, t.clock.now().toISOString()];
  return started(spawn(process.execPath, script));
};
const asked = async ({ child, ended, out, err }: Started, request: object) => {
  child.stdin?.write(`${JSON.stringify(request)}\n`);
  await ended;
  return out()[0] ?? err().join(' ');
};

it('cut off at any of its statements', async () => {
  const { token, url, body, stored, before } = await given();
  let at = 0;
  for (let isCut = true; isCut; ) {
    faulty.arm('cut', ++at);
    const answer = await faulty.app.inject({ method: 'POST', url, headers: { authorization: token }, payload: body });
    isCut = faulty.hasFired();
    const now = await stored();
    // A connection that is cut while its commit is under way may have committed.
    if (answer.statusCode === 200 || now.people > 0) expect(now).toMatchObject(whole);
    else expect(now, `cut at ${at}`).toEqual(before);
  }
  expect(at).toBeGreaterThan(15);
  expect((await t.ask(url, { token, body })).json()).toMatchObject(apply);
  expect(await stored()).toMatchObject(whole);
});

it('its process killed in the middle; the next press applies it', async () => {
  const { token, url, body, stored, before } = await given();
  expect(await asked(mortal, { token, url, body, diesAt: 20 })).toBe('');
  expect(await stored()).toEqual(before);
  expect((await t.ask(url, { token, body })).json()).toMatchObject(apply);
  expect(await stored()).toMatchObject(whole);
});

it('applied by two processes at once it is stored once, and both answer the same', async () => {
  const { token, url, body, stored, before } = await given();
  const [one, theirs] = await Promise.all([t.ask(url, { token, body }), asked(other, { token, url, body })]);
  expect(one.json()).toMatchObject(apply);
  expect(theirs).toBe(`200 ${one.body}`);
  expect(await stored()).toEqual({ ...whole, version: before.version + 1 });
});
