import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isForReading, readingPermission } from '#contract/access/readingKeys.ts';
import { ENDPOINTS } from '#contract/all.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAdmin } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { givenPay, MONDAY, WEEK } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Keys of dashboards and BI programs (docs/reference/payroll-files.md#fetching-them), and attacks on them. */
const t = useTestApp();
const EVERYTHING = [...readingPermission.options];
const TOTALS = `/stats/employee/attendance-status-totals?referenceDate=${MONDAY}`;
const PAY = `/pay/people?${WEEK}`;
const EXPIRED = { errorCode: 'SESSION_EXPIRED' };

async function given(permissions: readonly string[] = EVERYTHING) {
  const world = await givenPay(t, { 1: { [MONDAY]: { from: '07:00', to: '16:00', units: { crate: 10 } } } });
  const made: { _id: string; key: string } = await world.ask('/account/reading-keys', { name: 'BI', permissions });
  const read = async (path: string, token = made.key, headers = {}, method?: 'PUT' | 'POST' | 'DELETE') => {
    const answer = await t.ask(`/v2${path}`, { token, headers, ...(method && { method, body: {} }) });
    return { status: answer.statusCode, body: answer.body.startsWith('{') && answer.json(), headers: answer.headers };
  };
  const listed = async () => (await world.ask('/account/reading-keys')).keys;
  return { ...world, ...made, read, listed };
}

