import { expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** A device that shows a user's last figures before log-in asks whether it still may (docs/decisions/037). */
const t = useTestApp();
const isAllowed = async (body: Record<string, unknown>) => {
  const answer = await t.ask('/v2/session/last-figures', { body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().isAllowed;
};
async function given() {
  const { accountId, userId, token } = await givenEmployer(t.db);
  const proof = async () => (await t.ask('/v2/session', { token })).json().lastFigures as string;
  return { accountId, userId, token, proof, stored: { accountId, userId, proof: await proof() } };
}

it('may show them while the user could read them, also without a session', async () => {
  const { stored, token } = await given();
  expect(await isAllowed(stored)).toBe(true);
  await t.ask('/v2/session?reason=timeout', { token, method: 'DELETE' });
  expect(await isAllowed(stored)).toBe(true);
});

it.each([
  ['the account forbids it', sql`update account set last_figures = false`],
  ['the account is inactive', sql`update account set is_active = false`],
  ['the user is inactive', sql`update app_user set is_active = false`],
  ['a permission is taken away', sql`update app_user set permissions = permissions[2:]`],
  ['the role is another', sql`update app_user set role = 'device'`],
  ['the password is another', sql`update app_user set password_changed_at = '2026-11-20T10:00:00Z'`],
  ['the user is deleted', sql`delete from app_user`],
  ['the account is deleted', sql`delete from account where not is_system`],
])('may not once %s', async (_name, change) => {
  const { stored } = await given();
  await t.db.run(change);
  expect(await isAllowed(stored)).toBe(false);
});

it('may not once the scope is another, or the account no longer has its group', async () => {
  const { stored, accountId, userId, proof } = await given();
  const group = await givenGroup(t.db, accountId, 'time');
  await t.db.run(
    sql`update app_user set scope = ${JSON.stringify({ timeGroups: [group] })}::jsonb where user_id = ${userId}`,
  );
  expect(await isAllowed(stored)).toBe(false);
  const scoped = { ...stored, proof: await proof() };
  expect(await isAllowed(scoped)).toBe(true);
  await t.db.run(sql`update work_group set deleted_at = now() where group_id = ${group}`);
  expect(await isAllowed(scoped)).toBe(false);
});

it('says no to the proof of another user, and to whatever is unknown', async () => {
  const { stored } = await given();
  const other = await given();
  const unknown = '0193a000-0000-7000-8000-0000000000f1';
  for (const wrong of [
    { ...stored, proof: other.stored.proof },
    { ...stored, accountId: other.accountId },
    { ...stored, userId: other.userId },
    { ...stored, userId: unknown },
    { ...stored, accountId: unknown },
  ])
    expect(await isAllowed(wrong)).toBe(false);
  for (const proof of ['', 'é'.repeat(43), `${stored.proof}a`]) {
    const answer = await t.ask('/v2/session/last-figures', { body: { ...stored, proof } });
    expect(answer.statusCode).toBe(400);
  }
});
