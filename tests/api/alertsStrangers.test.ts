import { expect, it } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { ask, forgetProof, givenApp, givenPerson, prove } from '../support/signIn.ts';
import { useTestApp } from '../support/testApp.ts';

/** A report that is mailed to a stranger outlasts the session that made it: it asks for a proof of who calls. */
const t = useTestApp();

it('a scheduled report to an address of no user needs a proof and is written to its user; to users, and a summary, it needs none', async () => {
  const person = await givenPerson(t, { permissions: EMPLOYER_PERMISSIONS });
  await givenApp(t, person);
  await forgetProof(t, person);
  await t.db.run(sql`update app_user set email = 'own@farm.example' where user_id = ${person.userId}`);
  const body = (recipient: string, more: object = {}) => ({
    ...{ description: 'Late', category: 'report', viaEmail: true, emailRecipients: [recipient], targetGroups: [] },
    ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ enabled: true, time: '12:00' }] },
    report: { reportType: 'latecomers', period: 'this-week', exportType: 'csv', attach: true },
    ...more,
  });
  const post = (given: object) => ask(t, person.token, '/alert', given);
  expect((await post(body('thief@evil.example'))).json().errorCode).toBe('STEP_UP_REQUIRED');
  const own = await post(body('own@farm.example'));
  expect(own.statusCode, own.body).toBe(200);
  const changed = await ask(t, person.token, `/alert/${own.json()._id}`, body('thief@evil.example'), 'PUT');
  expect(changed.json().errorCode).toBe('STEP_UP_REQUIRED');
  const { report: _, ...summary } = body('thief@evil.example', { category: 'attendance' });
  expect((await post(summary)).statusCode).toBe(200);
  const mails = () =>
    t.db.rows(
      z.object({ recipient: z.string(), text: z.string() }),
      sql`select recipient, body_text as text from mail where purpose = 'notice' and subject like 'A report%'`,
    );
  expect(await mails()).toEqual([]);
  await prove(t, person);
  const theirs = await post(body('thief@evil.example'));
  expect(theirs.statusCode).toBe(200);
  expect(await mails()).toEqual([
    { recipient: 'own@farm.example', text: expect.stringMatching(/“Late”.*thief@evil\.example/s) },
  ]);
  // Each change of it too: another report may have been chosen.
  const daily = { ...body('thief@evil.example'), description: 'Daily' };
  expect((await ask(t, person.token, `/alert/${theirs.json()._id}`, daily, 'PUT')).statusCode).toBe(200);
  expect((await mails()).map(({ text }) => text)[1]).toContain('“Daily”');
});
