import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { access, makesOf, NANDI } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Events that could not be read are read again with other options, and by a later release. */
const t = useTestApp();
const given = makesOf(t, useTerminals(t));
type Site = Awaited<ReturnType<typeof given>>;

const setFields = async ({ accountId, deviceId, token }: Site, fields: object) => {
  const answer = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/options`, {
    ...{ token, method: 'PUT', body: { fields } },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  await t.jobs.drain();
};
const settled = async (site: Site) => (await site.punches()).filter((punch) => !punch.endsWith('rejected'));

it('names of fields that are set afterwards: what came before is read, once, and waits no more', async () => {
  const site = await given('json');
  const event = (UserId: string, LogTime: string) => JSON.stringify({ UserId, LogTime });
  expect((await site.send(event('30', '2026-11-19T07:00:00')))[0]).toBe(400);
  await site.send(JSON.stringify({ pin: '30', LogTime: '2026-11-19T12:00:00' }));
  await site.send(JSON.stringify({ pin: '30', time: '19/11/2026 13:00', LogTime: '' }));
  // The person of the second and third is known, so that they wait, at their receipt.
  expect(await settled(site)).toEqual(['30 11-20T10:00:00 auto quarantined', '30 11-20T10:00:00 auto quarantined']);
  await setFields(site, { pin: 'UserId', time: 'LogTime' });
  expect(await settled(site)).toEqual([
    '30 11-19T05:00:00 auto counted',
    '30 11-20T10:00:00 auto quarantined',
    '30 11-20T10:00:00 auto quarantined',
  ]);
  await setFields(site, { time: 'LogTime' });
  expect(await settled(site)).toEqual([
    '30 11-19T05:00:00 auto counted',
    '30 11-19T10:00:00 auto counted',
    '30 11-20T10:00:00 auto quarantined',
  ]);
  expect(await site.rejects()).toEqual(['bad-time']);
  const { rejected, quarantine } = await site.recorder();
  expect([rejected, quarantine]).toMatchObject([[{ reason: 'bad-time', count: 1 }], [{ origin: 'time', punches: 1 }]]);
  // Sent once more by its program, it is the same.
  await site.send(JSON.stringify({ pin: '30', LogTime: '2026-11-19T12:00:00' }));
  expect(await settled(site)).toHaveLength(3);
});

it('what a user has rejected stays rejected', async () => {
  const site = await given('json');
  await site.send(JSON.stringify({ pin: '30', LogTime: '2026-11-19T12:00:00' }));
  const answer = await t.ask(`/v2/device/${site.deviceId}/quarantine`, {
    ...{ token: site.token, body: { origin: 'time', decision: 'reject' } },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  await setFields(site, { time: 'LogTime' });
  expect(await site.punches()).toEqual(['30 11-20T10:00:00 auto rejected']);
});

it('a later release reads what it can, each night’s run does so once, and leaves the rest', async () => {
  const site = await given('hikvision');
  const other = await given('hikvision');
  const raw = JSON.stringify(access(75, 7, '07:00:05', NANDI));
  for (const { accountId, deviceId } of [site, other])
    for (const [hash, text] of [
      ['a', raw],
      ['b', 'nothing'],
    ] as const)
      await t.db.run(sql`insert into rejected_line (account_id, rejected_line_id, device_id, received_at, reason, line_hash, raw)
        values (${accountId}, gen_random_uuid(), ${deviceId}, ${t.clock.now()}, 'unknown-layout', ${hash}, ${text})`);
  await t.db.run(sql`update device set state = state || '{"readBy": 2}' where device_id = ${other.deviceId}`);
  for (let run = 0; run < 2; run++) {
    await t.jobs.send('terminals.read-again', {});
    await t.jobs.drain();
  }
  expect(await site.punches()).toEqual(['30 11-19T05:00:05 auto counted']);
  expect(await site.rejects()).toEqual(['unknown-layout']);
  expect(await other.punches()).toEqual([]);
  const { readBy } = await t.db.single(
    z.object({ readBy: z.string() }),
    sql`select state ->> 'readBy' as "readBy" from device where device_id = ${site.deviceId}`,
  );
  expect(readBy).toBe('2');
});
