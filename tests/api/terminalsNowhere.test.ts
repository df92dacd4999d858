import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Nothing that an ADMS terminal uploads is acknowledged and nowhere: each known shape with each field missing, renamed or of another
 * type is a punch, or a line in the connection log, or is refused. A terminal deletes what is acknowledged.
 */
const t = useTestApp();
const terminals = useTerminals(t);

/** A line by its fields, and what they are joined with; a field without a name is a column. */
type Shape = { query: Record<string, string>; fields: [name: string, value: string][]; head?: string };
const ROW: Shape['fields'] = [
  ['time', '2026-11-20 07:00:00'],
  ['pin', '30'],
  ['cardno', '0'],
  ['eventaddr', '1'],
  ['event', '3'],
  ['inoutstatus', '0'],
  ['verifytype', '1'],
  ['index', '17'],
];
const COLUMNS: Shape['fields'] = ['30', '2026-11-20 07:00:00', '0', '15', '0', '0'].map((value) => ['', value]);
const SHAPES: Record<string, Shape> = {
  'an ATTLOG line': { query: { table: 'ATTLOG', Stamp: '9999' }, fields: COLUMNS },
  'an ATTLOG line with names': {
    query: { table: 'ATTLOG', Stamp: '9999' },
    fields: [
      ['PIN', '30'],
      ['Time', '2026-11-20 07:00:00'],
      ['Status', '0'],
      ['Verify', '1'],
    ],
  },
  'an rtlog row': { query: { table: 'rtlog' }, fields: ROW },
  'a row of the transaction table': {
    query: { table: 'tabledata', tablename: 'transaction', count: '1' },
    fields: [
      ['Cardno', '0'],
      ['Pin', '30'],
      ['Verified', '1'],
      ['DoorID', '1'],
      ['EventType', '3'],
      ['InOutState', '0'],
      ['Time_second', '865407600'],
    ],
    head: 'transaction ',
  },
  'an event sent for verification afterwards': { query: { type: 'postverifydata' }, fields: ROW },
};
const OTHERS = ['x', '7', '', '-1', '[]', '2026-13-45 99:99:99', '0', '99999999999999999999', 'ü%00&='];

const textOf = ({ fields, head = '' }: Shape) =>
  `${head}${fields.map(([name, value]) => (name ? `${name}=${value}` : value)).join('\t')}`;
const targetOf = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('');

/** Returns the shape with each field and each parameter missing, renamed, or with another value. */
function variantsOf({ query, fields, ...rest }: Shape): Shape[] {
  const ofFields = fields.flatMap(([name, value], i) => {
    const put = (...others: Shape['fields']) => ({ ...rest, query, fields: fields.toSpliced(i, 1, ...others) });
    const renamed = name ? [put([`${name}X`, value])] : [put(['', `PIN${value}`])];
    return [put(), ...renamed, ...OTHERS.map((other) => put([name, other]))];
  });
  const ofQuery = Object.entries(query).flatMap(([name, value]) => {
    const { [name]: _, ...others } = query;
    const put = (more: Record<string, string>) => ({ ...rest, fields, query: { ...others, ...more } });
    return [
      put({}),
      put({ [`${name}X`]: value }),
      ...['x', '', 'rtstate', 'options'].map((one) => put({ [name]: one })),
    ];
  });
  return [{ ...rest, query, fields }, ...ofFields, ...ofQuery];
}

const ENDPOINTS = ['cdata', 'querydata', 'rtdata', 'edata', 'ping', 'upload', 'fdata'];

it.each(Object.entries(SHAPES))('%s', async (_, shape) => {
  const accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg' });
  await givenEmployee(t.db, accountId, { timeId: '30' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const count = async () => {
    const { n } = await t.db.single(
      z.object({ n: z.int() }),
      sql`select (select count(*) from clock_record where account_id = ${accountId})::int
        + (select count(*) from rejected_line where account_id = ${accountId})::int as n`,
    );
    return n;
  };
  const lost: string[] = [];
  const send = async (endpoint: string, { query, ...line }: Shape, method = 'POST') => {
    // Each is another line: the same one again is known already.
    await t.db.run(sql`delete from clock_record where account_id = ${accountId}`);
    await t.db.run(sql`delete from rejected_line where account_id = ${accountId}`);
    const target = `/iclock/${endpoint}?SN=${serialNumber}${targetOf(query)}`;
    const { status } = await terminals.send(method, target, `${textOf({ query, ...line })}\n`);
    expect(status, target).toBeLessThan(500);
    if (status === 200 && (await count()) === 0) lost.push(`${method} ${target} ${textOf({ query, ...line })}`);
  };
  for (const variant of variantsOf(shape)) await send('cdata', variant);
  for (const endpoint of ENDPOINTS) await send(endpoint, shape);
  // Where photos are expected, which are dropped.
  for (const query of [{}, { table: 'ATTPHOTO' }, { PhotoStamp: '1' }] as Record<string, string>[])
    for (const endpoint of ['cdata', 'fdata']) await send(endpoint, { ...shape, query });
  await send('cdata', shape, 'PUT');
  expect(lost).toEqual([]);
});

it('a refusal of an access terminal is no punch, whatever its table is called', async () => {
  const accountId = await givenAccount(t.db);
  await givenEmployee(t.db, accountId, { timeId: '30' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const row = ROW.map(([name, value]) => `${name}=${name === 'event' ? '27' : value}`).join('\t');
  for (const query of ['', '&table=ATTLOG', '&Stamp=9999', '&table=rtlog'])
    expect((await terminals.send('POST', `/iclock/cdata?SN=${serialNumber}${query}`, row)).status).toBe(200);
  expect(await terminals.records(accountId)).toEqual([]);
});