describe('a key that reads', () => {
  it('is shown once, only its hash is stored, it reads and is revoked; each step is in the trail', async () => {
    const { accountId, key, _id, ask, read, listed } = await given();
    expect(key).toMatch(/^tb_read_[0-9a-f]{8}_[\w-]{43}$/);
    const [shown] = await listed();
    expect(shown).toMatchObject({
      _id,
      name: 'BI',
      permissions: [...EVERYTHING].sort(),
      isInForce: true,
      lastUsedAt: null,
    });
    expect(await read(TOTALS)).toMatchObject({ status: 200, body: { total: 1, present: 1 } });
    expect((await read(PAY)).body.rows).toHaveLength(1);
    expect((await listed())[0].lastUsedAt).toBe(t.clock.now().toISOString());
    await ask(`/account/reading-keys/${_id}`, undefined, 'DELETE');
    expect(await listed()).toEqual([]);
    expect(await read(TOTALS)).toMatchObject({ status: 401, body: EXPIRED });

    const stored = await t.db.rows(
      z.object({ line: z.string() }),
      sql`select k::text || coalesce(d::text, '') as line from sync_key k left join sync_key_directory d using (sync_key_id)
        union all select a::text from audit_entry a where a.account_id = ${accountId}`,
    );
    expect(stored.filter(({ line }) => line.includes(key.slice(-43)))).toEqual([]);
    for (const action of ['sync-key.create', 'sync-key.revoke', 'sync-key.new-network'])
      expect(
        stored.filter(({ line }) => line.includes(action) && line.includes('BI')),
        action,
      ).toHaveLength(1);
  });

  it('makes each call that it is for, with its permission, and no other call', async () => {
    const world = await given();
    const ids: Record<string, string> = { category: 'block', status: 'present' };
    const failed: string[] = [];
    for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, one: string) => ids[one] ?? randomUUID());
      const method = endpoint.method === 'GET' ? undefined : endpoint.method;
      const { status } = await world.read(path, world.key, {}, method);
      t.clock.advance(10_000);
      const { access } = endpoint;
      const isMine =
        isForReading(endpoint) &&
        typeof access === 'object' &&
        access.anyOf.some((one) => EVERYTHING.includes(one as never));
      const isAdmitted = status !== 401 && status !== 403 && status < 500;
      if (access !== 'public' && isAdmitted !== isMine) failed.push(`${name}: ${status}`);
    }
    expect(failed).toEqual([]);
  });

  it('reads pay only where it was given, and nothing that its maker may not read now', async () => {
    const { accountId, userId, asked, read } = await given([
      'Stats.GET_ATTENDANCE_INFORMATION',
      'Account.GET_SYNC_STATUSES',
    ]);
    expect((await read(TOTALS)).status).toBe(200);
    expect(await read(PAY)).toMatchObject({ status: 401, body: { errorCode: 'PERMISSION_DENIED' } });
    expect((await read('/pay/files')).status).toBe(401);

    const rights = async (permissions: string[]) =>
      t.db.run(
        sql`update app_user set permissions = ${permissions} where account_id = ${accountId} and user_id = ${userId}`,
      );
    await rights(['Setup.MANAGE', 'Account.GET_SYNC_STATUSES']);
    expect((await read(TOTALS)).body).toMatchObject({ errorCode: 'PERMISSION_DENIED' });
    expect((await read('/account/sync-status')).status).toBe(200);
    // Nobody gives what they do not have.
    const body = { name: 'More', permissions: ['Pay.VIEW'] };
    expect((await asked('/account/reading-keys', body)).body).toMatchObject({ errorCode: 'PERMISSION_DENIED' });
  });

  it('shows the people of its maker only, under an ETag of its own', async () => {
    const { accountId, userId, read, key } = await given();
    const before = await read(TOTALS);
    const tag = { 'if-none-match': String(before.headers.etag) };
    expect((await read(TOTALS, key, tag)).status).toBe(304);
    const group = await givenGroup(t.db, accountId, 'time', { name: 'Empty' });
    await t.db.run(sql`update app_user set scope = ${JSON.stringify({ timeGroups: [group] })}::jsonb
      where account_id = ${accountId} and user_id = ${userId}`);
    expect(await read(TOTALS, key, tag)).toMatchObject({ status: 200, body: { total: 0 } });
    expect((await read(PAY)).body.rows).toEqual([]);
    expect(await read('/pay/files')).toMatchObject({ status: 403, body: { errorCode: 'OUT_OF_SCOPE' } });
  });

  it('knows no other account, not even by an ETag or an id', async () => {
    const [one, other] = [await given(), await given()];
    const { rows } = (await one.read(PAY)).body;
    const tag = { 'if-none-match': String((await one.read(TOTALS)).headers.etag) };
    expect((await other.read(TOTALS, other.key, tag)).status).toBe(200);
    expect((await other.read(`/pay/people/${rows[0].employee._id}?${WEEK}`)).status).toBe(404);
    expect((await other.asked(`/account/reading-keys/${one._id}`, undefined, 'DELETE')).status).toBe(404);
    expect((await one.read(TOTALS)).status).toBe(200);
  });

  it('ends with its maker, and with the account', async () => {
    for (const end of [
      (accountId: string) => sql`update app_user set is_active = false where account_id = ${accountId}`,
      (accountId: string) => sql`delete from app_user where account_id = ${accountId}`,
      (accountId: string) => sql`update account set is_active = false where account_id = ${accountId}`,
      (accountId: string) => sql`delete from account where account_id = ${accountId}`,
    ]) {
      const { accountId, read } = await given();
      expect((await read(TOTALS)).status).toBe(200);
      await t.db.run(end(accountId));
      expect(await read(TOTALS)).toMatchObject({ status: 401, body: EXPIRED });
    }
  });

  it('is listed to administrators, who revoke it; a user’s call does not revoke the key of a payroll system', async () => {
    const world = await given();
    const { token } = await givenAdmin(t.db);
    const path = `/v2/account/${world.accountId}/sync-keys`;
    const { results } = (await t.ask(path, { token })).json();
    expect(results.map(({ rights }: { rights: string }) => rights).sort()).toEqual(['read', 'send']);
    const sends = results.find(({ rights }: { rights: string }) => rights === 'send');
    expect((await world.asked(`/account/reading-keys/${sends._id}`, undefined, 'DELETE')).status).toBe(404);
    expect((await t.ask(`${path}/${world._id}`, { token, method: 'DELETE' })).statusCode).toBe(200);
    expect((await world.read(TOTALS)).status).toBe(401);
  });

  it('is one of at most 20 of the account', async () => {
    const { asked } = await given();
    const statuses: number[] = [];
    for (let nth = 0; nth < 19; nth++)
      statuses.push((await asked('/account/reading-keys', { name: 'x', permissions: ['Pay.VIEW'] })).status);
    // One is the payroll system's.
    expect(statuses).toEqual([...Array(18).fill(200), 409]);
  });
});
