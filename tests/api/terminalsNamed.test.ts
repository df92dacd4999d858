import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** People whom an ADMS terminal names where nobody can read it: each waits for a decision, and none is called absent. */
const t = useTestApp();
const terminals = useTerminals(t);

const TIME = '2026-11-20 07:01:02';
const ANN = `7 ${TIME.slice(5)}`;
const BOTH = [ANN, `8 ${TIME.slice(5)}`];
const ATTLOG = '/cdata?table=ATTLOG';
const TABLE = '/cdata?table=tabledata&tablename=foo';
const UNKNOWN = '/cdata?table=EVENTLOG';

/** Sends a body, and returns who waits, at which time on the terminal's clock, and who counts. */
async function send(target: string, body: string, method = 'POST') {
  const accountId = await givenAccount(t.db, { timeZone: 'UTC' });
  for (const timeId of ['7', '8']) await givenEmployee(t.db, accountId, { timeId });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const [path, query = ''] = target.split('?');
  await terminals.send(method, `/iclock${path}?SN=${serialNumber}&${query}`, body === '' ? undefined : body);
  const records = await t.db.rows(
    z.object({ pin: z.string(), at: z.string(), standing: z.string() }),
    sql`select time_id as pin, to_char(at at time zone 'UTC', 'MM-DD HH24:MI:SS') as at, standing from clock_record where account_id = ${accountId} order by at, time_id`,
  );
  const of = (isWaiting: boolean) =>
    records.filter(({ standing }) => (standing === 'quarantined') === isWaiting).map(({ pin, at }) => `${pin} ${at}`);
  return { waiting: of(true), counted: of(false) };
}

test.each([
  ['a row of an unknown table', TABLE, `foo pin=7\ttime=${TIME}`, [ANN]],
  ['a row with quotation marks', TABLE, `foo pin="7"\ttime="${TIME}"`, [ANN]],
  ['fields of a table with another name', UNKNOWN, `userid=7\tdatetime=${TIME}\tresult=1`, [ANN]],
  ['fields between blanks', UNKNOWN, `event=x userid=7 datetime=${TIME}`, [ANN]],
  ['fields between semicolons', ATTLOG, `PIN=7;Time=${TIME};Status=0`, [ANN]],
  ['fields between blanks', ATTLOG, `PIN=7 Time=${TIME} Status=0`, [ANN]],
  ['JSON', ATTLOG, JSON.stringify([{ pin: '7', time: TIME }]), [ANN]],
  [
    'JSON of several lines',
    ATTLOG,
    JSON.stringify(
      [
        { pin: '7', time: TIME },
        { pin: '8', time: TIME },
      ],
      null,
      1,
    ),
    BOTH,
  ],
  ['a number before the PIN', ATTLOG, `8\t7\t${TIME}\t0\t1`, BOTH],
  ['two PINs', ATTLOG, `PIN=7\tPIN=8\tTime=${TIME}\tStatus=0`, BOTH],
  ['two PINs of an access terminal', '/cdata?table=rtlog', `time=${TIME}\tpin=7\tpin=8\tevent=0`, BOTH],
  ['a line beyond its length', ATTLOG, `PIN=7\tTime=${TIME}\tNote=${'x'.repeat(4_000)}`, [ANN]],
  ['results of commands', '/devicecmd?', `7\t${TIME}\t0\t1`, [ANN]],
  ['a registration', '/registry?', `7\t${TIME}\t0\t1`, [ANN]],
  ['a heartbeat', '/getrequest?', `7\t${TIME}\t0\t1`, [ANN]],
  ['keys', '/exchange?', `7\t${TIME}\t0\t1`, [ANN]],
])('%s to %s', async (_, target, body, expected) => {
  expect(await send(target, body)).toEqual({ waiting: expected, counted: [] });
});

test('rows in the address, and two on one line, count', async () => {
  const address = `${ATTLOG}&data=${encodeURIComponent(`7\t${TIME}\t0\t1`)}`;
  expect(await send(address, '', 'GET')).toEqual({ waiting: [], counted: [ANN] });
  const row = (time: string, pin: number) => `time=${time}\tpin=${pin}\tevent=0\tinoutstatus=0\tindex=2${pin}`;
  expect(await send('/cdata?table=rtlog', `${row(TIME, 7)} ${row(TIME, 8)}`)).toEqual({ waiting: [], counted: BOTH });
});

test('results of commands, settings and users name nobody who clocked', async () => {
  const nobody = { waiting: [], counted: [] };
  expect(await send('/devicecmd?', `ID=1&Return=0&CMD=DATA UPDATE USERINFO PIN=7\tName=Ann`)).toEqual(nobody);
  expect(await send('/cdata?table=OPERLOG', `USER PIN=7\tName=Ann\tPri=0`)).toEqual(nobody);
  expect(await send('/registry?', `DeviceName=X,DateTime=${TIME},PIN2Width=9`)).toEqual(nobody);
});
