import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send } = useTerminals(t);

/** A line as ZK terminals write it: PIN padded to 9, local time, device number, status, verify, work code. */
const line = (pin: string, local: string, { device = 1, status = 0 } = {}) =>
  `${pin.padStart(9)}\t${local}\t${device}\t${status}\t1\t0\r\n`;

async function given() {
  t.clock.set('2026-11-19T10:00:00Z');
  const accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg' });
  const { token } = await givenAdmin(t.db);
  const employeeId = await givenEmployee(t.db, accountId, { timeId: '1' });
  const device = await givenDevice(t.db, accountId);
  const ask = (text: string, over: object = {}, deviceId = device.deviceId) =>
    t.ask(`/v2/device/by-account/${accountId}/${deviceId}/usb-file`, {
      token,
      body: { text, fileName: '1_attlog.dat', commit: false, ...over },
    });
  const take = async (text: string, over: object = {}) => {
    const answer = await ask(text, over);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const stored = () =>
    t.db.rows(
      z.object({ pin: z.string(), at: z.coerce.date(), direction: z.string(), standing: z.string() }),
      sql`select time_id as pin, at, direction, standing from clock_record where account_id = ${accountId} order by at, time_id`,
    );
  return { accountId, device, employeeId, token, ask, take, stored };
}

describe('the USB file of a terminal', () => {
  it('is previewed, then stored in local time; the device number is no direction; read twice it adds nothing', async () => {
    const { take, stored } = await given();
    const text =
      line('1', '2026-11-18 07:01:02') + line('1', '2026-11-18 16:00:00') + line('77', '2026-11-18 07:00:00');
    const expected = {
      added: 3,
      known: 0,
      waiting: 0,
      unmatched: { pins: ['77'], punches: 1 },
      refused: 0,
      lines: [],
      first: '2026-11-18 07:00:00',
      last: '2026-11-18 16:00:00',
      otherSerial: null,
      otherNumbers: null,
    };
    expect(await take(text)).toEqual(expected);
    expect(await stored()).toEqual([]);
    expect(await take(text, { commit: true })).toEqual(expected);
    const once = await stored();
    expect(once.map(({ pin, at, direction }) => [pin, at.toISOString(), direction])).toEqual([
      ['77', '2026-11-18T05:00:00.000Z', 'auto'],
      ['1', '2026-11-18T05:01:02.000Z', 'auto'],
      ['1', '2026-11-18T14:00:00.000Z', 'auto'],
    ]);
    expect(await take(text, { commit: true })).toMatchObject({ added: 0, known: 3 });
    expect(await stored()).toEqual(once);
  });

  it('adds nothing that the terminal sent by itself, and the terminal nothing that the file brought', async () => {
    const { device, take, stored } = await given();
    const sent = (local: string) =>
      send('POST', `/iclock/cdata?SN=${device.serialNumber}&table=ATTLOG`, `1\t${local}\t0\t1\t0\t0\r\n`);
    expect((await sent('2026-11-18 07:00:00')).body).toBe('OK: 1');
    const text = line('1', '2026-11-18 07:00:00') + line('1', '2026-11-18 16:00:00');
    expect(await take(text, { commit: true })).toMatchObject({ added: 1, known: 1 });
    await sent('2026-11-18 16:00:00');
    expect(await stored()).toHaveLength(2);
  });

  it('leaves what is older than 45 days waiting, and says how much', async () => {
    const { take, stored } = await given();
    const text = line('1', '2026-10-04 07:00:00') + line('1', '2026-11-18 07:00:00');
    expect(await take(text, { commit: true })).toMatchObject({ added: 2, waiting: 1 });
    expect((await stored()).map(({ standing }) => standing)).toEqual(['quarantined', 'counted']);
  });

  it('is asked about when it is named after another terminal', async () => {
    const { ask, take, stored } = await given();
    const text = line('1', '2026-11-18 07:00:00');
    const fileName = 'CQUG9999_attlog.dat';
    expect(await take(text, { fileName })).toMatchObject({ otherSerial: 'CQUG9999', added: 1 });
    const refused = await ask(text, { fileName, commit: true });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This file is named after terminal CQUG9999: read it where that terminal is shown.',
    ]);
    expect(await stored()).toEqual([]);
    expect(await take(text, { fileName, commit: true, isSure: true })).toMatchObject({ added: 1 });
  });

  it('is asked about when its lines are of another device number than the terminal’s files, or its name, so far', async () => {
    const { ask, take, stored } = await given();
    const other = line('1', '2026-11-18 07:00:00', { device: 3 });
    const refused = async (text: string, over: object = {}) => {
      const before = await stored();
      const answer = await ask(text, { ...over, commit: true });
      expect(await stored()).toEqual(before);
      return [answer.statusCode, answer.json().message];
    };
    const is = (of: string) => [409, `This file may be of another terminal: its lines are of device number ${of}.`];
    // A terminal of which no file was read yet: by its name, or not at all.
    const three = { fileName: '3_attlog.dat' };
    expect(await take(other)).toMatchObject({ otherNumbers: '3, not 1' });
    expect(await refused(other)).toEqual(is('3, not 1'));
    expect(await take(other, { fileName: 'attlog.dat' })).toMatchObject({ otherNumbers: null });
    expect(await take(other, { ...three, commit: true })).toMatchObject({ added: 1, otherNumbers: null });
    // From here on its number is known, whatever a file is called; a preview tells nothing to remember.
    const one = line('1', '2026-11-18 16:00:00');
    expect(await take(one, { fileName: 'attlog.dat' })).toMatchObject({ otherNumbers: '1, not 3' });
    expect(await refused(one)).toEqual(is('1, not 3'));
    expect(await refused(one + other, three)).toEqual(is('1 and 3, not 3'));
    expect(await take(one, { commit: true, isSure: true })).toMatchObject({ added: 1 });
    // Who is sure gave it another number.
    expect(await take(one)).toMatchObject({ known: 1, otherNumbers: null });
    expect(await refused(other)).toEqual(is('3, not 1'));
  });

  it('of several device numbers is asked about where none is known', async () => {
    const { take } = await given();
    const text = line('1', '2026-11-18 07:00:00', { device: 3 }) + line('1', '2026-11-18 16:00:00', { device: 1 });
    expect(await take(text, { fileName: 'attlog.dat' })).toMatchObject({
      otherNumbers: '1 and 3',
    });
    expect(await take(text, { fileName: 'attlog.dat', commit: true, isSure: true })).toMatchObject({ added: 2 });
    expect(await take(text, { fileName: 'attlog.dat' })).toMatchObject({
      otherNumbers: '1 and 3',
    });
  });

  it('tells each line that cannot be read, by its number; a file without a punch is none', async () => {
    const { ask, take } = await given();
    const text = [
      '',
      line('1', '2026-11-18 07:00:00').trimEnd(),
      '1\t2026-11-18 08:00:00\t0\t1', // the columns of the push protocol
      '1\t2026-13-18 08:00:00\t1\t0\t1\t0',
      'name\tunit',
      `${'x'.repeat(30)}\t2026-11-18 08:00:00\t1\t0\t1\t0`,
      '',
    ].join('\n');
    expect(await take(text)).toMatchObject({
      added: 1,
      refused: 4,
      lines: [
        { line: 3, reason: 'unknown-layout' },
        { line: 4, reason: 'bad-time' },
        { line: 5, reason: 'unknown-layout' },
        { line: 6, reason: 'bad-pin' },
      ],
    });
    const none = await ask('GIF89a\n\u0000\u0001');
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      'No line of this file is a punch as a terminal writes it.',
    ]);
    expect((await ask(line('1', '2026-11-18 07:00:00').repeat(200_001))).statusCode).toBe(400);
  });

  it('belongs to a terminal of the account', async () => {
    const { accountId, ask } = await given();
    const text = line('1', '2026-11-18 07:00:00');
    const phone = await givenDevice(t.db, accountId, { kind: 'unmanaged' });
    expect((await ask(text, {}, phone.deviceId)).statusCode).toBe(409);
    const other = await givenDevice(t.db, await givenAccount(t.db));
    expect((await ask(text, {}, other.deviceId)).statusCode).toBe(404);
  });

  it('of 12,000 punches is stored in batches, in their order over the batches', async () => {
    const { take, stored } = await given();
    const at = (n: number) =>
      new Date(Date.UTC(2026, 10, 1, 5) + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const text = Array.from({ length: 12_000 }, (_, n) => line(String((n % 40) + 1), at(n))).join('');
    expect(await take(text, { commit: true })).toMatchObject({ added: 12_000, unmatched: { punches: 11_700 } });
    expect(await stored()).toHaveLength(12_000);
  });
});
