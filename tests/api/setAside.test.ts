import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Quarantined records take no other's place, and a restore does not remove records acknowledged after it began. */
const t = useTestApp();
const terminals = useTerminals(t);
const { send, http, records } = terminals;
const fromSecondNetwork = (target: string, body: string) => http({ from: '127.0.1.2' }).send('POST', target, body);

async function site() {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  await givenEmployee(t.db, accountId, { timeId: '7', number: '70' });
  const gate = await givenDevice(t.db, accountId, { directions: 'trust' });
  const door = await givenDevice(t.db, accountId, { directions: 'trust' });
  return { token, accountId, gate: gate.serialNumber, door: door.serialNumber };
}
const attlog = (serial: string) => `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;
const standings = async (accountId: string) => (await records(accountId)).map(({ standing }) => standing).sort();
async function phoneOf(given: { token: string; accountId: string }) {
  const body = { serialNumber: 'PH1', imei: '350' };
  const made = await t.ask(`/v2/device/v2/for-account/${given.accountId}`, { token: given.token, body });
  const { activationToken } = made.json();
  return (await t.ask('/v2/rc/activate', { body: { activationToken } })).json().deviceToken as string;
}
const sync = (token: string, body: object) =>
  t.ask('/v2/rc/sync', { token, body: { sentAt: t.clock.now().toISOString(), ...body } });

it('punches sent ahead of the clock do not block the terminal’s own, another terminal’s or a phone’s', async () => {
  const { accountId, gate, door, ...given } = await site();
  const token = await phoneOf({ accountId, ...given });
  // 12:00 to 12:02 at the gate, a little after 12:06, 12:07 and 12:08.
  const early = ['12:06:00', '12:07:00', '12:08:00'].map((time) => `7\t2026-11-20 ${time}\t0\t1`);
  expect((await send('POST', attlog(gate), early.join('\n'))).body).toBe('OK: 3');
  expect(await standings(accountId)).toEqual(['future-clock', 'future-clock', 'future-clock']);

  t.clock.advance(9 * 60_000);
  expect((await send('POST', attlog(gate), early[0] ?? '')).body).toBe('OK: 1');
  expect((await send('POST', attlog(door), '7\t2026-11-20 12:07:00\t0\t15')).body).toBe('OK: 1');
  const taken = await sync(token, {
    clockRecords: [{ recordId: 'p1', timeId: '7', at: '2026-11-20T10:08:00Z', direction: 'in' }],
  });
  expect(taken.json()).toMatchObject({ accepted: 1, duplicates: 0 });
  expect((await standings(accountId)).filter((standing) => standing === 'counted')).toHaveLength(3);
  // Once they count, they are duplicates however often they are sent.
  await send('POST', attlog(gate), early.join('\n'));
  await send('POST', attlog(door), '7\t2026-11-20 12:07:00\t0\t15');
  expect((await standings(accountId)).filter((standing) => standing === 'counted')).toHaveLength(3);
});

it('a phone’s records ahead of the clock do not block the terminal’s, nor its own later ones', async () => {
  const { accountId, gate, ...given } = await site();
  const token = await phoneOf({ accountId, ...given });
  const entry = { recordId: 'e1', timeId: '7', units: 3, startedAt: '2026-11-20T10:06:00Z', lookup1Code: null };
  const punch = { recordId: 'p1', timeId: '7', at: '2026-11-20T10:06:00Z', direction: 'in' };
  const batch = { clockRecords: [punch], pieceworkEntries: [{ ...entry, lookup2Code: null }] };
  expect((await sync(token, batch)).json()).toMatchObject({ accepted: 2 });
  t.clock.advance(9 * 60_000);
  expect((await send('POST', attlog(gate), '7\t2026-11-20 12:06:00\t0\t1')).body).toBe('OK: 1');
  expect((await sync(token, batch)).json()).toMatchObject({ accepted: 1, duplicates: 1 });
  expect(await standings(accountId)).toEqual(['counted', 'future-clock']);
  const entries = await t.db.rows(
    z.object({ standing: z.string() }),
    sql`select standing from piecework_entry where account_id = ${accountId} order by 1`,
  );
  expect(entries.map(({ standing }) => standing)).toEqual(['counted', 'future-clock']);
});

it('quarantined punches do not block the terminal’s own, nor unmatched ones', async () => {
  const { accountId, gate } = await site();
  await send('GET', `/iclock/ping?SN=${gate}`);
  const lines = '7\t2026-11-20 11:59:00\t0\t1\n99\t2026-11-20 11:59:00\t0\t1';
  expect((await fromSecondNetwork(attlog(gate), lines)).body).toBe('OK: 2');
  expect(await standings(accountId)).toEqual(['quarantined', 'quarantined']);
  expect((await send('POST', attlog(gate), lines)).body).toBe('OK: 2');
  expect(await standings(accountId)).toEqual(['counted', 'counted', 'quarantined', 'quarantined']);
  // Records that count are not quarantined again, and PIN 99 is matched to its employee.
  await fromSecondNetwork(attlog(gate), lines);
  expect(await standings(accountId)).toHaveLength(4);
});

it('a phone’s records older than 45 days are quarantined like a terminal’s, punches and piecework', async () => {
  const { accountId, ...given } = await site();
  const token = await phoneOf({ accountId, ...given });
  const answer = await sync(token, {
    clockRecords: [
      { recordId: 'p1', timeId: '7', at: '2026-09-20T05:00:00Z', direction: 'in' },
      { recordId: 'p2', timeId: '7', at: '2026-11-19T05:00:00Z', direction: 'in' },
    ],
    pieceworkEntries: [
      {
        recordId: 'e1',
        timeId: '7',
        units: 3,
        startedAt: '2026-09-20T06:00:00Z',
        lookup1Code: null,
        lookup2Code: null,
      },
    ],
  });
  expect(answer.json()).toMatchObject({ accepted: 3, duplicates: 0 });
  expect(await standings(accountId)).toEqual(['counted', 'quarantined']);
  const facts = await t.db.rows(
    z.object({ day: z.string() }),
    sql`select day::text as day from day_fact where account_id = ${accountId} order by 1`,
  );
  expect(facts.map(({ day }) => day)).toEqual(['2026-11-19']);
});

it.each(['terminal', 'phone'] as const)(
  'a %s’s records are received when they are stored, not when their request began',
  async (kind) => {
    const { accountId, gate, ...given } = await site();
    const token = kind === 'phone' ? await phoneOf({ accountId, ...given }) : '';
    const body =
      kind === 'phone'
        ? JSON.stringify({
            sentAt: t.clock.now().toISOString(),
            clockRecords: [{ recordId: 'p1', timeId: '7', at: '2026-11-20T09:00:00Z', direction: 'in' }],
          })
        : '7\t2026-11-20 11:00:00\t0\t1';
    const head =
      kind === 'phone'
        ? `POST /v2/rc/sync HTTP/1.1\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\n`
        : `POST ${attlog(gate)} HTTP/1.1\r\n`;
    const socket = connect({ port: terminals.port, host: '127.0.0.1' });
    const arrived = once(t.app.server, 'request');
    socket.write(`${head}Host: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`);
    await arrived;
    // While the request is in progress, a restore that replaces everything begins.
    t.clock.advance(8_000);
    const restoreBegan = t.clock.now();
    t.clock.advance(1_000);
    const reply = once(socket, 'data');
    socket.write(body.slice(9));
    expect(String((await reply)[0])).toContain('200');
    socket.destroy();
    const { received } = await t.db.single(
      z.object({ received: z.coerce.date() }),
      sql`select received_at as received from clock_record where account_id = ${accountId}`,
    );
    expect(received.getTime()).toBeGreaterThan(restoreBegan.getTime());
  },
);
